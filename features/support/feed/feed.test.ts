import { openSupport } from '@counterfoil/tools/testing/support.ts'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { maxFeedItems } from './feed.queries.ts'

const {
  ask,
  call,
  createTicket,
  upload,
  agentPath,
  platformPath,
  requesterPath,
  base,
  users,
  tenant,
  merchant,
  neighbour,
  db,
} = await openSupport()

interface Item {
  readonly type: string
  readonly kind?: string
  readonly itemId: string
}

test('the feed has comments, assignments, changes, references and invitations, in order [support.feed.kinds] [support.feed.comment-kinds]', async () => {
  const id = await createTicket()
  await ask('merchant', `POST ${requesterPath(id)}/comment`, { content: 'One' })
  await ask('operator', `POST ${agentPath(id)}/assign`, { assignee: users.colleague.id })
  await ask('operator', `POST ${agentPath(id)}/priority`, { priority: 'Low' })
  await ask('operator', `POST ${agentPath(id)}/invite-external-party`, {
    externalPartyEmail: 'Expert@Bank.example',
    invitationDescription: 'Knows why',
  })
  await ask('operator', `POST ${agentPath(id)}/close`)
  const feed: Item[] = await ask('operator', `GET ${agentPath(id)}/feed`)
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
  const seen: Item[] = await ask('merchant', `GET ${requesterPath(id)}/feed`)
  expect(seen.map((one) => one.type)).toEqual([
    'comment',
    'priorityChange',
    'externalPartyInvitation',
    'statusChange',
  ])
  expect(JSON.stringify(seen)).not.toContain(users.operator.last_name)
})

test('comments are marked as read by each reader alone [support.ticket.mark-read]', async () => {
  const id = await createTicket()
  await ask('operator', `POST ${agentPath(id)}/comment`, { content: 'Hello' })
  const unread = async () => (await ask('merchant', `GET ${requesterPath(id)}/feed`))[0].isUnread
  expect(await unread()).toBe(true)
  await ask('merchant', `POST ${requesterPath(id)}/feed/mark-comments-as-read`)
  expect(await unread()).toBe(false)
  await ask('operator', `POST ${agentPath(id)}/comment`, { content: 'Again' })
  expect(await ask('merchant', `GET ${requesterPath(id)}`)).toMatchObject({ isUnread: true })
  expect(await ask('colleague', `GET ${agentPath(id)}`)).toMatchObject({ isUnread: true })
})

test('comments that came behind the last one that was seen stay unread, and a mark never goes back', async () => {
  const id = await createTicket()
  const markRead = (body?: object) =>
    ask('operator', `POST ${agentPath(id)}/feed/mark-comments-as-read`, body)
  const unread = async () => {
    const feed = await ask('operator', `GET ${agentPath(id)}/feed`)
    return feed.map((item: { isUnread: boolean }) => item.isUnread)
  }
  const isTicketUnread = async () => (await ask('operator', `GET ${agentPath(id)}`)).isUnread
  await markRead({ lastItemId: null })
  expect(await isTicketUnread()).toBe(false)
  const comment = (content: string) =>
    ask('merchant', `POST ${requesterPath(id)}/comment`, { content })
  const [first, second] = [await comment('One'), await comment('Two')]
  await markRead({ lastItemId: null })
  expect(await unread()).toEqual([true, true])
  await markRead({ lastItemId: first.itemId })
  expect([await unread(), await isTicketUnread()]).toEqual([[false, true], true])
  await markRead({ lastItemId: second.itemId })
  await markRead({ lastItemId: first.itemId })
  expect([await unread(), await isTicketUnread()]).toEqual([[false, false], false])
  await comment('Three')
  await markRead()
  expect(await unread()).toEqual([false, false, false])
  const other = await createTicket()
  const elsewhere = await ask('merchant', `POST ${requesterPath(other)}/comment`, { content: 'x' })
  const path = `POST ${agentPath(id)}/feed/mark-comments-as-read`
  await ask('operator', path, { lastItemId: elsewhere.itemId }, 404)
})

