import type { Text } from '@counterfoil/kit/contract/texts.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'
import { idsIn } from './audit.rules.ts'

interface Entry {
  readonly id: string
  readonly before: unknown
  readonly after: unknown
}

/** The words for ids in entries, as `ownerId.<id>`: what people, roles, merchants, websites and MIDs are called now. */
export async function listIdWords(
  db: Db,
  entries: readonly Entry[],
): Promise<ReadonlyMap<string, Readonly<Record<string, Text>>>> {
  const found = entries.map(({ id, before, after }) => [id, idsIn([before, after])] as const)
  const names = await listNames(db, [
    ...new Set(found.flatMap(([, ids]) => ids.map(([, id]) => id))),
  ])
  return new Map(
    found.map(([entry, ids]) => [
      entry,
      Object.fromEntries(
        ids.flatMap(([field, id]) => {
          const name = names.get(id)
          return name === undefined ? [] : [[`${field}.${id}`, { en: name }]]
        }),
      ),
    ]),
  )
}

async function listNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id::text, concat_ws(' ', u.first_name, u.last_name) as name from app_user as u
      where ${within(db, 'u', null)} and u.id = any (${ids}::uuid[])
    union all select r.id::text, r.name from role as r
      where ${within(db, 'r', null)} and r.id = any (${ids}::uuid[])
    union all select m.id::text, m.legal_business_name from merchant as m
      where ${within(db, 'm', 'id')} and m.id = any (${ids}::uuid[])
    union all select w.id::text, w.name from website as w
      where ${within(db, 'w')} and w.id = any (${ids}::uuid[])
    union all select i.id::text, i.mid_code from mid as i
      where ${within(db, 'i')} and i.id = any (${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
