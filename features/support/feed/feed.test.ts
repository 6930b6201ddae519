import { openSupport } from '@counterfoil/tools/testing/support.ts'
import { expect, test } from 'vitest'

const { ask, call, raise, asDesk, asPlatform, asRequester, base, users, db } = await openSupport()

interface Item {
  readonly type: string
  readonly kind?: string
  readonly itemId: string
}

test('the feed has comments, assignments, changes, references and invitations, in order [support.feed.kinds] [support.feed.comment-kinds]', async () => {
  const id = await raise()
  await ask('merchant', `POST ${asRequester(id)}/comment`, { content: 'One' })
  await ask('operator', `POST ${asDesk(id)}/assign`, { assignee: users.colleague.id })
  await ask('operator', `POST ${asDesk(id)}/priority`, { priority: 'Low' })
  await ask('operator', `POST ${asDesk(id)}/invite-external-party`, {
    externalPartyEmail: 'Expert@Bank.example',
    invitationDescription: 'Knows why',
  })
  await ask('operator', `POST ${asDesk(id)}/close`)
  const feed: Item[] = await ask('operator', `GET ${asDesk(id)}/feed`)
  expect(feed.map((one) => one.type)).toEqual([
    'comment',
    'assignment',
    'priorityChange',
    'externalPartyInvitation',
    'statusChange',
  ])
  expect(feed[0]).toMatchObject({ kind: 'customer', isUnread: true, isOwnSide: false })
  expect(feed[3]).toMatchObject({
    externalPartyEmail: 'expert@bank.example',
    invitationDescription: 'Knows why',
  })
  // who works on it is not the customer's to know
  const seen: Item[] = await ask('merchant', `GET ${asRequester(id)}/feed`)
  expect(seen.map((one) => one.type)).toEqual([
    'comment',
    'priorityChange',
    'externalPartyInvitation',
    'statusChange',
  ])
  expect(JSON.stringify(seen)).not.toContain(users.operator.last_name)
})

test('comments are marked as read by each reader alone [support.ticket.mark-read]', async () => {
  const id = await raise()
  await ask('operator', `POST ${asDesk(id)}/comment`, { content: 'Hello' })
  const unread = async () => (await ask('merchant', `GET ${asRequester(id)}/feed`))[0].isUnread
  expect(await unread()).toBe(true)
  await ask('merchant', `POST ${asRequester(id)}/feed/mark-comments-as-read`)
  expect(await unread()).toBe(false)
  await ask('operator', `POST ${asDesk(id)}/comment`, { content: 'Again' })
  expect(await ask('merchant', `GET ${asRequester(id)}`)).toMatchObject({ isUnread: true })
  expect(await ask('colleague', `GET ${asDesk(id)}`)).toMatchObject({ isUnread: true })
})

test('an internal comment reaches nobody of the other side by anything', async () => {
  const secret = 'NOBODY-OUTSIDE'
  const id = await raise()
  const own = await raise('operator')
  await ask('operator', `POST ${asDesk(id)}/comment`, {
    content: `${secret} tenant`,
    isInternal: true,
  })
  await ask('staff', `POST ${asPlatform(own)}/comment`, {
    content: `${secret} platform`,
    isInternal: true,
  })
  await ask('operator', `POST ${asRequester(own)}/comment`, {
    content: `${secret} asking`,
    isInternal: true,
  })
  for (const [who, path, list] of [
    ['merchant', asRequester(id), 'ticket/my'],
    ['operator', asRequester(own), 'ticket/my?ticketChannelType=TenantToPlatform'],
    ['staff', asPlatform(own), 'ticket'],
  ] as const) {
    const answers = await Promise.all([
      ask(who, `GET ${path}`),
      ask(who, `GET ${path}/feed`),
      ask(who, `GET ${path}/feed/exportcsv`),
      ask(who, `GET ${base}/${list}`),
      ask(who, `GET ${base}/overview`),
    ])
    const said = JSON.stringify(answers).match(/NOBODY-OUTSIDE \w+/g) ?? []
    const mine = { merchant: [], operator: ['asking'], staff: ['platform'] }[who]
    expect([who, [...new Set(said)]]).toEqual([who, mine.map((one) => `${secret} ${one}`)])
  }
  await ask('merchant', `POST ${asRequester(id)}/comment`, { content: 'x', isInternal: true }, 422)
  // the second wall: the merchant's own scope does not hold the row, whatever a query asks
  const client = await db.database.connect('app')
  await client.query('begin')
  await client.query('select app.set_scope($1, $2)', [
    users.merchant.tenant_id,
    [users.merchant.merchant_id],
  ])
  const merchantSees = await client.query('select id from support_internal_item')
  await client.query('select app.set_scope($1, null)', [users.operator.tenant_id])
  const tenantSees = await client.query(
    `select content from support_internal_item where kind = 'comment' order by content`,
  )
  await client.end()
  expect(merchantSees.rows).toEqual([])
  expect(tenantSees.rows.map((row) => row.content)).toEqual([
    `${secret} asking`,
    `${secret} tenant`,
  ])
})

