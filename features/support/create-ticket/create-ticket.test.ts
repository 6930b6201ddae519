import { openSupport } from '@counterfoil/tools/testing/support.ts'
import { expect, test } from 'vitest'

const { call, createTicket, upload, agentPath, base, db, tenant, users } = await openSupport()

const input = { ticketCategory: 'Processing', subject: 'Only once', description: 'D' }
type Who = keyof typeof users

const post = (who: Who, path: string, payload: object, key: string) =>
  call(users[who], `POST ${path}`, { payload, headers: { 'idempotency-key': key } })

async function countOf(subject: string): Promise<number> {
  const sql = 'select count(*)::int as n from support_ticket where subject = $1'
  return (await db.owner.query(sql, [subject])).rows[0].n
}

async function entriesOf(who: Who, action: string): Promise<number> {
  const sql = 'select id from audit_entry where actor_id = $1 and action = $2'
  return (await db.owner.query(sql, [users[who].id, action])).rows.length
}

test('a ticket that is sent twice under one key is one ticket with its files, and one audit entry', async () => {
  const file = await upload('merchant', 'receipt.txt')
  const payload = { ...input, references: [{ key: 'File', value: file }] }
  const send = () => post('merchant', `${base}/ticket`, payload, 'merchant-key')
  const [first, second] = await Promise.all([send(), send()])
  const third = await send()
  for (const answer of [second, third])
    expect([answer.statusCode, answer.body]).toEqual([200, first.body])
  expect(await countOf('Only once')).toBe(1)
  expect(await entriesOf('merchant', 'support.create')).toBe(1)
  const other = { ...input, subject: 'Another' }
  const refused = await post('merchant', `${base}/ticket`, other, 'merchant-key')
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'idempotency.key_reused'])
  // a key is its caller's own
  const neighbours = await post('neighbour', `${base}/ticket`, input, 'merchant-key')
  expect(neighbours.body).not.toBe(first.body)
  const twice = { ...input, subject: 'On purpose' }
  for (const key of ['one', 'two']) await post('merchant', `${base}/ticket`, twice, key)
  expect(await countOf('On purpose')).toBe(2)
})

test('the same for a ticket that the platform creates, and for an escalation', async () => {
  const ticket = { ...input, subject: 'For a tenant', contactEmails: [] }
  const body = { ticket, isPlatformCreatingTicket: true, tenantId: tenant.id }
  const create = () => post('staff', `${base}/${tenant.id}/ticket`, body, 'platform-key')
  const [first, second] = [await create(), await create()]
  expect([second.statusCode, second.json()]).toEqual([201, first.json()])
  expect(await countOf('For a tenant')).toBe(1)
  expect(await entriesOf('staff', 'support.create-for-tenant')).toBe(1)

  const id = await createTicket()
  const escalate = () =>
    post('operator', `${agentPath(id)}/escalate`, { ...input, subject: 'Up' }, 'escalation-key')
  const [up, again] = [await escalate(), await escalate()]
  expect([again.statusCode, again.json()]).toEqual([up.statusCode, up.json()])
  expect(await countOf('Up')).toBe(1)
  expect(await entriesOf('operator', 'support.escalate')).toBe(1)
})
