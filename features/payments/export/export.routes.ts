import type { exportQuery } from '@counterfoil/features/payments/lookup/filter.contract.ts'
import { paymentCondition } from '@counterfoil/features/payments/lookup/lookup.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { copyOut } from '@counterfoil/kit/database/copy.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/context.ts'
import { type Route, route } from '@counterfoil/kit/server/route.ts'
import { zipOf } from '@counterfoil/kit/server/zip.ts'
import { v7 } from 'uuid'
import type { z } from 'zod'
import {
  exportAlternativePayments,
  exportMerchantPayments,
  exportPayments,
  exportTenantReport,
} from './export.contract.ts'
import { compilable, exportStatement, listOddDecimals } from './export.queries.ts'
import {
  allPaymentColumns,
  columnLanguage,
  type PaymentColumn,
  paymentColumns,
} from './export-columns.rules.ts'

type Query = z.output<typeof exportQuery>
type Called = Context<UserCaller>

async function exportList(query: Query, context: Called, stem = 'filename'): Promise<unknown> {
  const { caller, database, db, now, reply, scope } = context
  const statement = exportStatement(db, {
    condition: await paymentCondition(db, query, context.mode),
    order: query,
    columns: columnsOf(query.columns, caller.userType === 'platform'),
    language: columnLanguage(query.language ?? caller.locale),
    zone: zoneOf(query),
    decimals: await listOddDecimals(database.shared),
  })
  const copy = await copyOut(database, scope, compilable(db, statement))
  // whoever goes away while it runs takes the query along
  reply.raw.once('close', () => copy.stop())
  context.audit({
    type: 'payment_export',
    id: v7(),
    merchantId: caller.merchantId,
    after: { ...query, mode: query.mode ?? (context.mode === 1 ? 'Test' : 'Live') },
  })
  reply.header('content-disposition', `attachment; filename="${stem}.zip"`)
  return zipOf(`${stem}.csv`, copy.stream, now)
}

function columnsOf(asked: readonly string[] | undefined, isPlatform: boolean): PaymentColumn[] {
  if (asked === undefined) {
    return allPaymentColumns.filter((one) => isPlatform || one !== 'tenantName')
  }
  const unknown = asked.filter((one) => !Object.hasOwn(paymentColumns, one))
  if (unknown.length > 0) {
    throw new Problem('export.unknown_column', 400, `There is no column ${unknown.join(', ')}`, {
      errors: [{ message: `There is no column ${unknown.join(', ')}`, path: 'columns' }],
    })
  }
  return asked as PaymentColumn[]
}

function zoneOf({ timeZone, timezoneOffset }: Query): string | number {
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

/** A prefix and the instant in UTC, without what a file's name may not hold. */
const reportStem = (prefix: string, at: Date) =>
  `${prefix}-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`

export const routes: Route[] = [
  route(
    exportTenantReport,
    ({ body: { reportId, filters, columns } }, context) =>
      exportList(
        { ...filters, columns },
        context,
        reportStem(reportId, context.now),
      ) as Promise<undefined>,
    { transaction: 'own' },
  ),
  ...[exportPayments, exportMerchantPayments].map((one) =>
    route(one, ({ query }, context) => exportList(query, context) as Promise<undefined>),
  ),
  route(
    exportAlternativePayments,
    ({ query }, context) =>
      exportList({ ...query, method: ['alternative'] }, context) as Promise<undefined>,
  ),
]
