import { zipOf } from '@counterfoil/kit/server/codecs/zip.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { v7 } from 'uuid'
import {
  exportAlternativePayments,
  exportMerchantPayments,
  exportPayments,
  exportTenantReport,
} from './export.contract.ts'
import { alternativeOnly, type ExportQuery, openExport } from './export.public.ts'

async function exportList(
  query: ExportQuery,
  context: Context<UserCaller>,
  stem = 'filename',
): Promise<unknown> {
  const { caller, database, mode, now, reply, scope } = context
  const copy = await openExport(database, scope, { query, mode, reader: caller })
  // a client that disconnects cancels the query
  reply.raw.once('close', () => copy.stop())
  const record = {
    type: 'payment_export',
    id: v7(),
    merchantId: caller.merchantId,
    after: { ...query, mode: query.mode ?? (mode === 1 ? 'Test' : 'Live') },
  }
  await context.transaction((db) => context.audit(db, record))
  reply.header('content-disposition', `attachment; filename="${stem}.zip"`)
  return zipOf(`${stem}.csv`, copy.stream, now)
}

/** A prefix and the time in UTC, without characters that file names must not contain. */
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
  ),
  ...[exportPayments, exportMerchantPayments].map((one) =>
    route(one, ({ query }, context) => exportList(query, context) as Promise<undefined>),
  ),
  route(
    exportAlternativePayments,
    ({ query }, context) => exportList(alternativeOnly(query), context) as Promise<undefined>,
  ),
]
