import { type Expression, sql } from 'kysely'

/** The order in which people look for names: Ç beside C and İ beside I, in any case. The database's own has them after z. */
export const alphabetical = (name: Expression<unknown>) =>
  sql<string>`(${name})::text collate "und-x-icu"`
