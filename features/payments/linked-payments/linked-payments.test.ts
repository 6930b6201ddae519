// What a payment has in common with others: counted within what the reader may see, and by what became of them.
import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { makeMerchant, makePayment, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { beforeAll, expect, test } from 'vitest'
import type { PaymentLink } from './linked-payments.contract.ts'
import { routes } from './linked-payments.routes.ts'

const db = await testDatabase()
const { call } = await testServer(db, routes, callerFinder(db.database))
const [tenant, other] = [await makeTenant(db), await makeTenant(db)]
const tenant_id = tenant.id
const [books, toys] = [await makeMerchant(db, { tenant_id }), await makeMerchant(db, { tenant_id })]
const stranger = await makeMerchant(db, { tenant_id: other.id })
const operator = await makeUser(db, {
  ...{ tenant_id, user_type: 'tenant', permissions: ['CRM.Transaction.View'] },
})
const merchant = await makeUser(db, {
  ...{ tenant_id, user_type: 'merchant', merchant_id: books.id },
  permissions: ['Merchant.Transaction.View'],
})
const rival = await makeUser(db, {
  ...{ tenant_id: other.id, user_type: 'tenant', permissions: ['CRM.Transaction.View'] },
})

const visa = { card_brand: 'visa', card_first6: '424242', card_last4: '4242', card_token: 'card_a' }
const origin = { customer_ip: '203.0.113.7', customer_device: 'device-1' }
let held: { readonly id: string }

beforeAll(async () => {
  const at = (merchant_id: string) => ({ tenant_id, merchant_id })
  held = await makePayment(db, {
    ...{ ...at(books.id), ...visa, ...origin, customer_email: 'jo@mail.example' },
    status: 'waiting_for_approval',
  })
  await makePayment(db, { ...at(books.id), ...visa, status: 'declined', customer_email: null })
  await makePayment(db, { ...at(toys.id), ...visa, dispute_state: 'opened', customer_email: null })
  await makePayment(db, { ...at(toys.id), ...origin, customer_email: 'else@mail.example' })
  // the same card in Test, and everything of it at another tenant
  await makePayment(db, { ...at(books.id), ...visa, mode: 1 })
  await makePayment(db, { tenant_id: other.id, merchant_id: stranger.id, ...visa, ...origin })
})

async function links(user: { id: string }, prefix = '/api/crm/transactions') {
  const answer = await call(user, `GET ${prefix}/${held.id}/links`)
  return { status: answer.statusCode, links: answer.json<PaymentLink[]>() }
}
const none = { payments: 0, refused: 0, disputed: 0, cards: 0, emails: 0 }

test('an operator sees what became of the others, by what they have in common', async () => {
  expect((await links(operator)).links).toEqual([
    { by: 'email', value: 'jo@mail.example', ...none },
    { by: 'card', value: null, payments: 2, refused: 1, disputed: 1, cards: 1, emails: 0 },
    { by: 'address', value: '203.0.113.7', ...none, payments: 1, emails: 1 },
    { by: 'device', value: 'device-1', ...none, payments: 1, emails: 1 },
  ])
})

test('a merchant sees its own alone', async () => {
  const { links: own } = await links(merchant, '/api/transactions')
  expect(own.map(({ by, payments }) => [by, payments])).toEqual([
    ['email', 0],
    ['card', 1],
    ['address', 0],
    ['device', 0],
  ])
})

test('another tenant finds no such payment', async () => {
  expect((await links(rival)).status).toBe(404)
})
