import type { LanguageCode } from '@counterfoil/kit/contract/languages.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { escapeSpreadsheetText as harmless } from '@counterfoil/kit/database/spreadsheet-text.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { type RawBuilder, sql } from 'kysely'
import { columnName, type PaymentColumn, paymentColumns } from './export-columns.rules.ts'

export interface ExportPlan {
  /** A condition on `payment as p`. */
  readonly condition: RawBuilder<unknown>
  readonly order: { readonly sort: 'created' | 'amount'; readonly order: 'asc' | 'desc' }
  readonly columns: readonly PaymentColumn[]
  readonly language: LanguageCode
  /** IANA name, or minutes that local time is ahead of UTC. */
  readonly zone: string | number
  /** The decimals of currencies with other than two. */
  readonly decimals: readonly { readonly currency: string; readonly decimalPlaces: number }[]
}

/** The query of an export. PostgreSQL formats every cell, so that no row passes through JavaScript. */
export function exportStatement(db: Db, plan: ExportPlan) {
  const { condition, order, columns, language } = plan
  const cells = columns.map(
    (column) =>
      sql`${cellOf(db, column, plan)} as ${sql.id(columnName(column, language, plan.zone))}`,
  )
  const direction = order.order === 'desc' ? sql`desc` : sql`asc`
  const sorted =
    order.sort === 'amount'
      ? sql`p.amount_minor ${direction}, p.id ${direction}`
      : sql`p.id ${direction}`
  return sql`select ${sql.join(cells)} from payment as p where ${condition} order by ${sorted}`
}

/** How many payments there are of each currency, and the sums of these columns. */
export function totalsStatement(
  condition: RawBuilder<unknown>,
  amounts: readonly PaymentColumn[],
): RawBuilder<unknown> {
  const sums = amounts.map(
    (one) => sql`, sum(${sql.ref(`p.${paymentColumns[one].source}`)})::bigint as ${sql.id(one)}`,
  )
  return sql`select p.currency, count(*)::bigint as payments${sql.join(sums, sql``)}
    from payment as p where ${condition} group by p.currency order by payments desc, p.currency`
}

function cellOf(
  db: Db,
  column: PaymentColumn,
  { zone, decimals }: Pick<ExportPlan, 'zone' | 'decimals'>,
): RawBuilder<unknown> {
  const { kind, source } = paymentColumns[column]
  if (column === 'tenantName') return sql`${tenantNames} ->> p.tenant_id::text`
  if (column === 'merchantName') return sql`${merchantNames(db)} ->> p.merchant_id::text`
  if (column === 'websiteName') return sql`${websiteNames(db)} ->> p.website_id::text`
  if (column === 'card') return sql`p.card_first6 || '******' || p.card_last4`
  if (column === 'mode') return sql`case p.mode when 1 then 'Test' else 'Live' end`
  const reference = sql.ref(`p.${source}`)
  if (kind === 'text') return harmless(reference)
  if (kind === 'amount') return inMajorUnits(reference, decimals)
  if (kind === 'time') return sql`date_trunc('second', ${reference} at time zone ${zoneOf(zone)})`
  return reference
}

// Names are looked up in a map that is made once: a join would have the planner sort all rows anew.
const tenantNames = sql`(select jsonb_object_agg(t.id::text, ${harmless(sql`t.name`)}) from tenant as t)`

function merchantNames(db: Db): RawBuilder<unknown> {
  return sql`(select jsonb_object_agg(m.id::text, ${harmless(sql`m.legal_business_name`)})
    from merchant as m where ${within(db, 'm', 'id')})`
}

function websiteNames(db: Db): RawBuilder<unknown> {
  return sql`(select jsonb_object_agg(w.id::text, ${harmless(sql`w.name`)})
    from website as w where ${within(db, 'w')})`
}

function zoneOf(zone: string | number): RawBuilder<unknown> {
  return typeof zone === 'string' ? sql`${zone}` : sql`make_interval(mins => ${zone}::int)`
}

/** Plain decimals with as many places as the currency has: 12.50, 1250, 1.250. */
function inMajorUnits(
  minor: RawBuilder<unknown>,
  decimals: ExportPlan['decimals'],
): RawBuilder<unknown> {
  const others = Map.groupBy(decimals, (one) => one.decimalPlaces)
  const cases = [...others].map(([decimalPlaces, some]) => {
    const codes = some.map((one) => one.currency)
    const factor = sql.raw(decimalPlaces === 0 ? '1' : `0.${'0'.repeat(decimalPlaces - 1)}1`)
    return sql`when p.currency = any (${codes}::text[]) then ${minor} * ${factor}::numeric`
  })
  if (cases.length === 0) return sql`${minor} * 0.01`
  return sql`case ${sql.join(cases, sql` `)} else ${minor} * 0.01 end`
}

/** Currencies with other than two decimals. */
export async function listOddDecimals(db: Db): Promise<ExportPlan['decimals']> {
  const rows = await db
    .selectFrom('currency')
    .select(['code', 'decimal_places'])
    .where('decimal_places', '<>', 2)
    .execute()
  return rows.map((row) => ({ currency: row.code, decimalPlaces: row.decimal_places }))
}

/** For `copyOut`, which asks a statement for its text. */
export function compilable(db: Db, statement: RawBuilder<unknown>) {
  return { compile: () => statement.compile(db) }
}
