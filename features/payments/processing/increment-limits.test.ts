import {
  order,
  paymentFixture,
  testCard,
  withAcquirer,
} from '@counterfoil/tools/testing/payments.ts'
import { v7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { runOperation, takePayment } from './payments.public.ts'

// What is authorised on top counts together with what is authorised already, against the limits on amounts.

const fixture = await paymentFixture()
const { engine, owner, tenantId, merchantId } = fixture

let sent = 0
const providers = withAcquirer(fixture.providers, 'sandbox_alpha', ({ increment }) => ({
  async increment(request, signal) {
    sent += 1
    const answer = await increment?.(request, signal)
    if (answer === undefined) throw new Error('The sandbox offers increments')
    return answer
  },
}))

/** Changes settings; the next payment reads them anew. */
async function set(statement: string): Promise<void> {
  await owner.query(
    statement.replaceAll(':tenant', `'${tenantId}'`).replaceAll(':merchant', `'${merchantId}'`),
  )
  await owner.query('update tenant set settings_version = settings_version + 1')
}

const ceiling = (outcome: string, effect = 'live') =>
  set(`insert into antifraud_rule (tenant_id, id, rule, outcome, effect, currency, amount_minor, created_at)
    values (:tenant, gen_random_uuid(), 'amount_ceiling', '${outcome}', '${effect}', 'GBP', 1499, now())`)

async function ownCeiling(): Promise<void> {
  await set(`insert into merchant_screening (tenant_id, id, merchant_id, may_block, may_trust, own_rules,
      created_at, updated_at)
    values (:tenant, gen_random_uuid(), :merchant, false, false, 'block', now(), now())`)
  await set(`insert into merchant_antifraud_rule (tenant_id, id, merchant_id, rule, outcome, effect, currency,
      amount_minor, created_at, updated_at)
    values (:tenant, gen_random_uuid(), :merchant, 'amount_ceiling', 'block', 'live', 'GBP', 1499, now(), now())`)
}

async function riskLimit(column: string, currency = 'GBP'): Promise<void> {
  await set(`insert into risk_level (tenant_id, id, name, score, ${column}, currency, created_at, updated_at)
    values (:tenant, gen_random_uuid(), 'High', 3, 1499, '${currency}', now(), now())`)
  await set(`update merchant set risk_level_id = (select id from risk_level where tenant_id = :tenant)
    where tenant_id = :tenant and id = :merchant`)
}

beforeEach(async () => {
  await set(`update merchant set approval_threshold_minor = null, risk_level_id = null
    where tenant_id = :tenant and id = :merchant`)
  for (const table of ['antifraud_rule', 'merchant_antifraud_rule', 'merchant_screening']) {
    await set(`delete from ${table} where tenant_id = :tenant`)
  }
  for (const table of ['risk_level', 'whitelist_entry']) {
    await set(`delete from ${table} where tenant_id = :tenant`)
  }
  sent = 0
})

async function reserve(): Promise<string> {
  const asked = { capture: false, amountMinor: 1_000n, method: testCard() }
  return takePayment(engine, order(fixture, asked), { toResponse: ({ payment }) => payment.id })
}

const increment = (paymentId: string, amountMinor: bigint) =>
  runOperation(
    fixture.engineWith({ providers }),
    'increment',
    { paymentId, mode: 1, reason: null, amountMinor },
    {
      toResponse: ({ payment }) => Number(payment.authorisedMinor),
      idempotencyKey: { callerId: merchantId, mode: 1, key: v7(), requestHash: 'same' },
    },
  )

test.each([
  ['a ceiling that blocks', 'increment.blocked', () => ceiling('block')],
  ['a ceiling that asks for a review', 'increment.needs_review', () => ceiling('review')],
  ['the merchant’s own ceiling', 'increment.blocked', ownCeiling],
  [
    'the amount that needs approval',
    'increment.needs_approval',
    () =>
      set(`update merchant set approval_threshold_minor = 1499, home_currency = 'GBP'
        where tenant_id = :tenant and id = :merchant`),
  ],
  ['the largest payment', 'increment.above_largest', () => riskLimit('block_above_minor')],
  [
    'the risk level’s amount that needs approval',
    'increment.needs_approval',
    () => riskLimit('approval_above_minor'),
  ],
])('%s is not passed by what is authorised on top', async (_what, code, limit) => {
  const id = await reserve()
  await limit()
  const message = expect.stringContaining('The payment would be 15.00 GBP')
  await expect(increment(id, 500n)).rejects.toMatchObject({ code, status: 422, message })
  expect(sent).toBe(0)
  // up to the limit it is authorised, and no further in two steps
  expect(await increment(id, 499n)).toBe(1_499)
  await expect(increment(id, 1n)).rejects.toMatchObject({ code, status: 422 })
  expect(sent).toBe(1)
})

test.each([
  ['block_above_minor', 'increment.largest_in_other_currency'],
  ['approval_above_minor', 'increment.approval_in_other_currency'],
])(
  '%s in another currency cannot be compared, so nothing more is authorised',
  async (column, code) => {
    const id = await reserve()
    await riskLimit(column, 'EUR')
    await expect(increment(id, 1n)).rejects.toMatchObject({ code, status: 422 })
    expect(sent).toBe(0)
  },
)

test('a ceiling that flags, is in shadow or is lifted for the payer refuses nothing', async () => {
  const id = await reserve()
  await ceiling('flag')
  await ceiling('block', 'shadow')
  expect(await increment(id, 500n)).toBe(1_500)
  await ceiling('block')
  await expect(increment(id, 1n)).rejects.toMatchObject({ code: 'increment.blocked' })
  await set(`insert into whitelist_entry (tenant_id, id, kind, value, reason, created_at, updated_at)
    values (:tenant, gen_random_uuid(), 'email', 'reader@example.com', 'Known', now(), now())`)
  expect(await increment(id, 1n)).toBe(1_501)
})
