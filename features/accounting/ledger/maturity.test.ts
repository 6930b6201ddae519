import {
  closeDispute,
  openDispute,
} from '@counterfoil/features/payments/disputes/disputes.public.ts'
import { balancesOf } from '@counterfoil/features/payments/payouts/balances.rules.ts'
import {
  type ActionResult,
  authorisePayment,
  type ResponseOptions,
  requestPayout,
  runOperation,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { ledgerChecksOf } from '@counterfoil/tools/testing/ledger-checks.ts'
import { order, paymentFixture } from '@counterfoil/tools/testing/payments.ts'
import { v7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { listBalances, listNextMaturities } from './ledger.public.ts'
import { matureDue } from './maturity.jobs.ts'

// a Friday
const friday = new Date('2026-03-13T12:00:00Z')
let clock = friday
const fixture = await paymentFixture({ now: () => clock })
const { engine, owner, tenantId, merchantId } = fixture
const plainResult: ResponseOptions<ActionResult> = { toResponse: (result) => result }

beforeEach(async () => {
  clock = friday
  await owner.query(
    'delete from ledger_entry; delete from merchant_balance; delete from merchant_balance_delta; delete from maturity; delete from settlement_terms',
  )
})

async function setTerms(
  days: number,
  reserve = 0,
  reserveDays = 0,
  smallest: number | null = null,
) {
  await owner.query(
    `insert into settlement_terms (tenant_id, id, merchant_id, currency, settlement_days, reserve_basis_points, reserve_days,
       minimum_payout_minor, created_at, updated_at) values ($1, $2, $3, 'GBP', $4, $5, $6, $7, now(), now())
     on conflict (tenant_id, merchant_id, currency) do update set settlement_days = excluded.settlement_days`,
    [tenantId, v7(), merchantId, days, reserve, reserveDays, smallest],
  )
  await owner.query('update tenant set settings_version = settings_version + 1')
}

async function taken(): Promise<string> {
  const { payment } = await authorisePayment(engine, order(fixture, { amountMinor: 1000n }))
  return payment.id
}

async function balance() {
  const owner = { tenantId, merchantId, mode: 1 }
  const db = fixture.database.reader(tenantScope(tenantId))
  const [one] = balancesOf(
    await listBalances(db, owner),
    await listNextMaturities(db, owner, ['GBP', 'USD']),
  )
  return one
}

const mature = (day: string) => {
  clock = new Date(`${day}T12:00:00Z`)
  return matureDue(fixture.jobContext)
}

async function codeOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}

const payOut = (paymentId: string, amountMinor: bigint) =>
  requestPayout(engine, { paymentId, mode: 1, reason: null, amountMinor }, plainResult)

test('the terms of the next capture say when it is available, and what of it is in reserve [setting settlement-terms]', async () => {
  const before = await taken()
  expect(await balance()).toMatchObject({ payable: 965, pending: 0, reserve: 0, next: null })
  await setTerms(2, 1_000, 5)
  const id = await taken()
  const pending = { pending: 865, reserve: 100, next: { on: '2026-03-17', amount: 865 } }
  expect(await balance()).toMatchObject({ payable: 965, total: 1930, ...pending })
  expect(await codeOf(payOut(before, 966n))).toBe('payout.exceeds_balance')

  // a Monday, and a business day is left
  await mature('2026-03-16')
  expect(await balance()).toMatchObject({ payable: 965, ...pending })
  await Promise.all([mature('2026-03-17'), mature('2026-03-17')])
  expect(await balance()).toMatchObject({
    ...{ payable: 1830, pending: 0, reserve: 100, total: 1930 },
    next: { on: '2026-03-18', amount: 100 },
  })
  await mature('2026-03-18')
  await mature('2026-03-19')
  expect(await balance()).toMatchObject({ payable: 1930, pending: 0, reserve: 0, next: null })
  expect(await codeOf(payOut(id, 1930n))).toBeUndefined()
  const checks = await ledgerChecksOf(fixture, id)
  expect(checks.unbalanced).toEqual([])
  expect(checks.ledger).toEqual(checks.expectedLedger)
})

test('a refund is taken from where the payment’s own money is', async () => {
  await setTerms(2, 1_000, 5)
  const id = await taken()
  const refund = (amountMinor: bigint) =>
    runOperation(
      engine,
      'refund',
      { paymentId: id, mode: 1, reason: null, amountMinor },
      plainResult,
    )
  // and its fee of 10
  await refund(400n)
  expect(await balance()).toMatchObject({ payable: 0, pending: 455, reserve: 100 })
  await mature('2026-03-17')
  expect(await balance()).toMatchObject({ payable: 455, pending: 0, reserve: 100 })
  await refund(200n)
  expect(await balance()).toMatchObject({ payable: 345, pending: 0, reserve: 0, next: null })
})

test('a reversal takes back what is pending and in reserve, and its fee', async () => {
  await setTerms(2, 1_000, 5)
  const id = await taken()
  await runOperation(engine, 'reverse', { paymentId: id, mode: 1, reason: null }, plainResult)
  expect(await balance()).toBeUndefined()
  await mature('2026-04-30')
  expect(await balance()).toBeUndefined()
})

test('a won dispute gives back what is not due yet to where it was', async () => {
  await setTerms(2, 1_000, 5)
  const id = await taken()
  const command = { paymentId: id, mode: 1, reason: 'because' } as const
  const claim = { reasonCode: 'fraud', respondBy: friday }
  const open = () => openDispute(engine, { ...command, ...claim }, plainResult)
  const win = () =>
    closeDispute(engine, { ...command, outcome: 'won', disputeId: undefined }, plainResult)
  await open()
  expect(await balance()).toMatchObject({ pending: 0, reserve: 0, disputed: 1000 })
  await win()
  // each dispute costs a fee of 1500, which stays
  expect(await balance()).toMatchObject({ pending: 865, reserve: 100, disputed: 0, total: -535 })
  await mature('2026-03-17')
  expect(await balance()).toMatchObject({ pending: 0, reserve: 100 })
  clock = friday
  await open()
  expect(await balance()).toMatchObject({ pending: 0, reserve: 0, disputed: 1000 })
  await win()
  expect(await balance()).toMatchObject({ pending: 0, reserve: 100, total: -2035 })
  await mature('2026-03-18')
  expect(await balance()).toMatchObject({ reserve: 0, payable: -2035, next: null })
  const checks = await ledgerChecksOf(fixture, id)
  expect(checks.maturities.every(({ posted, due }) => posted === due)).toBe(true)
  expect(checks.unbalanced).toEqual([])
  expect(checks.ledger).toEqual(checks.expectedLedger)
})

test('what a dispute lost does not come back with another one that is won', async () => {
  await setTerms(2, 1_000, 5)
  const id = await taken()
  await mature('2026-03-17')
  expect(await balance()).toMatchObject({ payable: 865, pending: 0, reserve: 100 })
  const command = { paymentId: id, mode: 1, reason: 'because' } as const
  const claim = { reasonCode: 'fraud', respondBy: friday }
  const open = (amountMinor: bigint) =>
    openDispute(engine, { ...command, ...claim, amountMinor }, plainResult)
  const end = (outcome: 'won' | 'lost') =>
    closeDispute(engine, { ...command, outcome, disputeId: undefined }, plainResult)
  await open(100n)
  await end('lost')
  // the fee of each dispute is 1500
  expect(await balance()).toMatchObject({ payable: -635, reserve: 0, disputed: 0 })
  await open(400n)
  expect(await balance()).toMatchObject({ payable: -2535, reserve: 0, disputed: 400 })
  await end('won')
  expect(await balance()).toMatchObject({ payable: -2135, reserve: 0, disputed: 0 })
  const checks = await ledgerChecksOf(fixture, id)
  expect(checks.maturities.every(({ posted, due }) => posted === due)).toBe(true)
})

test('a payout is no smaller than the terms say', async () => {
  await setTerms(0, 0, 0, 500)
  const id = await taken()
  expect(await codeOf(payOut(id, 499n))).toBe('payout.below_minimum')
  expect(await codeOf(payOut(id, 500n))).toBeUndefined()
})
