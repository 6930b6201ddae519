import { type Expression, type SqlBool, sql } from 'kysely'

/**
 * Whether what is searched for is a part of the text, as names are compared everywhere: in any case, and with either i of
 * Turkish. `ilike` tells these apart, so that "ışıl" did not find "IŞIL".
 */
export function contains(text: Expression<unknown>, searched: string | undefined) {
  const pattern = `%${(searched ?? '').replace(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`app.folded_name(${text}::text) like app.folded_name(${pattern})`
}
