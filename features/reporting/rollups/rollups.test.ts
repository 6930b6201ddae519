import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { filters } from '@counterfoil/kit/database/within.ts'
import { makeMerchant, makePayment, makeTenant } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { fillDay, foldTenant } from './rollups.jobs.ts'
import {
  insertRollupDeltas,
  type PaymentFigures,
  type RollupChange,
  rebuildRollupStatements,
  rollupChanges,
  sumByDimension,
  sumRollup,
  sumValueRollup,
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
  createdAt: new Date('2026-03-14T12:00:00Z'),
  merchantId,
  mode: 2,
  method: 'card',
  provider: null,
  currency: 'GBP',
  status: 'created',
  channel: 'api',
  declineReason: null,
  declineCode: null,
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

describe('row-level security', () => {
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
      channel: at % 3 ? 'api' : 'pos',
      decline_reason: at % 2 ? null : 'Blocked by screening',
      decline_code: at % 2 ? null : `code ${at}`,
    })
    const { amount_minor: amountMinor, business_day: day, status, provider, channel } = row
    const declined = { declineReason: row.decline_reason, declineCode: row.decline_code }
    const { created_at: createdAt } = row
    const some = { day, createdAt, status, provider, channel, amountMinor, ...declined }
    await write([{ ...payment(merchant.id, some), payments: 1 }])
  }
  const readAll = () =>
    db.owner.query(
      'select * from payment_rollup where tenant_id = $1 order by 2, 3, 4, 5, 6, 7, 8, 9',
      [tenant.id],
    )
  const readDetails = async () => {
    const { rows } = await db.owner.query(
      'select * from dimension_rollup where tenant_id = $1 order by 2, 3, 4, 5, 6, 7, 8, 9, 10, 11',
      [tenant.id],
    )
    return rows
  }
  while ((await foldTenant(database, tenant.id)) > 0);
  const folded = await readAll()
  const details = await readDetails()
  expect(details.length).toBeGreaterThan(20)
  const sums = await sumRollup(reader, {}, ['day', 'status'])
  for (const statement of rebuildRollupStatements) await db.owner.query(statement, [[tenant.id]])
  expect((await readAll()).rows).toEqual(folded.rows)
  expect(folded.rowCount).toBeGreaterThan(10)
  expect(await readDetails()).toEqual(details)
  expect(await sumRollup(reader, {}, ['day', 'status'])).toEqual(sums)
})

test('a day of a merchant is in four rows, and what sums to nothing in none', async () => {
  const { tenant, a, b, write } = await ground()
  const captured = { status: 'captured', provider: 'a', capturedMinor: 100n } as const
  const of = (merchantId: string, day: string) =>
    rollupChanges(null, payment(merchantId, { ...captured, day }))
  const created = payment(a.id, { day: '2026-03-09' })
  await write([...of(b.id, '2026-03-02'), ...of(a.id, '2026-03-01'), ...of(a.id, '2026-03-02')])
  await write([
    ...rollupChanges(null, created),
    ...rollupChanges(created, { ...created, status: 'captured', provider: 'a' }),
  ])
  while ((await foldTenant(database, tenant.id)) > 0);
  const { rows } = await db.owner.query<Record<string, string>>(
    `select merchant_id, grain, day::text, status, payments::int from payment_rollup where tenant_id = $1`,
    [tenant.id],
  )
  const lines = rows.map((row) => {
    const whose = row.merchant_id === a.id ? 'a' : row.merchant_id === b.id ? 'b' : 'all'
    return [whose, row.grain, row.day, row.payments].join(' ')
  })
  expect(rows.every((row) => row.status === 'captured')).toBe(true)
  expect(lines.toSorted()).toEqual([
    'a day 2026-03-01 1',
    'a day 2026-03-02 1',
    'a day 2026-03-09 1',
    'a month 2026-03-01 3',
    'all day 2026-03-01 1',
    'all day 2026-03-02 2',
    'all day 2026-03-09 1',
    'all month 2026-03-01 4',
    'b day 2026-03-02 1',
    'b month 2026-03-01 1',
  ])
})

