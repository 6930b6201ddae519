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

/** How the rows are written; throws the Problem of a wish that cannot be met, before anything is read. */
export function exportPlan(query: ExportQuery, reader: Reader) {
  return {
    columns: columnsOf(query.columns, reader.userType === 'platform'),
    language: columnLanguage(query.language ?? reader.locale),
    zone: zoneOf(query),
  }
}

/** The rows of a list as CSV, of all that `scope` may see. */
export async function openExport(
  database: Database,
  scope: Scope,
  wish: { readonly query: ExportQuery; readonly mode: Mode; readonly reader: Reader },
): Promise<CopyOut> {
  const db = database.reader(scope)
  const statement = exportStatement(db, {
    ...exportPlan(wish.query, wish.reader),
    condition: await paymentCondition(db, wish.query, wish.mode),
    order: wish.query,
    decimals: await listOddDecimals(database.shared),
  })
  return copyOut(database, scope, compilable(db, statement))
}

function columnsOf(asked: readonly string[] | undefined, isPlatform: boolean): PaymentColumn[] {
  if (asked === undefined) {
    return allPaymentColumns.filter((one) => isPlatform || one !== 'tenantName')
  }
  const unknown = asked.filter((one) => !Object.hasOwn(paymentColumns, one))
  if (unknown.length > 0) {
    throw new Problem('export.unknown_column', 400, `There is no column ${unknown.join(', ')}`, {
      errors: [{ message: `There is no column ${unknown.join(', ')}`, path: 'columns' }],
      params: { columns: unknown.join(', ') },
    })
  }
  return asked as PaymentColumn[]
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
