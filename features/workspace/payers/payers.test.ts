// A payer's page holds what the reader may see of one e-mail or card, and no more.

import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { makeMerchant, makePayment, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { beforeAll, expect, test } from 'vitest'
import type { Payer } from './payers.contract.ts'
import { routes } from './payers.routes.ts'

const db = await testDatabase()
const { call } = await testServer(db, routes, callerFinder(db.database))
const home = await makeTenant(db, { is_platform: true })
const [tenant, other] = [await makeTenant(db), await makeTenant(db)]
const tenant_id = tenant.id
const [books, toys] = [await makeMerchant(db, { tenant_id }), await makeMerchant(db, { tenant_id })]
const stranger = await makeMerchant(db, { tenant_id: other.id })

const view = ['CRM.Transaction.View']
const own = { tenant_id, user_type: 'tenant' as const, permissions: view }
const operator = await makeUser(db, own)
const agent = await makeUser(db, { ...own, limited_to: [books.id] })
const merchant = await makeUser(db, {
  ...{ tenant_id, user_type: 'merchant', merchant_id: toys.id },
  permissions: ['Merchant.Transaction.View'],
})
const rival = await makeUser(db, { ...own, tenant_id: other.id })
const staff = await makeUser(db, {
  ...{ tenant_id: home.id, user_type: 'platform', permissions: ['Platform.Transaction.Lookup'] },
})

const visa = { card_brand: 'visa', card_first6: '424242', card_last4: '4242', card_token: 'card_a' }
const at = (merchant_id: string) => ({ tenant_id, merchant_id, customer_email: 'Jo@mail.example' })
const make = (some: Parameters<typeof makePayment>[1]) => makePayment(db, some)
let first: { readonly id: string }
let second: { readonly id: string }

beforeAll(async () => {
  first = await make({
    ...{ ...at(books.id), ...visa, amount_minor: 1000n, external_id: 'B-1' },
    ...{ authorised_minor: 1000n, captured_minor: 1000n, refunded_minor: 400n },
  })
  second = await make({ ...at(toys.id), currency: 'EUR', customer_email: 'jo@MAIL.example' })
  // another card with the same last four, another payer, Test, another tenant
  await make({ ...at(books.id), ...visa, card_token: 'card_b', customer_email: 'x@mail.example' })
  await make({ ...at(books.id), mode: 1 })
  await make({ ...at(stranger.id), tenant_id: other.id, ...visa })
  await make({ ...at(toys.id), ...visa, customer_email: 'jo.at.work@mail.example' })
  const now = new Date()
  await db.loader
    .insertInto('payment_operation')
    .values({
      ...{ tenant_id, id: newId(now), payment_id: first.id, merchant_id: books.id },
      ...{ kind: 'refund', state: 'succeeded', amount_minor: 400n, currency: 'GBP' },
      ...{ actor_type: 'user', created_at: now, reason: 'Returned goods' },
    })
    .execute()
})

async function read(
  user: { id: string },
  id: string,
  by: string,
  prefix = '/api/crm/transactions',
) {
  const answer = await call(user, `GET ${prefix}/${id}/payer/${by}`)
  return { status: answer.statusCode, payer: answer.json<Payer>() }
}
const counted = ({ totals }: Payer) => totals?.map((one) => [one.currency, one.count, one.amount])

test.each([
  ['an operator', () => operator],
  ['the platform', () => staff],
])('%s sees the e-mail’s payments of all merchants, in any case, by currency', async (_, who) => {
  const { payer } = await read(who(), first.id, 'email')
  expect(counted(payer)).toEqual([
    ['EUR', 1, 1250],
    ['GBP', 1, 1000],
  ])
  expect(payer.payments.map(({ id }) => id)).toEqual([second.id, first.id])
  expect(payer.refunds).toMatchObject([
    { externalId: 'B-1', amount: 400, reason: 'Returned goods' },
  ])
  expect(payer.cards).toMatchObject([{ last4: '4242', payments: 1, paymentId: first.id }])
})

test('a card is told from another with the same last four; its e-mails are said', async () => {
  const { payer } = await read(operator, first.id, 'card')
  expect(payer.value).toBeNull()
  expect(payer.emails.map(({ email }) => email)).toEqual([
    'jo.at.work@mail.example',
    'Jo@mail.example',
  ])
})

test('whoever is limited to a merchant sees that merchant’s part, and no payer of another payment', async () => {
  expect(counted((await read(agent, first.id, 'email')).payer)).toEqual([['GBP', 1, 1000]])
  expect((await read(agent, second.id, 'email')).status).toBe(404)
  const { payer } = await read(merchant, second.id, 'email', '/api/transactions')
  expect(counted(payer)).toEqual([['EUR', 1, 1250]])
  expect((await read(merchant, first.id, 'email', '/api/transactions')).status).toBe(404)
  expect((await read(rival, first.id, 'email')).status).toBe(404)
})

test('a payment without a card has no payer by one', async () => {
  expect((await read(operator, second.id, 'card')).status).toBe(404)
})

test.each([
  ['cards', { limited_to_methods: ['card'] }, 1],
  ['other methods than cards', { limited_to_methods: ['bank_transfer'] }, 0],
  ['the provider that has the card', { limited_to_providers: ['sandbox_alpha'] }, 1],
  ['another provider', { limited_to_providers: ['sandbox_beta'] }, 0],
])('a card that was kept without a payment, for users limited to %s', async (_, limits, seen) => {
  const [method = 'card'] = 'limited_to_methods' in limits ? limits.limited_to_methods : []
  const [provider = 'sandbox_alpha'] =
    'limited_to_providers' in limits ? limits.limited_to_providers : []
  const email = `${newId(new Date())}@mail.example`
  const merchant_id = books.id
  const paid = await make({ tenant_id, merchant_id, method, provider, customer_email: email })
  const at = new Date()
  const verified = newId(at)
  await db.loader
    .insertInto('stored_card')
    .values({
      ...{ tenant_id, id: verified, merchant_id: books.id, mode: 2, payment_id: null },
      ...{ state: 'active', provider: 'sandbox_alpha', verification: 'approved' },
      ...{ verification_currency: 'GBP', vault_reference: 'vault', customer_email: email },
      ...{ card_brand: 'visa', card_first6: '424242', card_last4: '4242', card_fingerprint: 'a' },
      ...{ card_expiry_month: 12, card_expiry_year: 2090, expires_at: at, uses: ['customer'] },
      ...{ consent_source: 'page', consented_at: at, created_at: at, updated_at: at },
    })
    .execute()
  const reader = await makeUser(db, { ...own, ...limits })
  const { payer } = await read(reader, paid.id, 'email')
  expect(payer.storedCards.map(({ id }) => id)).toEqual(seen === 1 ? [verified] : [])
})
