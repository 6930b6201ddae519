import { guardFilesOf } from '@counterfoil/features/messaging/files/files.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { type ExportQuery, exportPlan } from './export.public.ts'
import { reportRecord } from './report-files.ts'
import { maxOpenReports, requestMerchantReport, requestReport } from './reports.contract.ts'
import { countWaiting, insertReport, isOwnReport } from './reports.queries.ts'
import { reportJob, viewers } from './reports.rules.ts'

// files of a report are only for its user, while the user may see the list
guardFilesOf(
  reportRecord,
  ({ db, caller, tenantId, recordId }) =>
    isOwnReport(db, { tenantId, id: recordId, userId: caller.id }),
  viewers,
)

export const routes: Route[] = [requestReport, requestMerchantReport].map((one) =>
  route(one, ({ query }, context) => request(query, context)),
)

async function request(query: ExportQuery, context: Context<UserCaller>) {
  const { caller, database, jobs, mode, now } = context
  // what cannot be made is said now, not by a notification later
  exportPlan(query, caller)
  const reportId = newId(now)
  // without the caller's merchant limits: the row is the user's, of no merchant
  await database.transaction(tenantScope(caller.tenantId), async (db) => {
    if ((await countWaiting(db, caller.id)) >= maxOpenReports) {
      throw new Problem(
        'report.too_many',
        409,
        `${maxOpenReports} of your exports are being prepared already. Wait for one to finish.`,
      )
    }
    await insertReport(db, { id: reportId, userId: caller.id, mode, query, at: now })
    await jobs.enqueue(db, reportJob, { tenantId: caller.tenantId, reportId })
    await context.audit(db, {
      type: 'payment_export',
      id: reportId,
      merchantId: caller.merchantId,
      after: { ...query, mode: query.mode ?? (mode === 1 ? 'Test' : 'Live') },
    })
  })
  return { reportId }
}
