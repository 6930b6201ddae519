import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

/** The part of a list that a page shows. */
export interface Part {
  readonly limit: number
  readonly offset: number
}

/** How many rows a query finds that selects nothing yet. */
export async function countRows<T, Tables extends keyof T>(
  query: SelectQueryBuilder<T, Tables, object>,
): Promise<number> {
  const { count } = await query
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .$castTo<{ count: bigint }>()
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The same up to `limit`, of what grows with payments: such a list says "more than" rather than be counted whole. */
export function countUpTo<T, Tables extends keyof T>(
  db: Db,
  query: SelectQueryBuilder<T, Tables, object>,
  limit: number,
): Promise<number> {
  const found = query.select(sql<number>`1`.as('one')).limit(limit)
  return countRows(db.selectFrom(found.as('found')))
}
