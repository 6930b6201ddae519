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
