import { openSupport } from '@counterfoil/tools/testing/support.ts'
import { expect, test } from 'vitest'

const {
  ask,
  createTicket,
  agentPath,
  requesterPath,
  platformPath,
  users,
  merchant,
  tenant,
  base,
  db,
} = await openSupport()

test('a merchant asks its tenant, which answers; each sees what it should [support.channel.customer]', async () => {
  const id = await createTicket('merchant', {
    references: [{ key: 'createdOn', value: '/dashboard?x=1' }],
  })
  const own = await ask('merchant', `GET ${requesterPath(id)}`)
  expect(own).toMatchObject({
    ticketChannelType: 'CustomerToTenant',
    state: 'Opened',
    priority: 'Medium',
    customerId: merchant.id,
    tenantId: tenant.id,
    assignee: null,
    serviceLevel: null,
    billable: null,
    references: [{ kind: 'createdOn', key: '/dashboard?x=1' }],
  })
  const asTenantAgent = await ask('operator', `GET ${agentPath(id)}`)
  expect(asTenantAgent).toMatchObject({
    customerName: 'Books Ltd',
    isUnread: true,
    waitingOn: 'agent',
  })
  await ask('operator', `POST ${agentPath(id)}/assign`, { assignee: users.colleague.id })
  await ask('operator', `POST ${agentPath(id)}/comment`, { content: 'We are looking.' })
  await ask('operator', `POST ${agentPath(id)}/comment`, {
    content: 'SECRET internal',
    isInternal: true,
  })
  const feed = await ask('merchant', `GET ${requesterPath(id)}/feed`)
  expect(feed).toMatchObject([
    { type: 'comment', commenter: 'Harbour Pay', isUnread: true, kind: 'tenant' },
  ])
  const agentFeed = await ask('operator', `GET ${agentPath(id)}/feed`)
  expect(agentFeed.map((one: { type: string }) => one.type)).toEqual([
    'assignment',
    'comment',
    'comment',
  ])
  expect(await ask('merchant', `GET ${base}/ticket/my`)).toMatchObject({
    count: 1,
    data: [{ ticketId: id, isUnread: true, waitingOn: 'requester' }],
  })
  await ask('merchant', `POST ${requesterPath(id)}/feed/mark-comments-as-read`)
  expect(await ask('merchant', `GET ${base}/ticket/my?search=refu+MISSING`)).toMatchObject({
    count: 0,
  })
  expect(await ask('merchant', `GET ${base}/ticket/my?search=refund+MISS`)).toMatchObject({
    count: 1,
    data: [{ isUnread: false }],
  })
  expect(await ask('merchant', `GET ${base}/ticket/my?search=${id.toUpperCase()}`)).toMatchObject({
    count: 1,
    data: [{ ticketId: id }],
  })
  expect(
    await ask('merchant', `GET ${base}/ticket/my?search=00000000-0000-7000-8000-000000000000`),
  ).toMatchObject({ count: 0 })
})

test('a tenant escalates, and the platform answers [support.channel.tenant]', async () => {
  const id = await createTicket()
  const { ticketId } = await ask('operator', `POST ${agentPath(id)}/escalate`, {
    ticketCategory: 'Processing',
    subject: 'Acquirer does not answer',
    description: 'Since noon.',
  })
  expect(await ask('staff', `GET ${base}/ticket`)).toMatchObject({ data: [{ ticketId }] })
  const listed = async (isUnread: boolean) =>
    (await ask('staff', `GET ${base}/ticket?isUnread=${isUnread}`)).data.some(
      (one: { ticketId: string }) => one.ticketId === ticketId,
    )
  expect([await listed(true), await listed(false)]).toEqual([true, false])
  await ask('staff', `POST ${platformPath(ticketId)}/feed/mark-comments-as-read`)
  expect([await listed(true), await listed(false)]).toEqual([false, true])
  await ask('staff', `POST ${platformPath(ticketId)}/comment`, { content: 'PLATFORM public' })
  await ask('staff', `POST ${platformPath(ticketId)}/comment`, {
    content: 'PLATFORM internal',
    isInternal: true,
  })
  const feed = await ask('operator', `GET ${agentPath(id)}/feed`)
  expect(feed).toMatchObject([
    { type: 'escalation', ticketId, code: expect.any(String), isInternal: true },
    { content: 'PLATFORM public', isFromEscalation: true, commenter: 'The Platform' },
  ])
  expect(await ask('merchant', `GET ${requesterPath(id)}/feed`)).toEqual([])
})

