import { foldBalances } from '@counterfoil/features/accounting/ledger/ledger.jobs.ts'
import {
  type ActionResult,
  authorisePayment,
  type ResponseOptions,
  requestPayout,
  runOperation,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { foldTenant } from '@counterfoil/features/reporting/rollups/rollups.jobs.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { order, paymentFixture } from '@counterfoil/tools/testing/payments.ts'
import { setSettlement } from '@counterfoil/tools/testing/settlement.ts'
import { expect, test } from 'vitest'
import type { CheckResult, Difference } from './proofs.contract.ts'
import { proveBooks } from './proofs.jobs.ts'
import { listProofRows } from './proofs.queries.ts'

let clock = new Date('2026-03-14T12:00:00Z')
const fixture = await paymentFixture({ now: () => clock })
const { engine, owner, tenantId } = fixture
const plainResult: ResponseOptions<ActionResult> = { toResponse: (result) => result }

async function taken(): Promise<string> {
  const { payment } = await authorisePayment(engine, order(fixture, { amountMinor: 1000n }))
  return payment.id
}

async function prove() {
  clock = new Date(clock.getTime() + 15 * 60_000)
  await proveBooks(fixture.providers, fixture.jobContext)
  const db = fixture.database.reader(tenantScope(tenantId))
  const [row] = await listProofRows(db, { limit: 1, offset: 0 })
  return {
    payments: row?.payments,
    checks: row?.checks as CheckResult[],
    differences: row?.differences as Difference[],
  }
}

const id = await taken()
await setSettlement(fixture)
const pending = await taken()
const command = (paymentId: string) => ({ paymentId, mode: 1, reason: null }) as const
await runOperation(engine, 'refund', { ...command(id), amountMinor: 300n }, plainResult)
await requestPayout(engine, { ...command(id), amountMinor: 100n }, plainResult)
await foldTenant(fixture.database, tenantId)

test('books that agree are proved, and next time only what happened since', async () => {
  const first = await prove()
  expect(first.differences).toEqual([])
  expect(first.payments).toBe(2)
  const looked = Object.fromEntries(first.checks.map((one) => [one.name, one.looked]))
  expect(looked).toMatchObject({
    postings: 2,
    money: 2,
    pending: 2,
    rollups: 1,
    value_days: 1,
    acquirers: 2,
  })
  clock = new Date(clock.getTime() + 3_600_000)
  await prove()
  expect((await prove()).payments).toBe(0)
})

test('a tenant whose time zone was changed keeps its days', async () => {
  // what money moved so far was moved in the zone before
  await owner.query(
    `insert into past_time_zone (tenant_id, until, time_zone) select id, $2, time_zone from tenant where id = $1`,
    [tenantId, clock],
  )
  const { rows } = await owner.query<{ time_zone: string }>(
    `update tenant t set time_zone = 'Pacific/Kiritimati' from tenant b where t.id = $1 and b.id = t.id
     returning b.time_zone`,
    [tenantId],
  )
  const before = rows[0]?.time_zone
  await owner.query('delete from ledger_proof')
  expect((await prove()).differences).toEqual([])
  await owner.query('update tenant set time_zone = $2 where id = $1', [tenantId, before])
  await owner.query('delete from past_time_zone')
})

test('a proof whose worker stops is kept as far as it came, and goes on there with what it found', async () => {
  await owner.query('delete from ledger_proof')
  await owner.query(
    'update payment_fee set amount_minor = amount_minor + 1 where payment_id = $1',
    [id],
  )
  const { jobContext, providers, database } = fixture
  const stopping = new AbortController()
  // it stops while the acquirers' books are read
  const stopped = {
    ...providers,
    acquirers: new Map(
      [...providers.acquirers].map(([name, acquirer]) => {
        const readBooks: typeof acquirer.readBooks = (references) => {
          stopping.abort()
          return acquirer.readBooks(references)
        }
        return [name, Object.assign(Object.create(acquirer), { readBooks })] as const
      }),
    ),
  }
  clock = new Date(clock.getTime() + 15 * 60_000)
  const stoppedRun = proveBooks(stopped, { ...jobContext, signal: stopping.signal })
  await expect(stoppedRun).rejects.toThrow('aborted')
  const list = () => listProofRows(database.reader(tenantScope(tenantId)), { limit: 10, offset: 0 })
  const [part] = await list()
  expect(part).toMatchObject({
    payments: 2,
    continues_after: expect.any(String),
    balances_until: null,
  })
  expect(part?.differences).toMatchObject([{ check: 'fees', paymentId: id }])
  // what was compared already is not compared again
  await owner.query(
    'update payment_fee set amount_minor = amount_minor - 1 where payment_id = $1',
    [id],
  )
  const whole = await prove()
  expect(whole.payments).toBe(2)
  expect(whole.differences).toMatchObject([{ check: 'fees', paymentId: id }])
  const looked = Object.fromEntries(whole.checks.map((one) => [one.name, one.looked]))
  expect(looked).toMatchObject({ money: 2, suspense: 1, balances: 1, postings: 2 })
  expect((await list()).map((row) => row.continues_after)).toEqual([null])
  expect((await prove()).differences).toEqual([])
})

test.each<[string, string, string]>([
  ['money', 'a payment', 'update payment set refunded_minor = 200 where id = $1'],
  ['fees', 'a fee', 'update payment_fee set amount_minor = amount_minor + 1 where payment_id = $1'],
  [
    'payouts',
    'a payout',
    `update payment_operation set state = 'declined' where kind = 'payout' and payment_id = $1`,
  ],
  [
    'pending',
    'a maturity',
    `update maturity set amount_minor = amount_minor - 1 where account = 'merchant_pending'`,
  ],
  [
    'reserve',
    'a reserve',
    `update maturity set amount_minor = amount_minor - 1 where account = 'merchant_reserve'`,
  ],
  [
    'postings',
    'an entry',
    `update ledger_entry set amount_minor = amount_minor + 1 where id = (select min(id::text)::uuid from ledger_entry where kind = 'fee' and payment_id = $1)`,
  ],
  [
    'balances',
    'a balance',
    `update merchant_balance_delta set amount_minor = amount_minor + 1 where id = (select min(id::text)::uuid from merchant_balance_delta)`,
  ],
  [
    'rollups',
    'a sum',
    `update payment_rollup set captured_minor = captured_minor + 1 where grain = 'day'`,
  ],
  [
    'rollups',
    'a sum by channel',
    `update dimension_rollup set payments = payments + 1 where grain = 'day'`,
  ],
  [
    'value_days',
    'a sum by value date',
    `update value_rollup set fees_minor = fees_minor + 1 where grain = 'day'`,
  ],
  [
    'acquirers',
    'a record of the acquirer',
    `update sandbox.acquirer_record set refunded_minor = 0 where kind = 'authorise' and metadata->>'paymentId' = $1`,
  ],
])('%s: a change of %s behind the product is found', async (check, what, fault) => {
  await owner.query('begin')
  // of before the faults; the next proof looks at everything again
  await owner.query('delete from ledger_proof')
  await owner.query('commit')
  const tables = ['payment', 'payment_fee', 'payment_operation', 'maturity', 'ledger_entry']
  const sums = ['payment_rollup', 'value_rollup', 'merchant_balance_delta']
  for (const table of [...tables, ...sums, 'sandbox.acquirer_record']) {
    const name = table.replace('.', '_')
    await owner.query(`create temporary table kept_${name} as select * from ${table}`)
  }
  await owner.query(fault, fault.includes('$1') ? [id] : [])
  const { differences, checks } = await prove()
  expect(differences.map((one) => one.check)).toContain(check)
  expect(checks.find((one) => one.name === check)?.differing).toBeGreaterThan(0)
  expect(pending).not.toBe(id)
  await owner.query(undoOf(what === 'a sum by channel' ? what : check))
  await owner.query('discard temp')
})

test.each([
  [
    'a month of a merchant',
    'payment_rollup set amount_minor = amount_minor',
    "grain = 'month' and merchant_id <> '00000000-0000-0000-0000-000000000000'",
  ],
  [
    'a day of all merchants',
    'payment_rollup set amount_minor = amount_minor',
    "grain = 'day' and merchant_id = '00000000-0000-0000-0000-000000000000'",
  ],
  [
    'a month of a merchant by channel',
    'dimension_rollup set amount_minor = amount_minor',
    "grain = 'month' and merchant_id <> '00000000-0000-0000-0000-000000000000'",
  ],
  [
    'a day of all merchants by channel',
    'dimension_rollup set payments = payments',
    "grain = 'day' and merchant_id = '00000000-0000-0000-0000-000000000000'",
  ],
  [
    'a value date of all merchants',
    'value_rollup set captured_minor = captured_minor',
    "grain = 'day' and merchant_id = '00000000-0000-0000-0000-000000000000'",
  ],
])(
  'a sum of %s that was wrong before is found, though nothing happens to its payments',
  async (_, sum, of) => {
    await prove()
    clock = new Date(clock.getTime() + 3_600_000)
    const agreed = await prove()
    expect(agreed).toMatchObject({ payments: 0, differences: [] })
    expect(agreed.checks.find(({ name }) => name === 'sampled')?.looked).toBeGreaterThan(1)
    await owner.query(`update ${sum} + 1 where ${of}`)
    const { differences } = await prove()
    expect(new Set(differences.map(({ check }) => check))).toEqual(new Set(['sampled']))
    await owner.query(`update ${sum} - 1 where ${of}`)
  },
)

test('a balance is the sum of what was counted before and of the entries since, and is folded without a change', async () => {
  const balances = async () => {
    const { differences, checks } = await prove()
    expect(checks.find(({ name }) => name === 'balances')?.looked).toBe(1)
    return differences.filter(({ check }) => check === 'balances')
  }
  expect(await balances()).toEqual([])
  // everything of until now is counted
  clock = new Date(clock.getTime() + 3 * dayMs)
  expect(await balances()).toEqual([])
  await foldBalances(fixture.jobContext)
  const { rows: unfolded } = await owner.query('select from merchant_balance_delta')
  expect(unfolded).toEqual([])
  expect(await balances()).toEqual([])
  await taken()
  expect(await balances()).toEqual([])
  const wrong = (by: number) =>
    owner.query(
      `update merchant_balance set amount_minor = amount_minor + $1 where account = 'merchant_available'`,
      [by],
    )
  await wrong(1)
  const [found] = await balances()
  expect(found?.subject).toContain('merchant_available')
  expect(BigInt(found?.found ?? 0) - BigInt(found?.expected ?? 0)).toBe(1n)
  // a proof that found a difference does not take it for proved
  expect(await balances()).toHaveLength(1)
  await wrong(-1)
  expect(await balances()).toEqual([])
  // a history that is loaded later has entries of before
  await owner.query('update proved_balance set amount_minor = amount_minor - 5')
  expect(await balances()).toEqual([])
})

/** Puts back what a fault changed. */
function undoOf(check: string): string {
  const from = (table: string, column: string, key = 'id') =>
    `update ${table} t set ${column} = k.${column} from kept_${table.replace('.', '_')} k where k.${key} = t.${key}`
  switch (check) {
    case 'money':
      return from('payment', 'refunded_minor')
    case 'fees':
      return from('payment_fee', 'amount_minor')
    case 'payouts':
      return from('payment_operation', 'state')
    case 'postings':
      return from('ledger_entry', 'amount_minor')
    case 'balances':
      return from('merchant_balance_delta', 'amount_minor')
    case 'a sum by channel':
      return `update dimension_rollup set payments = payments - 1 where grain = 'day'`
    case 'rollups':
      return `update payment_rollup set captured_minor = captured_minor - 1 where grain = 'day'`
    case 'value_days':
      return `update value_rollup set fees_minor = fees_minor - 1 where grain = 'day'`
    case 'acquirers':
      return from('sandbox.acquirer_record', 'refunded_minor', 'reference')
    default:
      return from('maturity', 'amount_minor')
  }
}