test('a comment on a ticket that changed meanwhile is not stored before its writer has seen what changed', async () => {
  const id = await raise()
  const { lastItemId } = await ask('operator', `GET ${asDesk(id)}`)
  await ask('merchant', `POST ${asRequester(id)}/comment`, { content: 'It works again!' })
  const refused = await ask(
    'operator',
    `POST ${asDesk(id)}/comment`,
    { content: 'We are looking', lastItemId },
    409,
  )
  expect(refused.code).toBe('ticket.changed')
  expect(refused.errors[0].message).toContain('It works again!')
  const seen = await ask('operator', `GET ${asDesk(id)}`)
  await ask('operator', `POST ${asDesk(id)}/comment`, {
    content: 'Glad to hear',
    lastItemId: seen.lastItemId,
  })
  expect(await ask('merchant', `GET ${asRequester(id)}/feed`)).toMatchObject([
    { content: 'It works again!' },
    { content: 'Glad to hear' },
  ])
})

test('the same request twice is one comment', async () => {
  const id = await raise()
  const send = () =>
    call(users.merchant, `POST ${asRequester(id)}/comment`, {
      payload: { content: 'Once' },
      headers: { 'idempotency-key': 'one-and-the-same' },
    })
  const [first, second] = [await send(), await send()]
  expect(second.json()).toEqual(first.json())
  expect(await ask('merchant', `GET ${asRequester(id)}/feed`)).toHaveLength(1)
})

test('two who have a ticket open see each other, the other side does not', async () => {
  const id = await raise()
  expect(await ask('operator', `POST ${asDesk(id)}/presence`)).toEqual({ others: [] })
  expect(await ask('colleague', `POST ${asDesk(id)}/presence`)).toMatchObject({
    others: [{ id: users.operator.id }],
  })
  expect(await ask('operator', `POST ${asDesk(id)}/presence`)).toMatchObject({
    others: [{ id: users.colleague.id }],
  })
  expect(await ask('merchant', `POST ${asRequester(id)}/presence`)).toEqual({ others: [] })
})

test('the feed is exported as filename.csv, whose cells no spreadsheet runs [support.feed.export-name]', async () => {
  const id = await raise()
  await ask('merchant', `POST ${asRequester(id)}/comment`, {
    content: '=1+1 "quoted", <script>\nnext',
  })
  const answer = await call(users.merchant, `GET ${asRequester(id)}/feed/exportcsv`)
  expect(answer.headers['content-disposition']).toBe('attachment; filename="filename.csv"')
  expect(answer.headers['content-type']).toMatch('text/csv')
  expect(answer.body).toContain(`"'=1+1 ""quoted"", <script>\nnext"`)
})

test('bad input is refused, and what is text stays text', async () => {
  const id = await raise('merchant', {
    subject: '<img src=x onerror=alert(1)>',
    description: "'; drop table support_ticket; --",
  })
  expect(await ask('operator', `GET ${asDesk(id)}`)).toMatchObject({
    subject: '<img src=x onerror=alert(1)>',
    description: "'; drop table support_ticket; --",
  })
  for (const content of ['', '   ', 'x'.repeat(20_001), 7, null])
    await ask('merchant', `POST ${asRequester(id)}/comment`, { content }, 400)
  await ask('merchant', `POST ${asRequester(id)}/comment`, { content: 'x'.repeat(1_000_000) }, 400)
  await ask('merchant', `POST ${asRequester(id)}/priority`, { priority: 'Huge' }, 400)
  await ask('merchant', `POST ${asRequester(id)}/references`, { references: [] }, 400)
  await ask(
    'merchant',
    `POST ${asRequester(id)}/invite-external-party`,
    { externalPartyEmail: 'nobody' },
    400,
  )
  expect(await ask('merchant', `GET ${asRequester(id)}/feed`)).toEqual([])
})
