import { currenciesWith } from '@counterfoil/kit/contract/money.ts'
import { type RawBuilder, sql } from 'kysely'

const otherDecimals = [0, 3, 4]

/** An amount in minor units as the text that a spreadsheet adds up, like 12.50, with the decimals of ISO 4217. */
export function majorUnits(amountMinor: RawBuilder<unknown>, currency: RawBuilder<unknown>) {
  const cases = otherDecimals.map((places) => {
    const codes = sql.join(currenciesWith(places).map((code) => sql.lit(code)))
    return sql`when ${currency} in (${codes}) then ${sql.lit(places)}`
  })
  const places = sql`case ${sql.join(cases, sql` `)} else 2 end`
  return sql<string>`round(${amountMinor} / 10::numeric ^ (${places}), ${places})::text`
}