/** Everything that support keeps, as one text. */
async function kept(): Promise<string> {
  const { rows: tables } = await db.owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'app'::regnamespace
       and relkind = 'r' and relname like 'support\\_%' order by 1`,
  )
  const all = tables.map(
    ({ name }) => `select '${name}' as name, to_jsonb(t)::text as row from app.${name} t`,
  )
  const jobs = `select 'jobs', data::text from pgboss.job where name like 'support.%'`
  const { rows } = await db.owner.query(`${[...all, jobs].join(' union all ')} order by 1, 2`)
  expect(rows.length).toBeGreaterThan(5)
  return JSON.stringify(rows)
}

test('a change of a ticket whose audit entry cannot be stored is not made', async () => {
  const id = await createTicket()
  const tenants = await createTicket('operator')
  const { labelId } = (await ask('operator', `GET ${base}/labels`))[0]
  const invited = { externalPartyEmail: 'expert@bank.example', invitationDescription: 'Please' }
  const ticket = {
    ...{ ticketCategory: 'Processing', subject: 'Asked again', description: 'Since noon.' },
  }
  const reference = { key: 'createdOn', value: '/dashboard' }
  const word = { value: 'Urgent', description: '', color: '#DC143C' }
  const changes: [keyof typeof users, string, object?][] = [
    ['operator', `POST ${agentPath(id)}/priority`, { priority: 'High' }],
    ['operator', `POST ${agentPath(id)}/comment`, { content: 'Public' }],
    ['operator', `POST ${agentPath(id)}/comment`, { content: 'Internal', isInternal: true }],
    ['operator', `POST ${agentPath(id)}/assign`, { assignee: users.colleague.id }],
    ['operator', `POST ${agentPath(id)}/references`, { references: [reference] }],
    ['operator', `POST ${agentPath(id)}/invite-external-party`, invited],
    ['operator', `POST ${agentPath(id)}/escalate`, ticket],
    ['operator', `POST ${agentPath(id)}/set-support-label/${labelId}`],
    ['operator', `POST ${base}/label`, word],
    ['merchant', `POST ${requesterPath(id)}/comment`, { content: 'Is anybody there?' }],
    ['merchant', `POST ${requesterPath(id)}/feed/mark-comments-as-read`],
    ['merchant', `POST ${base}/ticket`, ticket],
    ['operator', `POST ${agentPath(id)}/close`],
    ['staff', `POST ${platformPath(tenants)}/billable`],
    ['staff', `POST ${platformPath(tenants)}/assign`, { assignee: users.staff.id }],
    ['staff', `POST ${platformPath(tenants)}/close`],
  ]
  const before = await kept()
  const made: string[] = []
  await db.owner.query(
    `alter table app.audit_entry add constraint none check (action not like 'support.%') not valid`,
  )
  try {
    for (const [who, path, body] of changes) {
      await ask(who, path, body, 500)
      if ((await kept()) !== before) made.push(`${who} ${path}`)
    }
  } finally {
    await db.owner.query('alter table app.audit_entry drop constraint none')
  }
  expect(made).toEqual([])
  // each of them is one that succeeds otherwise
  for (const [who, path, body] of changes) await ask(who, path, body)
  expect(await kept()).not.toBe(before)
})

test('the place of a ticket is told to both sides of it, and to nobody else', async () => {
  const path = (id: string) => `GET ${base}/ticket-place/${id}`
  const customers = await createTicket('merchant')
  const place = {
    ...{ ticketId: customers, ticketChannelType: 'CustomerToTenant' },
    ...{ customerId: merchant.id, tenantId: tenant.id },
  }
  expect(await ask('merchant', path(customers))).toEqual(place)
  expect(await ask('operator', path(customers))).toEqual(place)
  for (const other of ['neighbour', 'limited', 'foreign', 'staff'] as const) {
    await ask(other, path(customers), undefined, 404)
  }
  const tenants = await createTicket('operator')
  expect(await ask('staff', path(tenants))).toMatchObject({
    ...{ ticketChannelType: 'TenantToPlatform', customerId: null, tenantId: tenant.id },
  })
  for (const other of ['merchant', 'foreign', 'limited'] as const) {
    await ask(other, path(tenants), undefined, 404)
  }
})
