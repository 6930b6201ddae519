import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import type { Fields } from '@counterfoil/kit/contract/resource-declaration.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { columnOf, listOptions } from '@counterfoil/kit/database/resource-rows.ts'

type Stored = Readonly<Record<string, unknown>>

/** Rows as they are answered, with the names of what they refer to: one query for each kind of it. */
export async function viewsOf(
  db: Db,
  of: Resource,
  rows: readonly Stored[],
): Promise<ResourceRow[]> {
  const views = rows.map((row) => fieldsOf(of, row))
  const names = await namesIn(db, of, views)
  return rows.map((row, at) => ({
    ...valuesIn(of.computedFields ?? {}, row),
    ...views[at],
    id: String(row.key),
    version: Number(row.version),
    isActive: row.activity === true,
    updatedAt: ((row.switched_at ?? row.updated_at) as Date).toISOString(),
    tenantId: of.owner === 'tenant' ? String(row.tenant_id) : null,
    names: pick('name', keysIn(of, views[at] ?? {}), names),
    namesTr: pick('nameTr', keysIn(of, views[at] ?? {}), names),
  }))
}

const pick = (
  which: 'name' | 'nameTr',
  keys: ReturnType<typeof keysIn>,
  names: Awaited<ReturnType<typeof namesIn>>,
): Record<string, string> =>
  Object.fromEntries(
    keys.flatMap(({ key, list }) => {
      const name = names.get(list)?.get(key)?.[which]
      return name === undefined ? [] : [[key, name]]
    }),
  )

export const fieldsOf = (of: Resource, row: Stored) => valuesIn(of.fields, row)

function valuesIn(fields: Fields, row: Stored): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { kind }]) => {
      const value = answered(row[columnOf(name)])
      // some choices are stored as numbers, as a mode is
      return [name, kind === 'choice' && typeof value === 'number' ? String(value) : value]
    }),
  )
}

function answered(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  return value instanceof Date ? value.toISOString() : (value ?? null)
}

function keysIn(of: Resource, view: Stored): { key: string; list: string }[] {
  return Object.entries(of.fields).flatMap(([name, { target }]) => {
    if (target === undefined) return []
    const value = view[name]
    const keys = Array.isArray(value) ? value : value === null ? [] : [value]
    return keys.map((key) => ({ key: String(key), list: name }))
  })
}

async function namesIn(db: Db, of: Resource, views: readonly Stored[]) {
  const wanted = Map.groupBy(
    views.flatMap((view) => keysIn(of, view)),
    ({ list }) => list,
  )
  const named = async ([list, some]: [string, { readonly key: string }[]]) => {
    const target = of.fields[list]?.target
    if (target === undefined) throw new Error(`${list} refers to nothing`)
    const keys = [...new Set(some.map(({ key }) => key))]
    const options = await listOptions(db, target, { keys, isInUse: false })
    return [list, new Map(options.map((one) => [one.id, one]))] as const
  }
  const isStaff = ([list]: [string, unknown]) => of.fields[list]?.target?.isStaff === true
  const found = await Promise.all([...wanted].filter((one) => !isStaff(one)).map(named))
  // within a transaction these are asked by themselves
  for (const one of [...wanted].filter(isStaff)) found.push(await named(one))
  return new Map(found)
}