test('another priority is unread for the other side, like any other change', async () => {
  const id = await createTicket()
  await ask('operator', `POST ${agentPath(id)}/feed/mark-comments-as-read`)
  await ask('merchant', `POST ${requesterPath(id)}/priority`, { priority: 'High' })
  expect(await ask('operator', `GET ${agentPath(id)}`)).toMatchObject({ isUnread: true })
  expect(await ask('merchant', `GET ${requesterPath(id)}`)).toMatchObject({ isUnread: false })
})

test('an internal comment does not reach the other side by any call', async () => {
  const secret = 'NOBODY-OUTSIDE'
  const id = await createTicket()
  const tenantTicket = await createTicket('operator')
  await ask('operator', `POST ${agentPath(id)}/comment`, {
    content: `${secret} tenant`,
    isInternal: true,
  })
  await ask('staff', `POST ${platformPath(tenantTicket)}/comment`, {
    content: `${secret} platform`,
    isInternal: true,
  })
  await ask('operator', `POST ${requesterPath(tenantTicket)}/comment`, {
    content: `${secret} asking`,
    isInternal: true,
  })
  for (const [who, path, list] of [
    ['merchant', requesterPath(id), 'ticket/my'],
    ['operator', requesterPath(tenantTicket), 'ticket/my?ticketChannelType=TenantToPlatform'],
    ['staff', platformPath(tenantTicket), 'ticket'],
  ] as const) {
    const answers = await Promise.all([
      ask(who, `GET ${path}`),
      ask(who, `GET ${path}/feed`),
      ask(who, `GET ${path}/feed/exportcsv`),
      ask(who, `GET ${base}/${list}`),
      ask(who, `GET ${base}/overview`),
    ])
    const comments = JSON.stringify(answers).match(/NOBODY-OUTSIDE \w+/g) ?? []
    const mine = { merchant: [], operator: ['asking'], staff: ['platform'] }[who]
    expect([who, [...new Set(comments)]]).toEqual([who, mine.map((one) => `${secret} ${one}`)])
  }
  await ask(
    'merchant',
    `POST ${requesterPath(id)}/comment`,
    { content: 'x', isInternal: true },
    422,
  )
  // row-level security: the merchant's scope does not contain the row, whatever the query
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
  const id = await createTicket()
  const { lastItemId } = await ask('operator', `GET ${agentPath(id)}`)
  await ask('merchant', `POST ${requesterPath(id)}/comment`, { content: 'It works again!' })
  const refused = await ask(
    'operator',
    `POST ${agentPath(id)}/comment`,
    { content: 'We are looking', lastItemId },
    409,
  )
  expect(refused.code).toBe('ticket.changed')
  expect(refused.errors[0].message).toContain('It works again!')
  const seen = await ask('operator', `GET ${agentPath(id)}`)
  await ask('operator', `POST ${agentPath(id)}/comment`, {
    content: 'Glad to hear',
    lastItemId: seen.lastItemId,
  })
  expect(await ask('merchant', `GET ${requesterPath(id)}/feed`)).toMatchObject([
    { content: 'It works again!' },
    { content: 'Glad to hear' },
  ])
})

test('the same request twice is one comment, with one audit entry', async () => {
  const id = await createTicket()
  const send = (who: 'merchant' | 'operator', path: string, payload: object) =>
    call(users[who], `POST ${path}/comment`, {
      payload,
      headers: { 'idempotency-key': 'one-and-the-same' },
    })
  for (const [who, path, payload] of [
    ['merchant', requesterPath(id), { content: 'Once' }],
    ['operator', agentPath(id), { content: 'Among us', isInternal: true }],
  ] as const) {
    const [first, second] = [await send(who, path, payload), await send(who, path, payload)]
    expect([second.statusCode, second.json()]).toEqual([first.statusCode, first.json()])
    const entries = await db.owner.query(
      `select action from audit_entry where actor_id = $1 and action like 'support.comment%'
       and (record_id = $2 or record_id = '')`,
      [users[who].id, id],
    )
    expect(entries.rows).toHaveLength(1)
  }
  expect(await ask('operator', `GET ${agentPath(id)}/feed`)).toHaveLength(2)
})

