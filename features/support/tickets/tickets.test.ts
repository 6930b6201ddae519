import { makePayment, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { unzip } from '@counterfoil/kit/testing/unzip.ts'
import { openSupport } from '@counterfoil/tools/testing/support.ts'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'

const stage = await openSupport()
const {
  ask,
  call,
  createTicket,
  agentPath,
  platformPath,
  requesterPath,
  base,
  db,
  users,
  tenant,
  foreign,
  merchant,
  neighbour,
} = stage

const input = { ticketCategory: 'Processing', subject: 'Subject', description: 'Description' }

test('a ticket needs category, subject and description [support.form.required]', async () => {
  for (const wrong of [
    { ticketCategory: 'Weather' },
    { ticketCategory: undefined },
    { subject: '  ' },
    { description: '' },
    { subject: 'x'.repeat(201) },
  ]) {
    await ask('merchant', `POST ${base}/ticket`, { ...input, ...wrong }, 400)
  }
  expect(await ask('merchant', `GET ${base}/ticket-categories`)).toEqual(
    ['Integration', 'Processing', 'Operational', 'Clarification', 'Other'].map((name) => ({
      name,
    })),
  )
})

test('priority is Low, Medium or High [support.ticket.priorities]', async () => {
  for (const priority of ['Low', 'Medium', 'High']) {
    const id = await createTicket('merchant', { priority })
    expect(await ask('merchant', `GET ${requesterPath(id)}`)).toMatchObject({ priority })
  }
  await ask('merchant', `POST ${base}/ticket`, { ...input, priority: 'Urgent' }, 400)
})

test('references are transactions, customers and files, and the page that it was written on [support.ticket.reference-types] [support.ticket.created-on-reference] [support.feed.reference-kinds]', async () => {
  const payment = await makePayment(db, {
    tenant_id: tenant.id,
    merchant_id: merchant.id,
    external_id: 'INV-7',
  })
  const file = v7()
  await db.loader
    .insertInto('file')
    .values({
      tenant_id: tenant.id,
      id: file,
      merchant_id: merchant.id,
      uploader_id: users.merchant.id,
      uploader_tenant_id: tenant.id,
      name: 'receipt.pdf',
      content_type: 'application/pdf',
      size_bytes: 3,
      sha256: '',
      state: 'stored',
      created_at: new Date(),
    })
    .execute()
  const id = await createTicket('merchant', {
    references: [
      { key: 'Transaction', value: ' INV-7 ' },
      { key: 'Transaction', value: payment.id },
      { key: 'File', value: file },
      { key: 'createdOn', value: '/transaction-management' },
    ],
  })
  const { references } = await ask('merchant', `GET ${requesterPath(id)}`)
  const ofPayment = await ask('operator', `GET ${base}/ticket/my?transactionId=${payment.id}`)
  expect(ofPayment.data.map((one: { ticketId: string }) => one.ticketId)).toEqual([id])
  expect(references).toMatchObject([
    { kind: 'transaction', key: payment.id, name: 'INV-7', canOpen: true },
    { kind: 'attachment', key: file, name: 'receipt.pdf', canOpen: true },
    { kind: 'createdOn', key: '/transaction-management' },
  ])
  await ask('operator', `POST ${agentPath(id)}/references`, {
    references: [{ key: 'Customer', value: merchant.id }],
  })
  const feed = await ask('operator', `GET ${agentPath(id)}/feed`)
  expect(feed.map((one: { kind: string }) => one.kind)).toEqual([
    'transaction',
    'attachment',
    'customer',
  ])
  // the same file hangs on one record alone
  await ask(
    'merchant',
    `POST ${base}/ticket`,
    { ...input, references: [{ key: 'File', value: file }] },
    422,
  )
})

test('a ticket’s files are for those who see the ticket, operators limited to some merchants too', async () => {
  const raisers = ['limited', 'operator', 'merchant'] as const
  const files = await Promise.all(
    raisers.map(async (who) => {
      const value = await stage.upload(who, `of-${who}.txt`)
      await createTicket(who, { references: [{ key: 'File', value }] })
      return value
    }),
  )
  const seen = (who: keyof typeof users) =>
    Promise.all(
      files.map(async (id) => {
        const answer = await call(users[who], `GET /api/fs/file/${id}`)
        return answer.statusCode === 200 ? answer.body : answer.statusCode
      }),
    )
  const [limited, operator, merchants] = raisers.map((who) => `of-${who}.txt`)
  expect(await seen('limited')).toEqual([limited, 404, 404])
  expect(await seen('operator')).toEqual([limited, operator, merchants])
  expect(await seen('merchant')).toEqual([404, 404, merchants])
  expect(await seen('staff')).toEqual([limited, operator, 404])
  for (const who of ['neighbour', 'foreign'] as const)
    expect([who, ...(await seen(who))]).toEqual([who, 404, 404, 404])
})

test('a record that the caller may not see cannot be referred to, and is hidden from readers who may not see it', async () => {
  const others = await makePayment(db, {
    tenant_id: tenant.id,
    merchant_id: neighbour.id,
    external_id: 'SECRET-9',
  })
  for (const [key, value] of [
    ['Transaction', others.id],
    ['Transaction', 'SECRET-9'],
    ['Transaction', 'nothing'],
    ['File', v7()],
    ['createdOn', 'javascript:alert(1)'],
  ]) {
    await ask('merchant', `POST ${base}/ticket`, { ...input, references: [{ key, value }] }, 422)
  }
  const id = await createTicket()
  const added = [
    { key: 'Transaction', value: others.id },
    { key: 'Customer', value: neighbour.id },
  ]
  await ask('operator', `POST ${agentPath(id)}/references`, { references: added })
  expect(await ask('operator', `GET ${agentPath(id)}`)).toMatchObject({
    references: [
      { name: 'SECRET-9', canOpen: true },
      { name: 'Crafts Ltd', canOpen: true },
    ],
  })
  for (const what of ['', '/feed', '/feed/exportcsv']) {
    const seen = JSON.stringify(await ask('merchant', `GET ${requesterPath(id)}${what}`))
    for (const secret of ['SECRET-9', others.id, 'Crafts Ltd', neighbour.id])
      expect(seen).not.toContain(secret)
  }
})

test('merchants name no customers, tenants do [support.form.customers]', async () => {
  const references = [{ key: 'Customer', value: merchant.id }]
  const refused = await ask('merchant', `POST ${base}/ticket`, { ...input, references }, 422)
  expect(refused.code).toBe('reference.customer_not_allowed')
  const id = await createTicket('operator', { references })
  expect(await ask('operator', `GET ${requesterPath(id)}`)).toMatchObject({
    references: [{ kind: 'customer', name: 'Books Ltd' }],
  })
})

test('platform staff create tickets for a tenant, which they name first [support.platform-on-behalf] [support.form.tenant-required]', async () => {
  const body = {
    ticket: { ...input, contactEmails: ['a@tenant.example', 'b@tenant.example'] },
    isPlatformCreatingTicket: true,
    tenantId: tenant.id,
  }
  const { ticketId } = await ask('staff', `POST ${base}/${tenant.id}/ticket`, body)
  expect(await ask('operator', `GET ${requesterPath(ticketId)}`)).toMatchObject({
    ticketChannelType: 'TenantToPlatform',
    isUnread: true,
    contactEmail: 'a@tenant.example',
    contactEmails: body.ticket.contactEmails,
  })
  await ask('foreign', `GET ${requesterPath(ticketId)}`, undefined, 404)
  await ask('staff', `POST ${base}/${v7()}/ticket`, { ...body, tenantId: undefined }, 404)
  await ask('staff', `POST ${base}/${foreign.id}/ticket`, body, 404)
  await ask('staff', `POST ${base}/ticket`, input, 403)
  await ask('operator', `POST ${base}/${tenant.id}/ticket`, body, 403)
  const { data } = await ask('staff', `GET ${base}/tenants`)
  expect(data.map((one: { tenantId: string }) => one.tenantId).sort()).toEqual(
    [tenant.id, foreign.id].sort(),
  )
  expect(await ask('staff', `GET ${base}/${tenant.id}/contact-users?pageSize=50`)).toMatchObject({
    count: 3,
  })
  expect(await ask('operator', `GET ${base}/tenant-email`)).toEqual({
    emailSenderAddress: tenant.support_email,
  })
})

test('a list without a query is the newest ten of all; names of channels are short or long [support.list.defaults] [lists.page-size.support] [support.channel.long-names]', async () => {
  for (let n = 0; n < 11; n += 1) await createTicket('neighbour', { subject: `Number ${n}` })
  const first = await ask('neighbour', `GET ${base}/ticket/my`)
  expect(first.data).toHaveLength(10)
  expect(first.count).toBe(11)
  expect(await ask('neighbour', `GET ${base}/ticket/my?search=&page=0&size=10`)).toEqual(first)
  expect((await ask('neighbour', `GET ${base}/ticket/my?PAGE=1`)).data).toMatchObject([
    { subject: 'Number 0' },
  ])
  const second = `GET ${base}/ticket/my?pageIndex=2&pageSize=4`
  expect((await ask('neighbour', second)).data).toMatchObject(
    ['Number 2', 'Number 1', 'Number 0'].map((subject) => ({ subject })),
  )
  await ask('neighbour', `GET ${base}/ticket/my?pageSize=0`, undefined, 400)
  const long = await ask(
    'neighbour',
    `GET ${base}/ticket/my?ticketChannelType=CustomerToTenantTicketChannel`,
  )
  expect(long).toEqual(first)
  expect(
    await ask('neighbour', `GET ${base}/ticket/my?ticketChannelType=TenantToPlatformTicketChannel`),
  ).toEqual({ data: [], count: 0 })
  await ask('neighbour', `GET ${base}/ticket/my?ticketChannelType=Sideways`, undefined, 400)
})

test('a search folds capitals, accents and Turkish letters, and finds codes and beginnings', async () => {
  const id = await createTicket('neighbour', {
    subject: 'İstanbul ŞUBESİ mükerrer çekim',
    description: 'Sipariş INV-2041',
  })
  const { code } = await ask('neighbour', `GET ${requesterPath(id)}`)
  for (const search of [
    'istanbul subesi',
    'MUKERRER',
    'inv-2041',
    '2041',
    'cek',
    code,
    code.toLowerCase(),
  ]) {
    const found = await ask('neighbour', `GET ${base}/ticket/my?${new URLSearchParams({ search })}`)
    expect([search, found.data.map((one: { ticketId: string }) => one.ticketId)]).toEqual([
      search,
      [id],
    ])
  }
  expect(await ask('merchant', `GET ${base}/ticket/my?search=istanbul`)).toMatchObject({ count: 0 })
  expect(
    await ask('operator', `GET ${base}/ticket/my?search=istanbul&customerId=${neighbour.id}`),
  ).toMatchObject({ count: 1 })
  expect(await ask('limited', `GET ${base}/ticket/my?search=istanbul`)).toMatchObject({ count: 1 })
})

test('an export is a zip that holds filename.csv, whose cells no spreadsheet runs [support.export-name]', async () => {
  await createTicket('merchant', { subject: '=HYPERLINK("http://evil.example")' })
  const answer = await call(users.merchant, `GET ${base}/ticket/my/export`)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
  const { name, text: csv } = unzip(answer.rawPayload)
  expect(name).toBe('filename.csv')
  expect(csv).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
  expect(csv).not.toMatch(/Assignee|Requester/)
})

test('the platform exports the tickets of the tenants that it names as JSON [support.export-tenants]', async () => {
  const own = await createTicket('operator', { subject: 'Of Harbour Pay' })
  await createTicket('foreign', { subject: 'Of Other Pay' })
  const csvOf = async (tenants: string) => {
    const answer = await call(
      users.staff,
      `GET ${base}/ticket/export?${new URLSearchParams({ tenants })}`,
    )
    return unzip(answer.rawPayload).text
  }
  const csv = await csvOf(JSON.stringify([tenant.id]))
  expect(csv).toContain(own)
  expect(csv).not.toContain('Of Other Pay')
  expect(await csvOf('')).toContain('Of Other Pay')
  await ask('staff', `GET ${base}/ticket/export?tenants=nonsense`, undefined, 400)
})

test('an assignment and its feed item are stored together, or neither', async () => {
  const id = await createTicket('operator')
  const assign = { assignee: users.staffColleague.id }
  // the item lies in the platform's own tenant, the ticket in the tenant that asked
  await db.owner.query(
    `alter table app.support_internal_item add constraint none_now check (kind <> 'assignment') not valid`,
  )
  await ask('staff', `POST ${platformPath(id)}/assign`, assign, 500)
  expect(await ask('staff', `GET ${platformPath(id)}`)).toMatchObject({ assignee: null })
  await db.owner.query('alter table app.support_internal_item drop constraint none_now')
  await ask('staff', `POST ${platformPath(id)}/assign`, assign)
  expect(await ask('staff', `GET ${platformPath(id)}`)).toMatchObject({
    assignee: { id: users.staffColleague.id },
  })
  expect(await ask('staff', `GET ${platformPath(id)}/feed`)).toMatchObject([{ type: 'assignment' }])
  expect(await ask('operator', `GET ${requesterPath(id)}/feed`)).toEqual([])
})

test('an assignment from a list that is stale takes no colleague’s ticket', async () => {
  const id = await createTicket('merchant')
  const [first, second] = [users.operator.id, users.colleague.id]
  await ask('operator', `POST ${agentPath(id)}/assign`, { assignee: first, from: null })
  const stale = { assignee: second, from: null }
  const refusal = await ask('colleague', `POST ${agentPath(id)}/assign`, stale, 409)
  expect(refusal).toMatchObject({ code: 'assignee.changed', params: { name: expect.any(String) } })
  await ask('operator', `POST ${agentPath(id)}/assign`, { assignee: first, from: null })
  await ask('colleague', `POST ${agentPath(id)}/assign`, { assignee: second, from: first })
  expect(await ask('operator', `GET ${agentPath(id)}`)).toMatchObject({ assignee: { id: second } })
  await ask('operator', `POST ${agentPath(id)}/assign`, { assignee: null })
  const late = { assignee: first, from: second }
  expect(await ask('operator', `POST ${agentPath(id)}/assign`, late, 409)).toMatchObject({
    code: 'assignee.removed',
  })
})

test('a ticket on which the other side wrote meanwhile is not closed unread', async () => {
  const id = await createTicket('merchant')
  const { updatedAt } = await ask('operator', `GET ${agentPath(id)}`)
  await new Promise((resolve) => setTimeout(resolve, 5))
  await ask('merchant', `POST ${requesterPath(id)}/comment`, { content: 'One more thing' })
  const close = (seen: string) => `POST ${agentPath(id)}/close?${new URLSearchParams({ seen })}`
  expect((await ask('operator', close(updatedAt), undefined, 409)).code).toBe('ticket.news')
  const now = await ask('operator', `GET ${agentPath(id)}`)
  // what one wrote oneself is nothing new, and neither is what was read
  await ask('operator', `POST ${agentPath(id)}/comment`, { content: 'Done' })
  await ask('operator', close(now.updatedAt))
  expect(await ask('operator', `GET ${agentPath(id)}`)).toMatchObject({ state: 'Closed' })
})

test('a ticket can be closed, opened, assigned, escalated, prioritised, made billable and given a Jira key [support.ticket.actions]', async () => {
  const id = await createTicket()
  expect((await ask('operator', `GET ${agentPath(id)}`)).actions).toEqual([
    'comment',
    'commentInternally',
    'close',
    'priority',
    'references',
    'invite',
    'setLabel',
    'assign',
    'escalate',
  ])
  await ask('operator', `POST ${agentPath(id)}/priority`, { priority: 'High' })
  await ask('operator', `POST ${agentPath(id)}/assign`, { assignee: users.colleague.id })
  expect(await ask('operator', `GET ${agentPath(id)}`)).toMatchObject({
    priority: 'High',
    assignee: { id: users.colleague.id },
  })
  for (const assignee of [users.merchant.id, users.foreign.id, users.limited.id, v7()]) {
    await ask('operator', `POST ${agentPath(id)}/assign`, { assignee }, 422)
  }
  // by a right of their own, without the role's
  const another = await makeUser(db, { tenant_id: tenant.id, user_type: 'tenant', permissions: [] })
  await ask('operator', `POST ${agentPath(id)}/assign`, { assignee: another.id }, 422)
  await db.owner.query(
    `update app_user set own_permissions = '{CRM.Support.Lookup}' where id = $1`,
    [another.id],
  )
  await ask('operator', `POST ${agentPath(id)}/assign`, { assignee: another.id })
  const named = `GET ${base}/assignees?ids=${another.id},${users.colleague.id},${users.foreign.id}`
  const colleagues: { id: string }[] = await ask('operator', named)
  expect(new Set(colleagues.map((one) => one.id))).toEqual(
    new Set([another.id, users.colleague.id]),
  )
  const own = await createTicket('operator')
  await ask('staff', `POST ${platformPath(own)}/billable`)
  await ask('staff', `POST ${platformPath(own)}/jiraTicket`, { jiraTicket: 'pay-12' })
  await ask('staff', `POST ${platformPath(own)}/assign`, { assignee: users.staffColleague.id })
  expect(await ask('staff', `GET ${platformPath(own)}/details`)).toMatchObject({
    billable: true,
    jiraTicket: 'PAY-12',
    assignee: { id: users.staffColleague.id },
  })
  expect(await ask('operator', `GET ${requesterPath(own)}`)).toMatchObject({
    billable: true,
    jiraTicket: null,
    assignee: null,
  })
  await ask('staff', `POST ${platformPath(own)}/non-billable`)
  await ask('staff', `POST ${platformPath(own)}/jiraTicket`, { jiraTicket: 'no key' }, 400)
  expect(await ask('staff', `GET ${platformPath(own)}`)).toMatchObject({ billable: false })
})

test('an open ticket can only be closed and a closed one opened, by both sides [support.ticket.transitions-unknown]', async () => {
  const id = await createTicket()
  await ask('merchant', `POST ${requesterPath(id)}/open`, undefined, 409)
  await ask('operator', `POST ${agentPath(id)}/close`)
  const refused = await ask('merchant', `POST ${requesterPath(id)}/close`, undefined, 409)
  expect(refused.code).toBe('ticket.already_closed')
  for (const [what, body] of [
    ['comment', { content: 'Late' }],
    ['priority', { priority: 'High' }],
  ] as const) {
    await ask('merchant', `POST ${requesterPath(id)}/${what}`, body, 409)
  }
  await ask('merchant', `POST ${requesterPath(id)}/open`)
  const feed = await ask('merchant', `GET ${requesterPath(id)}/feed`)
  expect(feed.map((one: { newState: string }) => one.newState)).toEqual(['Closed', 'Opened'])
  expect(await ask('operator', `GET ${agentPath(id)}`)).toMatchObject({
    state: 'Opened',
    closedAt: null,
    waitingOn: 'agent',
  })
})

test('the platform sets the three times by hand, and takes that back [support.ticket.times]', async () => {
  const id = await createTicket('operator')
  const at = '2026-03-01T12:00:00.000Z'
  const read = () => ask('staff', `GET ${platformPath(id)}`)
  const before = await read()
  expect(before).toMatchObject({ responseDateTime: null, resolutionDateTime: null })
  for (const [path, field] of [
    ['initial-request-time', 'initialRequestDateTime'],
    ['response-time', 'responseDateTime'],
    ['resolution-time', 'resolutionDateTime'],
  ] as const) {
    await ask('staff', `POST ${platformPath(id)}/${path}`, { [field]: at })
    expect(await read()).toMatchObject({ [field]: at })
    await ask('staff', `POST ${platformPath(id)}/${path}`, { [field]: null })
    expect((await read())[field]).toBe(before[field])
    await ask('staff', `POST ${platformPath(id)}/${path}`, { [field]: 'soon' }, 400)
  }
})

test('escalation is the tenant’s, of a customer’s open ticket, once; a refusal says why [support.ticket.create-via]', async () => {
  const id = await createTicket()
  const { ticketId } = await ask('operator', `POST ${agentPath(id)}/escalate`, input)
  expect(await ask('operator', `GET ${agentPath(id)}`)).toMatchObject({
    isEscalated: true,
    escalation: { ticketId, state: 'Opened' },
  })
  expect(await ask('operator', `GET ${requesterPath(ticketId)}`)).toMatchObject({
    escalatedFrom: { customerId: merchant.id, ticketId: id },
  })
  // neither the customer nor the platform learns of the other's ticket
  expect(JSON.stringify(await ask('merchant', `GET ${requesterPath(id)}`))).not.toContain(ticketId)
  expect(JSON.stringify(await ask('staff', `GET ${platformPath(ticketId)}`))).not.toContain(id)
  expect(await ask('merchant', `GET ${requesterPath(id)}`)).toMatchObject({
    isEscalated: false,
    escalation: null,
  })
  const refused = await ask('operator', `POST ${agentPath(id)}/escalate`, input, 409)
  expect(refused.code).toBe('ticket.already_escalated')
  const other = await createTicket()
  await ask(
    'operator',
    `POST ${agentPath(other)}/escalate`,
    { ...input, references: [{ key: 'Transaction', value: 'nothing' }] },
    422,
  )
  // nothing of what failed is left
  expect(await ask('operator', `GET ${agentPath(other)}`)).toMatchObject({ isEscalated: false })
})

test('foreign tickets, customers and tenants are the 404 of what is not there', async () => {
  const id = await createTicket()
  const own = await createTicket('operator')
  for (const [who, path] of [
    ['neighbour', requesterPath(id)],
    ['foreign', agentPath(id)],
    ['limited', agentPath(id)],
    ['operator', `${base}/ticket/${neighbour.id}/${id}`],
    ['operator', requesterPath(id)],
    ['merchant', requesterPath(own)],
    ['limited', requesterPath(own)],
    ['staff', platformPath(id)],
    ['staff', `${base}/${foreign.id}/ticket/${own}`],
  ] as const) {
    for (const what of ['', '/feed', '/feed/exportcsv'])
      await ask(who, `GET ${path}${what}`, undefined, 404)
    await ask(who, `POST ${path}/close`, undefined, 404)
  }
})

test('an operator creates a ticket for a merchant, which has it as its own and is notified', async () => {
  const some = { customerId: merchant.id, subject: 'As told on the telephone' }
  const id = await createTicket('operator', some)
  expect(await ask('operator', `GET ${agentPath(id)}`)).toMatchObject({
    customerId: merchant.id,
    ticketChannelType: 'CustomerToTenant',
    requester: '',
    waitingOn: 'agent',
  })
  expect(await ask('merchant', `GET ${requesterPath(id)}`)).toMatchObject({
    subject: some.subject,
    isUnread: true,
  })
  await ask('neighbour', `GET ${requesterPath(id)}`, undefined, 404)
  // who may not see the merchant, and a merchant itself, create none for it
  const body = { ticketCategory: 'Other', description: 'x', ...some }
  for (const who of ['limited', 'foreign', 'neighbour', 'merchant'] as const) {
    await ask(who, `POST ${base}/ticket`, body, 404)
  }
})
