import { type Kysely, sql } from 'kysely'
import type { Db } from './database.ts'

export type ListName =
  | 'country'
  | 'currency'
  | 'language'
  | 'payment_method'
  | 'payment_channel'
  | 'service_provider'
  | 'industry_type'

type Lists = Record<
  ListName,
  { code: string; name: string; is_active: boolean; decimal_places: number }
> & {
  tenant_switch: { tenant_id: string; list: string; code: string; is_active: boolean }
}

/**
 * What of a list is in use for a tenant: neither the platform nor the tenant switched it off. Null: for nobody's, where
 * the platform's own choice counts alone. `db` reads what the tenant may read.
 */
export function inUse(db: Db, list: ListName, tenantId: string | null) {
  return (db as unknown as Kysely<Lists>)
    .selectFrom(`${list} as one`)
    .leftJoin('tenant_switch as own', (join) =>
      join
        .on('own.tenant_id', '=', tenantId)
        .on('own.list', '=', list)
        .onRef('own.code', '=', 'one.code'),
    )
    .select(['one.code', 'one.name'])
    .where('one.is_active', '=', true)
    .where(sql<boolean>`coalesce(own.is_active, true)`)
}

const switchable: readonly ListName[] = [
  'country',
  'currency',
  'payment_method',
  'service_provider',
  'industry_type',
]

/** What the tenant of `db` cannot use, as `currency:GBP`. */
export async function listSwitchedOff(db: Db, tenantId: string): Promise<Set<string>> {
  const lists = db as unknown as Kysely<Lists>
  const off = await Promise.all([
    lists
      .selectFrom('tenant_switch')
      .select(['list', 'code'])
      .where('tenant_id', '=', tenantId)
      .where('is_active', '=', false)
      .execute(),
    ...switchable.map((list) =>
      lists
        .selectFrom(list)
        .select([sql<string>`${list}::text`.as('list'), 'code'])
        .where('is_active', '=', false)
        .execute(),
    ),
  ])
  return new Set(off.flat().map(({ list, code }) => `${list}:${code}`))
}