test('a comment carries its attachments: stored with it, answered with it, read by both sides', async () => {
  const id = await createTicket()
  const fileId = await upload('operator', 'statement.txt')
  const attachment = { fileId, name: 'statement.txt', contentType: 'text/plain' }
  const send = () =>
    call(users.operator, `POST ${agentPath(id)}/comment`, {
      payload: { content: 'Here it is', attachments: [fileId] },
      headers: { 'idempotency-key': 'comment-with-a-file' },
    })
  const [first, second] = [await send(), await send()]
  expect(first.json()).toMatchObject({ content: 'Here it is', attachments: [attachment] })
  expect(second.json()).toEqual(first.json())
  const feed: Item[] = await ask('merchant', `GET ${requesterPath(id)}/feed`)
  expect(feed).toMatchObject([{ type: 'comment', attachments: [attachment] }])
  expect((await ask('merchant', `GET ${requesterPath(id)}`)).references).toMatchObject([
    { kind: 'attachment', key: fileId, name: 'statement.txt' },
  ])
  expect(await ask('merchant', `GET /api/fs/file/${fileId}`)).toBe('statement.txt')
  await ask('neighbour', `GET /api/fs/file/${fileId}`, undefined, 404)
  const { body } = await call(users.merchant, `GET ${requesterPath(id)}/feed/exportcsv`)
  expect(body).toContain('"Here it is\nstatement.txt"')
})

test('a comment with a file that is not the writer’s is not stored', async () => {
  const id = await createTicket()
  const fileId = await upload('colleague', 'theirs.txt')
  const body = { content: 'Look', attachments: [fileId] }
  expect((await ask('operator', `POST ${agentPath(id)}/comment`, body, 422)).code).toBe(
    'reference.unknown_file',
  )
  const internal = { ...body, isInternal: true }
  await ask('operator', `POST ${agentPath(id)}/comment`, internal, 422)
  expect(await ask('operator', `GET ${agentPath(id)}/feed`)).toEqual([])
})

test('the attachments of an internal comment are for the writer’s organisation alone', async () => {
  const id = await createTicket()
  const own = await createTicket('operator')
  for (const [writer, reader, path, others] of [
    ['operator', 'colleague', agentPath(id), ['merchant', 'staff', 'foreign', 'limited']],
    ['staff', 'staffColleague', platformPath(own), ['operator', 'merchant']],
  ] as const) {
    const fileId = await upload(writer, 'secret.txt')
    const body = { content: 'For us', attachments: [fileId], isInternal: true }
    const item = await ask(writer, `POST ${path}/comment`, body)
    expect(item).toMatchObject({ isInternal: true, attachments: [{ fileId }] })
    expect(await ask(reader, `GET ${path}/feed`)).toMatchObject([{ attachments: [{ fileId }] }])
    expect((await ask(reader, `GET ${path}`)).references).toEqual([])
    expect(await ask(reader, `GET /api/fs/file/${fileId}`)).toBe('secret.txt')
    for (const other of others) {
      await ask(other, `GET /api/fs/file/${fileId}`, undefined, 404)
    }
  }
})

test('a public comment of the platform shows its attachments on the customer’s ticket too', async () => {
  const id = await createTicket()
  const { ticketId } = await ask('operator', `POST ${agentPath(id)}/escalate`, {
    ticketCategory: 'Processing',
    subject: 'Acquirer does not answer',
    description: 'Since noon.',
  })
  const fileId = await upload('staff', 'answer.txt', `/api/fs/${tenant.id}/file`)
  const body = { content: 'Read this', attachments: [fileId] }
  await ask('staff', `POST ${platformPath(ticketId)}/comment`, body)
  expect(await ask('operator', `GET ${agentPath(id)}/feed`)).toMatchObject([
    { type: 'escalation' },
    { isFromEscalation: true, attachments: [{ fileId, name: 'answer.txt' }] },
  ])
  expect(await ask('operator', `GET /api/fs/file/${fileId}`)).toBe('answer.txt')
})

test('two who have a ticket open see each other, the other side does not', async () => {
  const id = await createTicket()
  expect(await ask('operator', `POST ${agentPath(id)}/presence`)).toEqual({ others: [] })
  expect(await ask('colleague', `POST ${agentPath(id)}/presence`)).toMatchObject({
    others: [{ id: users.operator.id }],
  })
  expect(await ask('operator', `POST ${agentPath(id)}/presence`)).toMatchObject({
    others: [{ id: users.colleague.id }],
  })
  expect(await ask('merchant', `POST ${requesterPath(id)}/presence`)).toEqual({ others: [] })
})