test('by value date a refund counts on its own day, and a day that is over stays as it was', async () => {
  const { tenant, a, reader } = await ground()
  const changeAt = (at: string, changes: readonly RollupChange[]) =>
    database.transaction(tenantScope(tenant.id), (tx) =>
      insertRollupDeltas(tx, changes, new Date(at)),
    )
  const created = payment(a.id, { provider: 'x' })
  const captured = { ...created, status: 'captured', capturedMinor: 100n }
  const refunded = { ...captured, status: 'partially_refunded', refundedMinor: 30n }
  const fee = { feesMinor: 3n, disputedMinor: 0n }
  await changeAt('2026-03-14T12:00:00Z', rollupChanges(null, created))
  await changeAt('2026-03-14T12:00:01Z', rollupChanges(created, captured, fee))
  const none = { refundedMinor: 0n, feesMinor: 0n, disputedMinor: 0n, capturedMinor: 0n }
  const sale = { ...none, day: '2026-03-14', currency: 'GBP', capturedMinor: 100n, feesMinor: 3n }
  const read = (limits: object = {}) => sumValueRollup(reader, limits, ['day'])
  expect(await read()).toEqual([sale])
  await foldTenant(database, tenant.id)
  // half past eleven in the evening of summer in London, whose day has begun
  await changeAt('2026-04-01T23:30:00Z', rollupChanges(captured, refunded))
  await changeAt(
    '2026-04-03T12:00:00Z',
    rollupChanges(refunded, refunded, { feesMinor: 15n, disputedMinor: 70n }),
  )
  const expected = [
    sale,
    { ...none, day: '2026-04-02', currency: 'GBP', refundedMinor: 30n },
    { ...none, day: '2026-04-03', currency: 'GBP', feesMinor: 15n, disputedMinor: 70n },
  ]
  expect(await read()).toEqual(expected)
  await foldTenant(database, tenant.id)
  expect(await read()).toEqual(expected)
  expect(await read({ dayTo: '2026-03-31' })).toEqual([sale])
  expect(await sumValueRollup(reader, {}, [])).toEqual([
    {
      currency: 'GBP',
      capturedMinor: 100n,
      refundedMinor: 30n,
      feesMinor: 18n,
      disputedMinor: 70n,
    },
  ])
  // by the payment's day all of it is of the day on which it was made
  expect(await sumRollup(reader, {}, ['day'])).toMatchObject([
    { day: '2026-03-14', payments: 1n, capturedMinor: 100n, refundedMinor: 30n },
  ])
})

