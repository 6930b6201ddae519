import { openSupport } from '@counterfoil/tools/testing/support.ts'
import { expect, test } from 'vitest'

const { ask, raise, asDesk, asRequester, asPlatform, users, merchant, tenant, base, db } =
  await openSupport()

test('a merchant asks its tenant, which answers; each sees what it should [support.channel.customer]', async () => {
  const id = await raise('merchant', {
    references: [{ key: 'createdOn', value: '/dashboard?x=1' }],
  })
  const own = await ask('merchant', `GET ${asRequester(id)}`)
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
  const atDesk = await ask('operator', `GET ${asDesk(id)}`)
  expect(atDesk).toMatchObject({ customerName: 'Books Ltd', isUnread: true, waitingOn: 'desk' })
  await ask('operator', `POST ${asDesk(id)}/assign`, { assignee: users.colleague.id })
  await ask('operator', `POST ${asDesk(id)}/comment`, { content: 'We are looking.' })
  await ask('operator', `POST ${asDesk(id)}/comment`, {
    content: 'SECRET internal',
    isInternal: true,
  })
  const feed = await ask('merchant', `GET ${asRequester(id)}/feed`)
  expect(feed).toMatchObject([
    { type: 'comment', commenter: 'Harbour Pay', isUnread: true, kind: 'tenant' },
  ])
  const deskFeed = await ask('operator', `GET ${asDesk(id)}/feed`)
  expect(deskFeed.map((one: { type: string }) => one.type)).toEqual([
    'assignment',
    'comment',
    'comment',
  ])
  expect(await ask('merchant', `GET ${base}/ticket/my`)).toMatchObject({
    count: 1,
    data: [{ ticketId: id, isUnread: true, waitingOn: 'requester' }],
  })
  await ask('merchant', `POST ${asRequester(id)}/feed/mark-comments-as-read`)
  expect(await ask('merchant', `GET ${base}/ticket/my?search=refu+MISSING`)).toMatchObject({
    count: 0,
  })
  expect(await ask('merchant', `GET ${base}/ticket/my?search=refund+MISS`)).toMatchObject({
    count: 1,
    data: [{ isUnread: false }],
  })
})

test('a tenant escalates, and the platform answers [support.channel.tenant]', async () => {
  const id = await raise()
  const { ticketId } = await ask('operator', `POST ${asDesk(id)}/escalate`, {
    ticketCategory: 'Processing',
    subject: 'Acquirer does not answer',
    description: 'Since noon.',
  })
  expect(await ask('staff', `GET ${base}/ticket`)).toMatchObject({ data: [{ ticketId }] })
  await ask('staff', `POST ${asPlatform(ticketId)}/comment`, { content: 'PLATFORM public' })
  await ask('staff', `POST ${asPlatform(ticketId)}/comment`, {
    content: 'PLATFORM internal',
    isInternal: true,
  })
  const feed = await ask('operator', `GET ${asDesk(id)}/feed`)
  expect(feed).toMatchObject([
    { content: 'PLATFORM public', isFromEscalation: true, commenter: 'The Platform' },
  ])
  expect(await ask('merchant', `GET ${asRequester(id)}/feed`)).toEqual([])
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

test('a change of a ticket whose audit entry cannot be kept is not made', async () => {
  const id = await raise()
  const tenants = await raise('operator')
  const { labelId } = (await ask('operator', `GET ${base}/labels`))[0]
  const invited = { externalPartyEmail: 'expert@bank.example', invitationDescription: 'Please' }
  const ticket = {
    ...{ ticketCategory: 'Processing', subject: 'Asked again', description: 'Since noon.' },
  }
  const reference = { key: 'createdOn', value: '/dashboard' }
  const word = { value: 'Urgent', description: '', color: '#DC143C' }
  const changes: [keyof typeof users, string, object?][] = [
    ['operator', `POST ${asDesk(id)}/priority`, { priority: 'High' }],
    ['operator', `POST ${asDesk(id)}/comment`, { content: 'Public' }],
    ['operator', `POST ${asDesk(id)}/comment`, { content: 'Internal', isInternal: true }],
    ['operator', `POST ${asDesk(id)}/assign`, { assignee: users.colleague.id }],
    ['operator', `POST ${asDesk(id)}/references`, { references: [reference] }],
    ['operator', `POST ${asDesk(id)}/invite-external-party`, invited],
    ['operator', `POST ${asDesk(id)}/escalate`, ticket],
    ['operator', `POST ${asDesk(id)}/set-support-label/${labelId}`],
    ['operator', `POST ${base}/label`, word],
    ['merchant', `POST ${asRequester(id)}/comment`, { content: 'Is anybody there?' }],
    ['merchant', `POST ${asRequester(id)}/feed/mark-comments-as-read`],
    ['merchant', `POST ${base}/ticket`, ticket],
    ['operator', `POST ${asDesk(id)}/close`],
    ['staff', `POST ${asPlatform(tenants)}/billable`],
    ['staff', `POST ${asPlatform(tenants)}/assign`, { assignee: users.staff.id }],
    ['staff', `POST ${asPlatform(tenants)}/close`],
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
