import { recordDispute } from '@counterfoil/features/payments/disputes/disputes.public.ts'
import {
  type ActionResult,
  requestPayout,
  takePayment,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import type { AcquirerDispute } from '@counterfoil/providers/acquirers/acquirer.ts'
import { order, paymentFixture } from '@counterfoil/tools/testing/payments.ts'
import pg from 'pg'
import { v7 } from 'uuid'
import { afterAll, describe, expect, test } from 'vitest'
import { accounts, entriesOf, postingKinds } from './ledger.rules.ts'

// What the application's role can write in SQL, with the scope of a tenant: whole postings, and no more than that.

// the clock stands: what a busy machine takes longer than three seconds for is not sent to the acquirer
const startedAt = new Date()
const fixture = await paymentFixture({ now: () => startedAt })
const { owner, tenantId, merchantId } = fixture
const idempotencyKey = {
  ...{ callerId: tenantId, mode: 0 as const, key: 'once', requestHash: 'the same' },
}
const payment = await takePayment(fixture.engine, order(fixture), {
  idempotencyKey,
  toResponse: ({ payment: { id } }: ActionResult) => ({ id }),
})
await requestPayout(
  fixture.engine,
  { paymentId: payment.id, mode: 1, amountMinor: 100n, reason: 'a prize' },
  { toResponse: () => null },
)
const engine = fixture.engineWith({ actor: { type: 'acquirer', id: null } })
const dispute: AcquirerDispute = {
  ...{ reference: 'D-1', sequence: 2, state: 'opened', amountMinor: 300n, lostMinor: 0n },
  ...{ stage: 'chargeback', currency: 'GBP', reasonCode: 'fraud', respondBy: null },
}
await recordDispute(engine, { paymentId: payment.id, provider: 'sandbox_alpha', dispute })

const app = new pg.Client({ connectionString: fixture.urls.app, options: '-c search_path=app' })
await app.connect()
afterAll(() => app.end())

/** Runs a statement with the scope of a tenant; the code of what refuses it, and nothing is kept. */
async function refusalOf(
  sql: string,
  values: unknown[] = [],
  merchants: readonly string[] | null = null,
): Promise<string | undefined> {
  await app.query('begin')
  try {
    await app.query('select set_scope($1, $2)', [tenantId, merchants])
    await app.query(sql, values)
    return undefined
  } catch (error) {
    return (error as { code: string }).code
  } finally {
    await app.query('rollback')
  }
}

interface Entry {
  readonly posting?: string
  readonly kind?: string
  readonly account: string
  readonly amount: number
}

const postingId = v7()
const pair: readonly Entry[] = [
  { account: 'acquirer_receivable', amount: 5 },
  { account: 'merchant_available', amount: -5 },
]

const post = (
  entries: readonly Entry[],
  some: {
    tenant?: string
    merchant?: string
    currency?: string
    mode?: number
    merchants?: string[]
  } = {},
) =>
  refusalOf(
    'select post_to_ledger($1, $2, $3, $4, $5, $6, now(), $7)',
    [
      some.tenant ?? tenantId,
      some.merchant ?? merchantId,
      some.mode ?? 1,
      some.currency ?? 'GBP',
      payment.id,
      v7(),
      JSON.stringify(
        entries.map((one) => ({ id: v7(), posting: postingId, kind: 'capture', ...one })),
      ),
    ],
    some.merchants,
  )

const denied = '42501'
const wrong = '23514'

describe('a posting', () => {
  test('is taken as a whole', async () => {
    expect(await post(pair)).toBeUndefined()
    expect(await post(pair, { merchants: [merchantId] })).toBeUndefined()
  })

  test("is of the caller's tenant alone", async () => {
    expect(await post(pair, { tenant: v7() })).toBe(denied)
  })

  test.each<[string, readonly Entry[], object]>([
    ['with one side', pair.slice(0, 1), {}],
    ['without entries', [], {}],
    ['that does not sum to zero', [pair[0] as Entry, { account: 'bank', amount: -4 }], {}],
    ['of three entries', [...pair, { account: 'bank', amount: 0 }], {}],
    [
      'of two kinds',
      pair.map((one, n) => ({ ...one, kind: ['capture', 'refund'][n] as string })),
      {},
    ],
    ['of two halves', pair.map((one) => ({ ...one, posting: v7() })), {}],
    ['of a kind that there is not', pair.map((one) => ({ ...one, kind: 'gift' })), {}],
    ['between accounts that its kind has not', pair.map((one) => ({ ...one, kind: 'fee' })), {}],
    ['to an account that there is not', [pair[0] as Entry, { account: 'mine', amount: -5 }], {}],
    ['that carries over', pair.map((one) => ({ ...one, kind: 'carry_over' })), {}],
    ['in no currency', pair, { currency: 'XXQ' }],
    ['in another currency than its payment', pair, { currency: 'EUR' }],
    ['in another mode than its payment', pair, { mode: 2 }],
    ['of another merchant', pair, { merchant: v7() }],
  ])('%s is refused', async (_what, entries, some) => {
    expect(await post(entries, some)).toBe(wrong)
  })

  test('is of a merchant in scope', async () => {
    expect(await post(pair, { merchants: [v7()] })).toBe(denied)
  })

  test.each(postingKinds)('of kind %s has the accounts that the database knows', async (kind) => {
    const entries = entriesOf({ kind, amountMinor: 5n }).map(({ account, amountMinor }) => ({
      ...{ kind, account, amount: Number(amountMinor) },
    }))
    expect(await post(entries)).toBeUndefined()
    const foreign = Object.keys(accounts).find(
      (account) =>
        account.startsWith('authorised') !== entries[0]?.account.startsWith('authorised'),
    ) as string
    const elsewhere = [{ kind, account: foreign, amount: 5 }, entries[1] as Entry]
    expect(await post(elsewhere)).toBe(wrong)
  })
})

describe('the application’s role', () => {
  const columns = `tenant_id, id, posting_id, kind, merchant_id, mode, currency, account, amount_minor, created_at`

  test.each([
    [
      'insert one side of a posting',
      `insert into ledger_entry (${columns})
       select tenant_id, gen_random_uuid(), id, 'capture', merchant_id, 1, 'GBP', 'bank', 5, now() from payment`,
    ],
    ['change an entry', 'update ledger_entry set amount_minor = 1'],
    ['delete an entry', 'delete from ledger_entry'],
    ['change a fee', 'update payment_fee set amount_minor = 1'],
    ['delete a fee', 'delete from payment_fee'],
    ['change a balance', 'update ledger_account_balance set amount_minor = 1'],
    [
      'make up a change of a balance',
      `insert into ledger_account_delta select * from ledger_account_delta`,
    ],
    ['change a merchant’s balance', 'update merchant_balance set amount_minor = 1'],
    [
      'make up a change of a merchant’s balance',
      'insert into merchant_balance_delta select * from merchant_balance_delta',
    ],
    ['change a rollup', 'update payment_rollup set payments = 0'],
    ['insert a rollup', 'insert into payment_rollup select * from payment_rollup'],
    ['delete a rollup', 'delete from payment_rollup'],
    ['change a sum by channel', 'update dimension_rollup set payments = 0'],
    ['insert a sum by channel', 'insert into dimension_rollup select * from dimension_rollup'],
    ['delete a sum by channel', 'delete from dimension_rollup'],
    ['say which tables are emptied', "update retained_table set condition = 'true'"],
    ['take a day for counted', 'delete from dimension_rollup_gap'],
    [
      'take a day for uncounted',
      'insert into dimension_rollup_gap select * from dimension_rollup_gap',
    ],
    ['delete what is not folded', 'delete from payment_rollup_delta'],
    ['change what is not folded', 'update payment_rollup_delta set payments = 0'],
    ['delete a payment', 'delete from payment'],
    ['change the amount of a payment', 'update payment set amount_minor = 1'],
    ['give a payment to another merchant', 'update payment set merchant_id = id'],
    ['delete an operation', 'delete from payment_operation'],
    ['change the amount of an operation', 'update payment_operation set amount_minor = 1'],
    ['change the kind of an operation', `update payment_operation set kind = 'refund'`],
    ['change the fee of a payout', 'update payment_operation set fee_minor = 1'],
    ['delete an attempt', 'delete from payment_attempt'],
    ['change the acquirer of an attempt', `update payment_attempt set provider = 'x'`],
    ['delete a dispute', 'delete from dispute'],
    ['move a dispute to another payment', 'update dispute set payment_id = id'],
    ['change the hash of a key', `update idempotency_key set request_hash = 'x'`],
    ['change an event', `update payment_event set to_status = 'refunded'`],
  ])('cannot %s', async (_what, sql) => {
    expect(await refusalOf(sql)).toBe(denied)
  })

  test.each([
    [
      'an operation that succeeded',
      `update payment_operation set state = 'failed' where kind = 'authorise'`,
    ],
    [
      'a payout that succeeded',
      `update payment_operation set state = 'held' where state = 'succeeded'`,
    ],
    ['an approved attempt', `update payment_attempt set state = 'declined'`],
    ['an answer that was given', `update idempotency_key set response = '{}'`],
    ['a dispute of an earlier report', 'update dispute set sequence = 1'],
  ])('cannot change %s', async (_what, sql) => {
    expect(await refusalOf(sql)).toBe(wrong)
  })

  test('forgets a key only when nobody repeats its request any more', async () => {
    expect(await refusalOf('delete from idempotency_key')).toBe(wrong)
    await owner.query(`update idempotency_key set created_at = now() - interval '25 hours'`)
    expect(await refusalOf('delete from idempotency_key')).toBeUndefined()
  })

  test('folds sums only for a whole tenant', async () => {
    expect(await refusalOf('select fold_payment_rollup(10)')).toBeUndefined()
    expect(await refusalOf('select fold_payment_rollup(10)', [], [merchantId])).toBe(denied)
    expect(await refusalOf('select fold_ledger_accounts(10)', [], [merchantId])).toBe(denied)
    expect(await refusalOf('select fill_dimension_rollup()')).toBeUndefined()
    expect(await refusalOf('select fill_dimension_rollup()', [], [merchantId])).toBe(denied)
  })
})
