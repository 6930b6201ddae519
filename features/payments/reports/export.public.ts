import { paymentCondition } from '@counterfoil/features/payments/lookup/lookup.public.ts'
import type { exportQuery } from '@counterfoil/features/payments/lookup/payment-filter.schema.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { type CopyOut, copyOut } from '@counterfoil/kit/database/copy.ts'
import type { Database } from '@counterfoil/kit/database/database.ts'
import type { Scope } from '@counterfoil/kit/database/scope.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import type { z } from 'zod'
import { compilable, exportStatement, listOddDecimals } from './export.queries.ts'
import {
  allPaymentColumns,
  columnLanguage,
  type PaymentColumn,
  paymentColumns,
} from './export-columns.rules.ts'

export type ExportQuery = z.output<typeof exportQuery>

type Reader = Pick<UserCaller, 'userType' | 'locale'>

/** The format of the rows; throws a Problem for invalid options before anything is read. */
export function exportPlan(query: ExportQuery, reader: Reader) {
  return {
    columns: columnsOf(query.columns, reader.userType === 'platform'),
    language: columnLanguage(query.language ?? reader.locale),
    zone: zoneOf(query),
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

function columnsOf(requested: readonly string[] | undefined, isPlatform: boolean): PaymentColumn[] {
  if (requested === undefined) {
    return allPaymentColumns.filter((one) => isPlatform || one !== 'tenantName')
  }
  const unknown = requested.filter((one) => !Object.hasOwn(paymentColumns, one))
  if (unknown.length > 0) {
    throw new Problem('export.unknown_column', 400, `There is no column ${unknown.join(', ')}`, {
      errors: [{ message: `There is no column ${unknown.join(', ')}`, path: 'columns' }],
      params: { columns: unknown.join(', ') },
    })
  }
  return requested as PaymentColumn[]
}

function zoneOf({ timeZone, timezoneOffset }: ExportQuery): string | number {
  // JavaScript says how far UTC is ahead of the user, the database asks the opposite
  if (timeZone === undefined) return -timezoneOffset
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    throw new Problem('time_zone.unknown', 400, 'This time zone is not known', {
      errors: [{ message: 'This time zone is not known', path: 'timeZone' }],
    })
  }
}
