import { type Expression, type SqlBool, sql } from 'kysely'

/** Letters with marks, and those that somebody types whose keyboard has none. */
const [marked, plain] = ['çğşöüâîûáàäãåéèêëíìïñóòôõúùý', 'cgsouaiuaaaaaeeeeiiinoooouuy']

/** As names are compared everywhere, in any case and with either i of Turkish, and without marks. */
const folded = (text: Expression<unknown>) =>
  sql`translate(app.folded_name(${text}), ${sql.lit(marked)}, ${sql.lit(plain)})`

/**
 * Whether what is searched for is a part of the text, on any keyboard: `ayse` finds Ayşe and `ışıl` IŞIL. `ilike` tells all
 * of these apart.
 */
export function contains(text: Expression<unknown>, searched: string | undefined) {
  const pattern = `%${(searched ?? '').replace(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`${folded(sql`${text}::text`)} like ${folded(sql`${pattern}::text`)}`
}
