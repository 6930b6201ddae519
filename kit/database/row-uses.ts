// Where a record is named by others: what is used is not deleted.
import type { Use } from '@counterfoil/kit/contract/resource-declaration.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from './database.ts'
import { countRows } from './paging.ts'
import { anyTables } from './resource-rows.ts'
import { within } from './within.ts'

const found = new Map<string, Promise<readonly Use[]>>()

/** The columns whose foreign keys refer to this key of the table; what goes along or lets go by itself holds nothing up. */
export function referencesTo(db: Db, table: string, key: string): Promise<readonly Use[]> {
  const at = `${table}.${key}`
  const known = found.get(at)
  if (known !== undefined) return known
  const asked = findReferences(db, table, key)
  found.set(at, asked)
  // asked again, should the database not have answered
  asked.catch(() => found.delete(at))
  return asked
}

async function findReferences(db: Db, table: string, key: string): Promise<readonly Use[]> {
  const { rows } = await sql<Use>`
    select distinct source.relname as "table", its.attname as "column"
    from pg_constraint as c
    join pg_class as source on source.oid = c.conrelid
    cross join unnest(c.conkey, c.confkey) as pair(own, other)
    join pg_attribute as its on its.attrelid = c.conrelid and its.attnum = pair.own
    join pg_attribute as target on target.attrelid = c.confrelid and target.attnum = pair.other
    where c.contype = 'f' and c.confdeltype in ('a', 'r')
      and c.confrelid = to_regclass('app.' || quote_ident(${table})) and target.attname = ${key}
    order by 1, 2`.execute(db)
  return rows
}

/** Whether there are few or many is all that anybody wants to know. */
export const maxUsesCounted = 100

/** How many rows refer to this record, counted up to one more than a refusal names. */
export async function countUses(db: Db, use: Use, key: string): Promise<number> {
  const column = sql.ref(`t.${use.column}`)
  const rows = anyTables(db)
    .selectFrom(`${use.table} as t`)
    .select(sql`1`.as('one'))
    .where(within(db, 't', null))
    .where(
      use.isList === true
        ? sql<SqlBool>`${key} = any (${column})`
        : sql<SqlBool>`${column} = ${key}`,
    )
    .limit(maxUsesCounted + 1)
  return countRows(anyTables(db).selectFrom(rows.as('found')))
}