test('the feed is exported as filename.csv, whose cells no spreadsheet runs [support.feed.export-name]', async () => {
  const id = await createTicket()
  await ask('merchant', `POST ${requesterPath(id)}/comment`, {
    content: '=1+1 "quoted", <script>\nnext',
  })
  const answer = await call(users.merchant, `GET ${requesterPath(id)}/feed/exportcsv`)
  expect(answer.headers['content-disposition']).toBe('attachment; filename="filename.csv"')
  expect(answer.headers['content-type']).toMatch('text/csv')
  expect(answer.body).toContain(`"'=1+1 ""quoted"", <script>\nnext"`)
})

test('a long feed shows its newest items, and its export has all of them', async () => {
  const id = await createTicket()
  await ask('merchant', `POST ${requesterPath(id)}/comment`, { content: 'The first of many' })
  await db.owner.query(
    `insert into support_feed_item
     select (jsonb_populate_record(f, jsonb_build_object('id', another, 'request_key', null, 'content', 'more'))).*
     from support_feed_item as f, unnest($2::uuid[]) as another
     where f.ticket_id = $1 and f.content = 'The first of many'`,
    [id, Array.from({ length: maxFeedItems }, () => v7())],
  )
  const shown: Item[] = await ask('merchant', `GET ${requesterPath(id)}/feed`)
  expect(shown.length).toBe(maxFeedItems)
  const { body } = await call(users.merchant, `GET ${requesterPath(id)}/feed/exportcsv`)
  expect(body).toContain('The first of many')
  expect(body.match(/more/g)?.length).toBe(maxFeedItems)
})

test('bad input is refused, and what is text stays text', async () => {
  const id = await createTicket('merchant', {
    subject: '<img src=x onerror=alert(1)>',
    description: "'; drop table support_ticket; --",
  })
  expect(await ask('operator', `GET ${agentPath(id)}`)).toMatchObject({
    subject: '<img src=x onerror=alert(1)>',
    description: "'; drop table support_ticket; --",
  })
  for (const content of ['', '   ', 'x'.repeat(20_001), 7, null])
    await ask('merchant', `POST ${requesterPath(id)}/comment`, { content }, 400)
  await ask(
    'merchant',
    `POST ${requesterPath(id)}/comment`,
    { content: 'x'.repeat(1_000_000) },
    400,
  )
  await ask('merchant', `POST ${requesterPath(id)}/priority`, { priority: 'Huge' }, 400)
  await ask('merchant', `POST ${requesterPath(id)}/references`, { references: [] }, 400)
  await ask(
    'merchant',
    `POST ${requesterPath(id)}/invite-external-party`,
    { externalPartyEmail: 'nobody' },
    400,
  )
  expect(await ask('merchant', `GET ${requesterPath(id)}/feed`)).toEqual([])
})

test('a ticket is found by its whole description, by comments that both sides read and by records that were added', async () => {
  const words = Array.from({ length: 200 }, (_, index) => `word${index}`).join(' ')
  const id = await createTicket('merchant', { description: `${words} zanzibar` })
  await ask('merchant', `POST ${requesterPath(id)}/comment`, {
    content: 'The chargeback of Üsküdar',
  })
  await ask('operator', `POST ${agentPath(id)}/comment`, { content: 'hush', isInternal: true })
  await ask('operator', `POST ${agentPath(id)}/references`, {
    references: [neighbour.id, merchant.id].map((value) => ({ key: 'Customer', value })),
  })
  const found = async (who: 'merchant' | 'operator' | 'neighbour', search: string) =>
    (await ask(who, `GET ${base}/ticket/my?search=${search}`)).count
  for (const search of ['zanzibar', 'uskudar', 'books']) {
    expect([search, await found('merchant', search)]).toEqual([search, 1])
    expect([search, await found('operator', search)]).toEqual([search, 1])
    expect([search, await found('neighbour', search)]).toEqual([search, 0])
  }
  // an internal comment and another merchant's record are hidden from the requester
  for (const search of ['hush', 'crafts']) {
    expect([search, await found('merchant', search)]).toEqual([search, 0])
  }
})
