import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import { sql } from 'kysely'
import type { Db } from './database.ts'
import { anyTables, columnOf } from './resource-rows.ts'
import { within } from './within.ts'

/** The place behind all others of the same record. */
export async function nextPlace(db: Db, of: Resource, parent: unknown): Promise<number> {
  const { last } = await anyTables(db)
    .selectFrom(`${of.table} as t`)
    .select((is) => is.fn.max<number | null>('t.sort_order').as('last'))
    .where(within(db, 't', null))
    .where(`t.${columnOf(of.orderedIn ?? '')}`, '=', parent)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

/** All parts of the record that this one is a part of, held until the transaction ends. */
export async function lockSiblings(db: Db, of: Resource, key: string): Promise<string[]> {
  const parent = columnOf(of.orderedIn ?? '')
  const rows = await anyTables(db)
    .selectFrom(`${of.table} as t`)
    .select(sql<string>`t.id::text`.as('id'))
    .where(within(db, 't', null))
    .where(
      sql<boolean>`${sql.ref(`t.${parent}`)} = (select ${sql.ref(`s.${parent}`)} from ${sql.table(of.table)} as s where ${within(db, 's', null)} and s.id = ${key}::uuid)`,
    )
    .orderBy('t.sort_order')
    .forUpdate('t' as never)
    .execute()
  return rows.map(({ id }) => id)
}

export async function updateOrder(
  db: Db,
  of: Resource,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  for (const [place, id] of ids.entries()) {
    await anyTables(db)
      .updateTable(`${of.table} as t`)
      .set({ sort_order: place + 1, updated_at: at })
      .where(within(db, 't', null))
      .where('t.id', '=', id)
      .execute()
  }
}
