import { type Expression, type SqlBool, sql } from 'kysely'

/** The dotless i of Turkish, which becomes an i; what stands above or below a letter, which goes. */
const dotlessAndMarks =
  '\u0131\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0323\u0326\u0327\u0328'

/**
 * Small letters without marks, as `foldText` of kit/contract has them: `isil` of IŞIL. A text of ASCII alone, which most are, is
 * recognised by its length and costs a tenth.
 */
const folded = (text: Expression<unknown>) => sql`(case when octet_length(${text}) = length(${text})
  then lower(${text}) else translate(lower(normalize(${text}, nfd)), ${sql.lit(dotlessAndMarks)}, 'i') end)`

/** Whether what is searched for is a part of the text, on any keyboard: `ayse` finds Ayşe and `ışıl` IŞIL. */
export function contains(text: Expression<unknown>, searched: string | undefined) {
  const pattern = `%${(searched ?? '').replace(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`${folded(sql`${text}::text`)} like ${folded(sql`${pattern}::text`)}`
}

/** The order in which people look for names: Ç beside C and İ beside I, in any case. The database's own has them after z. */
export const alphabetical = (name: Expression<unknown>) =>
  sql<string>`${folded(sql`${name}::text`)}`
