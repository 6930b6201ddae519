import { alternativePreset } from '@counterfoil/features/payments/lookup/faces.schema.ts'
import { paymentCondition } from '@counterfoil/features/payments/lookup/lookup.public.ts'
import type { exportQuery } from '@counterfoil/features/payments/lookup/payment-filter.schema.ts'
import { decimalText } from '@counterfoil/kit/contract/decimal-text.ts'
import type { ExportColumn } from '@counterfoil/kit/contract/exports.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import { textLanguage } from '@counterfoil/kit/contract/languages.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { type CopyOut, copyOut } from '@counterfoil/kit/database/copy.ts'
import type { Database } from '@counterfoil/kit/database/database.ts'
import type { Scope } from '@counterfoil/kit/database/scope.ts'
import type { ExportReader, OpenExport } from '@counterfoil/kit/server/exports/export-source.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import type { z } from 'zod'
import { compilable, exportStatement, listOddDecimals, totalsStatement } from './export.queries.ts'
import {
  allPaymentColumns,
  columnName,
  type PaymentColumn,
  paymentColumns,
  zoneName,
} from './export-columns.rules.ts'
import { filterWords } from './filter-words.ts'

export { filterWords } from './filter-words.ts'

export type ExportQuery = z.output<typeof exportQuery>

/** The query of an export of alternative payments, whichever methods it names. */
export const alternativeOnly = (query: ExportQuery): ExportQuery => ({
  ...query,
  method: [...alternativePreset.method],
})

type Reader = Pick<UserCaller, 'userType' | 'locale'>

/** The format of the rows; throws a Problem for invalid options before anything is read. */
export function exportPlan(query: ExportQuery, reader: Reader) {
  return {
    columns: columnsOf(query.columns, reader.userType === 'platform'),
    language: textLanguage(query.language ?? reader.locale),
    zone: requestedZone(query),
  }
}

/** The rows of a list as CSV, within `scope`. */
export async function openExport(
  database: Database,
  scope: Scope,
  options: { readonly query: ExportQuery; readonly mode: Mode; readonly reader: Reader },
): Promise<CopyOut> {
  const db = database.reader(scope)
  const statement = exportStatement(db, {
    ...exportPlan(options.query, options.reader),
    condition: await paymentCondition(db, options.query, options.mode),
    order: options.query,
    decimals: await listOddDecimals(database.shared),
  })
  return copyOut(database, scope, compilable(db, statement))
}

/** The same rows for an export in the background, with their count and sums. */
export async function openPaymentExport(
  query: ExportQuery,
  reader: ExportReader,
): Promise<OpenExport> {
  const { database, scope, mode } = reader
  const db = database.reader(scope)
  const plan = exportPlan(query, reader.caller)
  const { columns, language, zone } = plan
  const condition = await paymentCondition(db, query, mode)
  const decimals = await listOddDecimals(database.shared)
  const amounts = columns.filter((one) => paymentColumns[one].kind === 'amount')
  const statement = exportStatement(db, { ...plan, condition, order: query, decimals })
  const copy = await copyOut(database, scope, compilable(db, statement), {
    first: compilable(db, totalsStatement(condition, amounts)),
  })
  const nameOf = (column: PaymentColumn) => columnName(column, language, zone)
  const totals = copy.first as readonly (Record<string, bigint> & {
    readonly currency: string
    readonly payments: bigint
  })[]
  const sumsOf = (row: Record<string, unknown>) => {
    const places = decimals.find((one) => one.currency === row.currency)?.decimalPlaces ?? 2
    return Object.fromEntries(
      amounts.map((one) => [nameOf(one), decimalText(BigInt(String(row[one] ?? 0)), places)]),
    )
  }
  return {
    columns: columns.map((one) => ({
      name: nameOf(one),
      kind: cellKinds[paymentColumns[one].kind],
      isSummed: paymentColumns[one].kind === 'amount',
    })),
    currencyColumn: columns.includes('currency') ? nameOf('currency') : null,
    csv: copy.stream,
    rows: totals.reduce((sum, { payments }) => sum + Number(payments), 0),
    sums: Object.fromEntries(totals.map((row) => [row.currency, sumsOf(row)])),
    filters: await filterWords(db, query, language),
    timeZone: zoneName(zone),
    language,
    stop: copy.stop,
  }
}

const cellKinds = {
  plain: 'text',
  text: 'text',
  amount: 'amount',
  time: 'time',
} as const satisfies Record<string, ExportColumn['kind']>

function columnsOf(requested: readonly string[] | undefined, isPlatform: boolean): PaymentColumn[] {
  if (requested === undefined) {
    return allPaymentColumns.filter((one) => isPlatform || one !== 'tenantName')
  }
  const unknown = requested.filter((one) => !Object.hasOwn(paymentColumns, one))
  if (unknown.length > 0) {
    throw new Problem('export.unknown_column', 400, `There is no column ${unknown.join(', ')}`, {
      path: 'columns',
      params: { columns: unknown.join(', ') },
    })
  }
  return requested as PaymentColumn[]
}

/** The caller's zone by its name, or the minutes that local time is ahead of UTC; throws for a zone that does not exist. */
export function requestedZone({
  timeZone,
  timezoneOffset = 0,
}: Partial<Pick<ExportQuery, 'timeZone' | 'timezoneOffset'>>): string | number {
  // JavaScript says how far UTC is ahead of the user, the database asks the opposite
  if (timeZone === undefined) return -timezoneOffset
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    throw new Problem('time_zone.unknown', 400, 'This time zone is not known', { path: 'timeZone' })
  }
}
