import { z } from 'zod'

/** The names that a query schema declares, by their lower-case form. */
export function queryNamesOf(schema: z.ZodType | undefined): ReadonlyMap<string, string> {
  if (!(schema instanceof z.ZodObject)) return new Map()
  return new Map(Object.keys(schema.shape).map((name) => [name.toLowerCase(), name]))
}

/** Query names are matched case-insensitively (READINGS 2): `PageSize` and `pageSize` are the same. */
export function withDeclaredNames(
  query: Record<string, unknown>,
  names: ReadonlyMap<string, string>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [names.get(name.toLowerCase()) ?? name, value]),
  )
}

/** A name that the call does not know is refused: a filter that is misspelt would show what was not asked for. */
export function refuseUnknownNames(
  query: Readonly<Record<string, unknown>>,
  schema: z.ZodType | undefined,
): void {
  const known = new Set(queryNamesOf(schema).values())
  const keys = Object.keys(query).filter((name) => !known.has(name))
  if (keys.length === 0 || takesAnything(schema)) return
  const message = 'There is no such field'
  throw new z.ZodError([{ code: 'unrecognized_keys', path: [], keys, message }])
}

const takesAnything = (schema: z.ZodType | undefined) =>
  schema instanceof z.ZodObject && schema.def.catchall !== undefined
