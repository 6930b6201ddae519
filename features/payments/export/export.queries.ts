import type { Db } from '@counterfoil/kit/database/database.ts'
import { type RawBuilder, sql } from 'kysely'
import {
  type ColumnLanguage,
  columnName,
  type PaymentColumn,
  paymentColumns,
} from './export-columns.rules.ts'

export interface ExportPlan {
  /** Of `payment as p`: what is exported. */
  readonly condition: RawBuilder<unknown>
  readonly order: { readonly sort: 'created' | 'amount'; readonly order: 'asc' | 'desc' }
  readonly columns: readonly PaymentColumn[]
  readonly language: ColumnLanguage
  /** IANA name, or minutes that local time is ahead of UTC. */
  readonly zone: string | number
  /** Currencies that have not two decimals, with those that they have. */
  readonly decimals: readonly { readonly currency: string; readonly places: number }[]
}

/** The query of an export. Everything that a cell needs is done here, so that no row passes through our own code. */
export function exportStatement({
  condition,
  order,
  columns,
  language,
  zone,
  decimals,
}: ExportPlan) {
  const cells = columns.map(
    (column) => sql`${cellOf(column, zone, decimals)} as ${sql.id(columnName(column, language))}`,
  )
  const direction = order.order === 'desc' ? sql`desc` : sql`asc`
  const sorted =
    order.sort === 'amount'
      ? sql`p.amount_minor ${direction}, p.id ${direction}`
      : sql`p.id ${direction}`
  const names = columns.includes('merchantName')
    ? sql`join merchant as m on m.tenant_id = p.tenant_id and m.id = p.merchant_id`
    : sql``
  const tenants = columns.includes('tenantName')
    ? sql`join tenant as t on t.id = p.tenant_id`
    : sql``
  return sql`select ${sql.join(cells)} from payment as p ${names} ${tenants}
    where ${condition} order by ${sorted}`
}

function cellOf(
  column: PaymentColumn,
  zone: ExportPlan['zone'],
  decimals: ExportPlan['decimals'],
): RawBuilder<unknown> {
  const { kind, source } = paymentColumns[column]
  const own = sql.ref(`p.${source}`)
  if (column === 'tenantName') return harmless(sql`t.name`)
  if (column === 'merchantName') return harmless(sql`m.legal_business_name`)
  if (column === 'card') return sql`p.card_first6 || '******' || p.card_last4`
  if (column === 'mode') return sql`case p.mode when 1 then 'Test' else 'Live' end`
  if (kind === 'text') return harmless(own)
  if (kind === 'amount') return inMajorUnits(own, decimals)
  if (kind === 'time') return sql`date_trunc('second', ${own} at time zone ${zoneOf(zone)})`
  return own
}

function zoneOf(zone: string | number): RawBuilder<unknown> {
  return typeof zone === 'string' ? sql`${zone}` : sql`make_interval(mins => ${zone}::int)`
}

/** A spreadsheet runs what begins with = + - @, a tab or a carriage return; behind an apostrophe it is text. */
function harmless(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ascii(${text}) in (61, 43, 45, 64, 9, 13) then '''' || ${text} else ${text} end`
}

/** Plain decimals with as many places as the currency has: 12.50, 1250, 1.250. */
function inMajorUnits(
  minor: RawBuilder<unknown>,
  decimals: ExportPlan['decimals'],
): RawBuilder<unknown> {
  const others = Map.groupBy(decimals, (one) => one.places)
  const cases = [...others].map(([places, some]) => {
    const codes = some.map((one) => one.currency)
    const factor = sql.raw(places === 0 ? '1' : `0.${'0'.repeat(places - 1)}1`)
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
  return rows.map((row) => ({ currency: row.code, places: row.decimal_places }))
}

/** For `copyOut`, which asks a statement for its text. */
export function compilable(db: Db, statement: RawBuilder<unknown>) {
  return { compile: () => statement.compile(db) }
}
