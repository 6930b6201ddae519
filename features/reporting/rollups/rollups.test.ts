import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { filters } from '@counterfoil/kit/database/within.ts'
import { makeMerchant, makePayment, makeTenant } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { foldTenant } from './rollups.jobs.ts'
import {
  insertRollupDeltas,
  type PaymentFigures,
  type RollupChange,
  rebuildRollupStatements,
  rollupChanges,
  sumRollup,
} from './rollups.public.ts'

const db = await testDatabase()
const { database } = db

async function ground() {
  const tenant = await makeTenant(db)
  const [a, b] = [
    await makeMerchant(db, { tenant_id: tenant.id }),
    await makeMerchant(db, { tenant_id: tenant.id }),
  ]
  const write = (changes: readonly RollupChange[]) =>
    database.transaction(tenantScope(tenant.id), (tx) => insertRollupDeltas(tx, changes))
  return { tenant, a, b, write, reader: database.reader(tenantScope(tenant.id)) }
}

const payment = (merchantId: string, some: Partial<PaymentFigures> = {}): PaymentFigures => ({
  day: '2026-03-14',
  merchantId,
  mode: 2,
  method: 'card',
  provider: null,
  currency: 'GBP',
  status: 'created',
  amountMinor: 100n,
  capturedMinor: 0n,
  refundedMinor: 0n,
  ...some,
})

describe('sums', () => {
  test('are exact in every read while payments change and two workers fold', async () => {
    const { tenant, a, b, write, reader } = await ground()
    const lives = 120
    let isWriting = true
    const writer = async (merchantId: string) => {
      for (let n = 0; n < lives; n++) {
        const created = payment(merchantId, { day: n % 2 ? '2026-03-31' : '2026-04-01' })
        const captured = { ...created, provider: 'x', status: 'captured', capturedMinor: 100n }
        await write(rollupChanges(null, created))
        await write(rollupChanges(created, captured))
        if (n % 3 === 0) {
          const refunded = { ...captured, status: 'refunded', refundedMinor: 100n }
          await write(rollupChanges(captured, refunded))
        }
      }
    }
    const folder = async () => {
      while (isWriting) await foldTenant(database, tenant.id)
    }
    let reads = 0
    const checker = async () => {
      let before = 0n
      while (isWriting) {
        const [sum] = await sumRollup(reader, { dayFrom: '2026-03-01', dayTo: '2026-04-15' })
        const [split] = [await sumRollup(reader, {}, ['status'])]
        const payments = sum?.payments ?? 0n
        // what was counted is never less later, and what belongs together was read together
        expect(payments).toBeGreaterThanOrEqual(before)
        expect(sum?.amountMinor ?? 0n).toBe(payments * 100n)
        const total = split?.reduce((all, one) => all + one.payments, 0n) ?? 0n
        expect(total).toBeGreaterThanOrEqual(payments)
        for (const one of split ?? []) {
          expect(one.payments).toBeGreaterThan(0n)
          expect(one.capturedMinor).toBe(one.status === 'created' ? 0n : one.payments * 100n)
        }
        before = payments
        reads++
      }
    }
    const background = Promise.all([folder(), folder(), checker()])
    await Promise.all([writer(a.id), writer(b.id)]).finally(() => {
      isWriting = false
    })
    await background
    expect(reads).toBeGreaterThan(10)

    const expected = [
      { status: 'captured', payments: 160n, capturedMinor: 16_000n, refundedMinor: 0n },
      { status: 'refunded', payments: 80n, capturedMinor: 8_000n, refundedMinor: 8_000n },
    ]
    expect(await sumRollup(reader, {}, ['status'])).toMatchObject(expected)
    while ((await foldTenant(database, tenant.id)) > 0);
    expect(await sumRollup(reader, {}, ['status'])).toMatchObject(expected)
    const left = await db.owner.query('select from payment_rollup_delta where tenant_id = $1', [
      tenant.id,
    ])
    expect(left.rowCount).toBe(0)
  })

  test('of currencies are apart, and of a merchant are its own', async () => {
    const { tenant, a, b, write, reader } = await ground()
    await write([
      { ...payment(a.id), payments: 1 },
      { ...payment(a.id, { currency: 'EUR', day: '2025-01-31' }), payments: 1 },
      { ...payment(b.id, { amountMinor: 7n }), payments: 1 },
    ])
    const limited = database.reader(tenantScope(tenant.id, [b.id]))
    for (const isFolded of [false, true]) {
      if (isFolded) await foldTenant(database, tenant.id)
      expect(await sumRollup(reader, {})).toMatchObject([
        { currency: 'EUR', payments: 1n, amountMinor: 100n },
        { currency: 'GBP', payments: 2n, amountMinor: 107n },
      ])
      expect(await sumRollup(reader, { merchantIds: [a.id], dayFrom: '2026-01-10' })).toMatchObject(
        [{ currency: 'GBP', payments: 1n, amountMinor: 100n }],
      )
      expect(await sumRollup(limited, {})).toMatchObject([{ currency: 'GBP', amountMinor: 7n }])
      expect(await sumRollup(reader, {}, ['day', 'merchant_id'])).toMatchObject([
        { day: '2025-01-31', merchant_id: a.id },
        { day: '2026-03-14', merchant_id: a.id },
        { day: '2026-03-14', merchant_id: b.id },
      ])
    }
  })
})

describe('the second wall', () => {
  afterEach(() => {
    filters.on = true
  })

  test('hides the sums of all merchants from who sees some', async () => {
    const { tenant, a, b, write } = await ground()
    await write([
      { ...payment(a.id), payments: 1 },
      { ...payment(b.id, { amountMinor: 7n }), payments: 1 },
    ])
    await foldTenant(database, tenant.id)
    const limited = database.reader(tenantScope(tenant.id, [b.id]))
    filters.on = false
    const rows = await limited.selectFrom('payment_rollup').select('merchant_id').execute()
    expect(rows.map((row) => row.merchant_id)).toEqual([b.id, b.id])
  })
})

test('counting payments anew gives what changes added up to', async () => {
  const { tenant, a, b, write, reader } = await ground()
  for (const [at, merchant] of [a, b, a, b, b].entries()) {
    const row = await makePayment(db, {
      tenant_id: tenant.id,
      merchant_id: merchant.id,
      amount_minor: BigInt(at + 1),
      business_day: `2026-0${1 + (at % 3)}-0${1 + at}`,
      provider: at % 2 ? 'sandbox_alpha' : null,
      status: at % 2 ? 'captured' : 'blocked',
    })
    const { amount_minor: amountMinor, business_day: day, status, provider } = row
    await write([{ ...payment(merchant.id, { day, status, provider, amountMinor }), payments: 1 }])
  }
  const readAll = () =>
    db.owner.query(
      'select * from payment_rollup where tenant_id = $1 order by 2, 3, 4, 5, 6, 7, 8, 9',
      [tenant.id],
    )
  while ((await foldTenant(database, tenant.id)) > 0);
  const folded = await readAll()
  const sums = await sumRollup(reader, {}, ['day', 'status'])
  for (const statement of rebuildRollupStatements) await db.owner.query(statement, [[tenant.id]])
  expect((await readAll()).rows).toEqual(folded.rows)
  expect(folded.rowCount).toBeGreaterThan(10)
  expect(await sumRollup(reader, {}, ['day', 'status'])).toEqual(sums)
})
