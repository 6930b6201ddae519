import {
  type RollupFilter,
  sumRollup,
} from '@counterfoil/features/reporting/rollups/rollups.public.ts'
import { sumsOf } from '@counterfoil/features/reporting/rollups/rollups.rules.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Dimension } from './dimensions.schema.ts'
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

/** Facts from the rollups, which hold all the dimensions. */
export async function readRolledFacts(
  db: Db,
  filter: RollupFilter,
  by: readonly Dimension[],
): Promise<Fact[]> {
  const columns = by.map((one) => {
    const column = rolled[one]
    if (column === undefined) throw new Error(`Rollups do not hold ${one}`)
    return { one, key: column[0], keyOf: column[1] }
  })
  const rows = await sumRollup(db, filter, [
    ...new Set<RolledKey>(['status', ...columns.map(({ key }) => key)]),
  ])
  return rows.map((row) => {
    const { status, currency } = row
    const values = row as unknown as Readonly<Record<string, string>>
    return {
      keys: Object.fromEntries(
        columns.map(({ one, key, keyOf }) => [one, keyOf(values[key] ?? '')]),
      ),
      ...{ status, currency, ...sumsOf(row) },
    }
  })
}
