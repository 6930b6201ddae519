import type { Db } from '@counterfoil/kit/database/database.ts'
import { contains } from '@counterfoil/kit/database/folded-text.ts'
import { countRows, type Part } from '@counterfoil/kit/database/paging.ts'
import { sealedUnder } from '@counterfoil/kit/database/vault.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'

/** A column that holds secrets of tenants; null where there is none. */
export interface SealedPlace {
  readonly table: string
  readonly column: string
  /** What a row is found by, in its tenant. */
  readonly key: string
}

/** Everything of tenants that is sealed: the columns whose comment begins with `@sealed`. */
export async function listSealedPlaces(db: Db): Promise<readonly SealedPlace[]> {
  const { rows } = await sql<SealedPlace>`
    select c.relname as table, a.attname as column, k.attname as key
    from pg_description as d
    join pg_class as c on c.oid = d.objoid and d.classoid = 'pg_class'::regclass
    join pg_attribute as a on a.attrelid = c.oid and a.attnum = d.objsubid
    join pg_index as i on i.indrelid = c.oid and i.indisprimary
    join pg_attribute as k on k.attrelid = c.oid and k.attnum = any (i.indkey) and k.attname <> 'tenant_id'
    where c.relnamespace = 'app'::regnamespace and not c.relispartition and d.description like '@sealed%'
    order by 1, 2`.execute(db)
  return rows
}

export interface KeySearch {
  readonly searchKey?: string | undefined
  readonly state?: string | undefined
}

/** Every tenant with its keys, also one without any. `db` is a reader of the platform's. */
const matching = (db: Db, { searchKey, state }: KeySearch) =>
  db
    .selectFrom('tenant as t')
    .leftJoin('encryption_key as k', 'k.tenant_id', 't.id')
    .$if(state !== undefined, (query) =>
      query.where(sql<string>`coalesce(k.state, 'none')`, '=', state ?? ''),
    )
    .$if(Boolean(searchKey), (query) => query.where(contains(sql.ref('t.name'), searchKey)))

export function listKeyRows(db: Db, search: KeySearch, page: Part) {
  return matching(db, search)
    .select([
      't.id as tenantId',
      't.name as tenantName',
      'k.id as keyId',
      'k.state',
      'k.to_reseal as toReseal',
      'k.created_at as createdAt',
      'k.last_used_at as lastUsedAt',
      'k.replaced_at as replacedAt',
      'k.retired_at as retiredAt',
    ])
    .orderBy('t.name')
    .orderBy('t.id')
    .orderBy('k.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}
export type KeyRow = Awaited<ReturnType<typeof listKeyRows>>[number]

export function countKeyRows(db: Db, search: KeySearch): Promise<number> {
  return countRows(matching(db, search))
}

/** The number of the tenant's secrets that are sealed with each of its keys. */
export async function countSealed(db: Db): Promise<ReadonlyMap<string, number>> {
  const places = await listSealedPlaces(db)
  const parts = places.map(
    ({ table, column }) =>
      sql`select ${sql.ref(column)} as stored from ${sql.table(table)} where ${within(db, table, null)}
        and ${sql.ref(column)} is not null`,
  )
  const { rows } = await sql<{ key: string; count: bigint }>`
    select split_part(stored, '.', 2) as key, count(*) from (${sql.join(parts, sql` union all `)}) as s
    where stored like 'k1.%' group by 1`.execute(db)
  return new Map(rows.map(({ key, count }) => [key, Number(count)]))
}

export async function isKey(db: Db, id: string): Promise<boolean> {
  const key = await db
    .selectFrom('encryption_key')
    .select('id')
    .where(within(db, 'encryption_key', null))
    .where('id', '=', id)
    .executeTakeFirst()
  return key !== undefined
}

/** Locks a key, so that nothing is sealed with it meanwhile. */
export function lockKey(db: Db, of: { readonly id: string } | { readonly state: 'active' }) {
  return db
    .selectFrom('encryption_key')
    .select(['id', 'state'])
    .where(within(db, 'encryption_key', null))
    .$if('id' in of, (query) => query.where('id', '=', 'id' in of ? of.id : ''))
    .$if('state' in of, (query) => query.where('state', '=', 'active'))
    .forUpdate()
    .executeTakeFirst()
}

export async function replaceKey(
  db: Db,
  id: string,
  unsealedCount: number,
  now: Date,
): Promise<void> {
  await db
    .updateTable('encryption_key')
    .set({ state: 'retiring', to_reseal: unsealedCount, replaced_at: now })
    .where(within(db, 'encryption_key', null))
    .where('id', '=', id)
    .execute()
}

/** Deletes the key material: secrets that were still sealed with it are lost. */
export async function destroyKey(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('encryption_key')
    .set({ state: 'retired', wrapped: null, retired_at: now })
    .where(within(db, 'encryption_key', null))
    .where('id', '=', id)
    .execute()
}

export async function findActiveKey(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('encryption_key')
    .select('id')
    .where(within(db, 'encryption_key', null))
    .where('state', '=', 'active')
    .executeTakeFirst()
  return row?.id
}

/** Secrets of one column that are not sealed with this key, locked until the end of the transaction. */
export async function lockUnsealed(
  db: Db,
  { table, column, key }: SealedPlace,
  activeId: string | undefined,
  limit: number,
): Promise<readonly { key: string; stored: string }[]> {
  const own = `${sealedUnder(activeId ?? '-')}%`
  const { rows } = await sql<{ key: string; stored: string }>`
    select ${sql.ref(key)}::text as key, ${sql.ref(column)} as stored from ${sql.table(table)}
    where ${within(db, table, null)} and ${sql.ref(column)} is not null
      and ${sql.ref(column)} not like ${own}
    limit ${limit} for update`.execute(db)
  return rows
}

export async function updateSealedTexts(
  db: Db,
  { table, column, key }: SealedPlace,
  row: { readonly key: string; readonly sealed: string },
): Promise<void> {
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${row.sealed}
    where ${within(db, table, null)} and ${sql.ref(key)}::text = ${row.key}`.execute(db)
}
