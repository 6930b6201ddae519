import {
  type DimensionFilter,
  isFilled,
  kindOf,
  sumByDimension,
  sumRollup,
} from '@counterfoil/features/reporting/rollups/rollups.public.ts'
import { sumsOf } from '@counterfoil/features/reporting/rollups/rollups.rules.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { type Dimension, isRolled } from './dimensions.schema.ts'
import { type Fact, weekdayOf } from './figures.rules.ts'

type RolledKey = 'day' | 'month' | 'status' | 'method' | 'provider' | 'merchant_id' | 'tenant_id'

/** What of a rollup row is the key of a dimension. */
const rolled: Readonly<Partial<Record<Dimension, [RolledKey, (value: string) => string | null]>>> =
  {
    day: ['day', (day) => day],
    month: ['month', (month) => month.slice(0, 7)],
    weekday: ['day', weekdayOf],
    status: ['status', (status) => status],
    method: ['method', (method) => method],
    // key columns cannot be null, so a payment without an acquirer has an empty name
    provider: ['provider', (provider) => (provider === '' ? null : provider)],
    merchant: ['merchant_id', (id) => id],
    tenant: ['tenant_id', (id) => id],
  }

/** Of these the key may be absent. */
const detailed = {
  channel: 'channel',
  declineReason: 'decline_reason',
  declineCode: 'decline_code',
  hour: 'hour',
} as const satisfies Partial<Record<Dimension, string>>

type Detailed = keyof typeof detailed
const isDetailed = (one: Dimension): one is Detailed => one in detailed

const detailsOf = (by: readonly Dimension[]) => by.filter(isDetailed).map((one) => detailed[one])

const kindBy = (db: Db, filter: DimensionFilter, by: readonly Dimension[]) =>
  kindOf(db, filter, detailsOf(by), by.includes('merchant'))

/** Whether the rollups hold these dimensions together with what the filter selects by. */
export const areRolled = (db: Db, filter: DimensionFilter, by: readonly Dimension[]): boolean =>
  by.every(isRolled) && kindBy(db, filter, by) !== 'mixed'

/** Whether the rollups hold all of the filter's days by these dimensions. */
export async function areHeld(
  db: Db,
  filter: DimensionFilter,
  by: readonly Dimension[],
): Promise<boolean> {
  const kind = kindBy(db, filter, by)
  if (kind === 'mixed') return false
  return kind === undefined || isFilled(db, filter, kind)
}

/** Facts from the rollups, which hold all the dimensions; undefined while they do not hold all of these days. */
export async function readRolledFacts(
  db: Db,
  filter: DimensionFilter,
  by: readonly Dimension[],
): Promise<Fact[] | undefined> {
  const columns = by
    .filter((one) => !isDetailed(one))
    .map((one) => {
      const column = rolled[one]
      if (column === undefined) throw new Error(`Rollups do not hold ${one}`)
      return { one, key: column[0], keyOf: column[1] }
    })
  // a group has some ten statuses, and three sums where it is not asked for by status
  const statusKey = by.includes('status') ? ('status' as const) : ('outcome' as const)
  const keys = [...new Set([statusKey, ...columns.map(({ key }) => key)])]
  const details = detailsOf(by)
  const rows =
    kindBy(db, filter, by) === undefined
      ? await sumRollup(db, filter, keys)
      : await sumByDimension(db, filter, keys, details)
  return rows?.map((row) => {
    const values = row as unknown as Readonly<Record<string, string | null>>
    return {
      keys: {
        ...Object.fromEntries(
          columns.map(({ one, key, keyOf }) => [one, keyOf(values[key] ?? '')]),
        ),
        ...Object.fromEntries(
          by.filter(isDetailed).map((one) => [one, values[detailed[one]] ?? null]),
        ),
      },
      ...{ status: values[statusKey] ?? '', currency: row.currency, ...sumsOf(row) },
    }
  })
}
