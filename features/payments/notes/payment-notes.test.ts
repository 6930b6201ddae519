import { randomUUID } from 'node:crypto'
import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { makeMerchant, makePayment, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { expect, test } from 'vitest'
import { routes } from './payment-notes.routes.ts'

const db = await testDatabase()
const { call } = await testServer(db, routes, callerFinder(db.database))
const platform = await makeTenant(db, { is_platform: true })
const [tenant, foreign] = [await makeTenant(db), await makeTenant(db)]
const shop = await makeMerchant(db, { tenant_id: tenant.id })
const rival = await makeMerchant(db, { tenant_id: tenant.id })
const payment = await makePayment(db, { tenant_id: tenant.id, merchant_id: shop.id })
const rights = (side: string, view = `${side}.Transaction.View`) => [
  view,
  `${side}.Transaction.Actions.Note`,
]
const operator = (some: object = {}) =>
  makeUser(db, {
    ...{ tenant_id: tenant.id, user_type: 'tenant', permissions: rights('CRM') },
    ...some,
  })
const ofMerchant = (merchant_id: string) =>
  makeUser(db, {
    ...{ tenant_id: tenant.id, user_type: 'merchant', merchant_id },
    permissions: rights('Merchant'),
  })
const agent = await operator()
const cashier = await ofMerchant(shop.id)
const staff = await makeUser(db, {
  ...{ tenant_id: platform.id, user_type: 'platform' },
  permissions: rights('Platform', 'Platform.Transaction.Lookup'),
})
type Person = { readonly id: string }

const path = `/api/payments/${payment.id}/notes`
const write = (by: Person, text: string, key: string = randomUUID()) =>
  call(by, `POST ${path}`, { payload: { text }, headers: { 'idempotency-key': key } })
const read = async (by: Person) => {
  const answer = await call(by, `GET ${path}`)
  return answer.statusCode === 200
    ? answer.json().data.map((note: { text: string }) => note.text)
    : answer.statusCode
}

test('notes have author and time; merchants see their own alone, operators all of them', async () => {
  const written = await write(agent, 'The payer\ncalled.')
  expect(written.statusCode).toBe(201)
  expect(written.json()).toMatchObject({
    ...{ text: 'The payer\ncalled.', isInternal: true },
    authorName: `${agent.first_name} ${agent.last_name}`,
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
  })
  expect((await write(cashier, 'Sent again by post')).json().isInternal).toBe(false)
  expect((await write(staff, 'Seen by the platform')).statusCode).toBe(201)
  const all = ['Seen by the platform', 'Sent again by post', 'The payer\ncalled.']
  expect(await read(agent)).toEqual(all)
  expect(await read(staff)).toEqual(all)
  expect(await read(cashier)).toEqual(['Sent again by post'])
})

test('an entry says that something was noted and by whom, and quotes nothing', async () => {
  await write(agent, 'SECRET of the agent')
  const entries = await db.loader
    .selectFrom('audit_entry')
    .select(['actor_id', 'record_id', 'after'])
    .where('action', '=', 'payments.add-note')
    .where('actor_id', '=', agent.id)
    .execute()
  expect(entries.at(-1)).toMatchObject({ record_id: payment.id, after: { isInternal: true } })
  expect(JSON.stringify(entries)).not.toContain('SECRET')
})

test('a note that is sent again, because its answer did not come, is written once', async () => {
  const send = () => write(agent, 'Sent twice', 'a note')
  const [one, again] = [await send(), await send()]
  expect([one.statusCode, again.body]).toEqual([201, one.body])
  expect((await read(agent)).filter((text: string) => text === 'Sent twice')).toHaveLength(1)
})

test('whoever does not see the payment neither reads nor writes', async () => {
  const others = [
    await ofMerchant(rival.id),
    await operator({ tenant_id: foreign.id }),
    await operator({ limited_to: [rival.id] }),
    await operator({ limited_to_methods: ['alternative'] }),
  ]
  for (const other of others) {
    expect(await read(other)).toBe(404)
    expect((await write(other, 'x')).statusCode).toBe(404)
  }
})

test('looking alone writes nothing', async () => {
  const reader = await operator({ permissions: ['CRM.Transaction.View'] })
  expect((await write(reader, 'x')).statusCode).toBe(403)
  expect(await read(reader)).toContain('Sent again by post')
})

test.each([
  ['a card number', 'card 4242 4242 4242 4242', 'card.in_text'],
  ['nothing', '   ', 'request.invalid'],
  ['too much', 'x'.repeat(2001), 'request.invalid'],
])('%s is refused', async (_, text, code) => {
  const answer = await write(agent, text)
  expect(answer.json().code).toBe(code)
  expect(await read(agent)).not.toContain(text)
})