describe('sums by channel, by decline and by hour', () => {
  const declined = { status: 'declined', declineReason: 'Expired', declineCode: '54' } as const

  test('follow a payment whose reason or channel changes, folded or not, and hold those without a reason', async () => {
    const { tenant, a, b, write, reader } = await ground()
    const created = payment(a.id)
    const first = { ...created, ...declined }
    const second = { ...first, declineReason: 'Do not honour', declineCode: '05', provider: 'x' }
    const captured = { ...second, status: 'captured', declineReason: null, declineCode: null }
    const lives: readonly (readonly PaymentFigures[])[] = [
      [created, first],
      [created, first, second],
      [created, first, { ...first, channel: 'pos' }],
      [created, first, second, { ...captured, capturedMinor: 100n }],
      [
        { ...created, merchantId: b.id },
        { ...first, merchantId: b.id, declineReason: '' },
      ],
      [created, { ...first, declineReason: null, day: '2026-02-01' }],
    ]
    for (const life of lives) {
      for (const [at, state] of life.entries()) {
        await write(rollupChanges(life[at - 1] ?? null, state))
        if (at === 1) await foldTenant(database, tenant.id)
      }
    }
    const limited = database.reader(tenantScope(tenant.id, [b.id]))
    const reasons = { status: 'declined', payments: 1n }
    for (const isFolded of [false, true]) {
      if (isFolded) while ((await foldTenant(database, tenant.id)) > 0);
      expect(await sumByDimension(reader, {}, [], ['channel'])).toMatchObject([
        { channel: 'api', payments: 5n, capturedMinor: 100n },
        { channel: 'pos', payments: 1n, capturedMinor: 0n },
      ])
      expect(await sumByDimension(reader, {}, ['status'], ['decline_reason'])).toMatchObject([
        { status: 'captured', decline_reason: null, payments: 1n, capturedMinor: 100n },
        { ...reasons, decline_reason: '' },
        { ...reasons, decline_reason: 'Do not honour' },
        { ...reasons, decline_reason: 'Expired', payments: 2n },
        { ...reasons, decline_reason: null },
      ])
      const both = ['decline_reason', 'decline_code'] as const
      expect(await sumByDimension(reader, { declineCodes: ['05'] }, ['provider'], both)).toEqual([
        expect.objectContaining({ provider: 'x', decline_reason: 'Do not honour', payments: 1n }),
      ])
      const none = { declineReason: '-', statuses: ['declined'] }
      expect(await sumByDimension(reader, none, ['day'], ['decline_code'])).toMatchObject([
        { day: '2026-02-01', decline_code: '54', payments: 1n },
      ])
      expect(await sumByDimension(limited, {}, [], ['decline_reason'])).toMatchObject([
        { decline_reason: '', payments: 1n },
      ])
    }
  })

  test('are not answered for days that the version before wrote to, until these are counted', async () => {
    const { tenant, a, write, reader } = await ground()
    const days = ['2026-03-14', '2026-03-15']
    for (const [at, day] of [...days, days[1] ?? ''].entries()) {
      const state = { business_day: day, status: 'declined', amount_minor: 100n, channel: 'pos' }
      const reason = at === 1 ? 'x'.repeat(5_000) : null
      const of = { tenant_id: tenant.id, merchant_id: a.id, decline_reason: reason }
      const created_at = new Date(`${day}T12:00:00Z`)
      await makePayment(db, { ...of, ...state, id: newId(created_at), created_at, mode: 2 })
      const known = { day, status: 'declined', channel: 'pos', declineReason: reason }
      await write(rollupChanges(null, payment(a.id, known)))
      if (at !== 0) continue
      await db.owner.query('update payment_rollup_delta set channel = null where tenant_id = $1', [
        tenant.id,
      ])
    }
    const read = (filter: object = {}) => sumByDimension(reader, filter, [], ['channel'])
    const pos = (payments: bigint) => [expect.objectContaining({ channel: 'pos', payments })]
    for (const isFolded of [false, true]) {
      if (isFolded) await foldTenant(database, tenant.id)
      expect(await read()).toBeUndefined()
      expect(await read({ dayTo: days[0] })).toBeUndefined()
      expect(await read({ dayFrom: days[1] })).toEqual(pos(2n))
    }
    expect(await fillDay(database, tenant.id)).toBe(true)
    expect(await fillDay(database, tenant.id)).toBe(false)
    expect(await read()).toEqual(pos(3n))
    // a day that is counted again stays as it was
    await db.owner.query('insert into dimension_rollup_gap values ($1, $2)', [tenant.id, days[1]])
    await fillDay(database, tenant.id)
    expect(await read()).toEqual(pos(3n))
    expect(await sumByDimension(reader, {}, [], ['decline_reason'])).toMatchObject([
      { decline_reason: 'x'.repeat(5_000), payments: 1n },
      { decline_reason: null, payments: 2n },
    ])
  })

  test('by hour are of all merchants together, and of days that say their hours', async () => {
    const { tenant, a, b, write, reader } = await ground()
    const at = (time: string) => ({ createdAt: new Date(`2026-03-14T${time}Z`) })
    const created = payment(a.id, at('09:59:59.999'))
    const captured = { ...created, status: 'captured', capturedMinor: 100n }
    await write(rollupChanges(null, created))
    await write(rollupChanges(null, payment(b.id, at('10:00:00'))))
    await foldTenant(database, tenant.id)
    await write(rollupChanges(created, captured))
    const read = (filter: object = {}, of = reader) =>
      sumByDimension(of, filter, ['status'], ['hour'])
    const nine = expect.objectContaining({
      ...{ hour: '2026-03-14T09:00:00Z', status: 'captured', payments: 1n, capturedMinor: 100n },
    })
    const ten = expect.objectContaining({ hour: '2026-03-14T10:00:00Z', status: 'created' })
    const [from, before] = [new Date('2026-03-14T10:00:00Z'), new Date('2026-03-14T11:00:00Z')]
    for (const isFolded of [false, true]) {
      if (isFolded) while ((await foldTenant(database, tenant.id)) > 0);
      expect(await read()).toEqual([nine, ten])
      expect(await read({ hours: { from, before } })).toEqual([ten])
      expect(await read({ hours: { from: new Date(0), before: from } })).toEqual([nine])
    }
    await expect(read({ merchantIds: [a.id] })).rejects.toThrow('No kind of sums')
    const limited = database.reader(tenantScope(tenant.id, [b.id]))
    await expect(read({}, limited)).rejects.toThrow('No kind of sums')
    // the version before says a channel and no hour
    await makePayment(db, {
      ...{ tenant_id: tenant.id, merchant_id: b.id, mode: 2, status: 'created', channel: 'api' },
      ...{ id: newId(from), created_at: from, business_day: '2026-03-14', amount_minor: 100n },
    })
    await write(rollupChanges(null, payment(a.id, { day: '2026-03-15' })))
    await db.owner.query('update payment_rollup_delta set hour = null where tenant_id = $1', [
      tenant.id,
    ])
    for (const isFolded of [false, true]) {
      if (isFolded) await foldTenant(database, tenant.id)
      expect(await read()).toBeUndefined()
      expect(await read({ dayTo: '2026-03-14' })).toHaveLength(2)
    }
    await fillDay(database, tenant.id)
    // no payment of that day was made
    expect(await read()).toEqual([nine, ten])
    // counted again, a day is what its payments are
    await db.owner.query("insert into dimension_rollup_gap values ($1, '2026-03-14')", [tenant.id])
    await fillDay(database, tenant.id)
    expect(await read()).toEqual([ten])
  })

  test('are exact though days are counted while payments change and folds go on', async () => {
    const { tenant, a, reader } = await ground()
    const lives = 40
    let isWriting = true
    const gap = () =>
      db.owner.query(
        "insert into dimension_rollup_gap values ($1, '2026-03-14') on conflict do nothing",
        [tenant.id],
      )
    const background = async (work: () => Promise<unknown>) => {
      while (isWriting) await work()
    }
    const others = [
      background(() => foldTenant(database, tenant.id)),
      background(async () => {
        await gap()
        await fillDay(database, tenant.id)
      }),
      background(async () => {
        const rows = await sumByDimension(reader, {}, ['status'], ['decline_code'])
        for (const one of rows ?? []) {
          expect(one.payments).toBeGreaterThan(0n)
          expect(one.decline_code).toBe(one.status === 'declined' ? '54' : null)
        }
      }),
    ]
    const created = payment(a.id)
    for (let n = 0; n < lives; n++) {
      await database.transaction(tenantScope(tenant.id), async (tx) => {
        const at = new Date('2026-03-14T12:00:00Z')
        const row = { tenant_id: tenant.id, merchant_id: a.id, status: 'declined', mode: 2 }
        const id = newId(at)
        await insertRollupDeltas(tx, rollupChanges(null, created))
        await insertRollupDeltas(tx, rollupChanges(created, { ...created, ...declined }))
        await tx
          .insertInto('payment')
          .values({
            ...{ ...row, id, method: 'card', currency: 'GBP', amount_minor: 100n, channel: 'api' },
            ...{ auto_capture: true, decline_reason: 'Expired', decline_code: '54' },
            ...{ business_day: '2026-03-14', created_at: at, updated_at: at },
          })
          .execute()
      })
    }
    isWriting = false
    await Promise.all(others)
    while (await fillDay(database, tenant.id));
    while ((await foldTenant(database, tenant.id)) > 0);
    const sum = { payments: BigInt(lives), amountMinor: BigInt(lives * 100) }
    expect(await sumByDimension(reader, {}, ['day'], ['channel'])).toMatchObject([sum])
    expect(await sumByDimension(reader, {}, ['day'], ['hour'])).toMatchObject([sum])
    expect(await sumByDimension(reader, {}, [], ['decline_reason'])).toMatchObject([sum])
  })
})
