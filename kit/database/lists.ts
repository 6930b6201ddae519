import { type Expression, type Kysely, sql } from 'kysely'
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

/** The codes of the languages in use for the tenant, for a query that reads something else of it. */
export const languagesInUse = (tenantId: Expression<string>) => sql<string[]>`array(
  select one.code from language as one
  left join tenant_switch as own
    on own.tenant_id = ${tenantId} and own.list = 'language' and own.code = one.code
  where one.is_active and coalesce(own.is_active, true)
  order by one.code)`

/** The codes of the languages in use for a tenant. */
export async function listLanguages(db: Db, tenantId: string | null): Promise<string[]> {
  const rows = await inUse(db, 'language', tenantId).orderBy('one.code').execute()
  return rows.map(({ code }) => code)
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
