import { findCallerIn } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { notify } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import {
  type ExportOrder,
  queueExport,
  readableSource,
} from '@counterfoil/features/reporting/exports/exports.public.ts'
import { findTenantZone } from '@counterfoil/features/reporting/figures/figures.public.ts'
import type { ExportedQuery, ExportFormat } from '@counterfoil/kit/contract/exports.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import { exportSources } from '@counterfoil/kit/server/exports/export-source.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { pausedNotice } from './automated-report-notices.ts'
import { findOwner, insertRun, pauseReport, type ReportRow } from './automated-reports.queries.ts'
import { daysOf, overAt, type ReportDays, type RunTimes } from './next-run.rules.ts'

export const timesOf = (row: ReportRow): RunTimes => ({
  frequency: row.frequency as RunTimes['frequency'],
  day: row.day,
  atTime: row.at_time,
  timeZone: row.time_zone,
})

/** What a run exports: the report's own filters with the days that are meant on that day. */
function orderOf(row: ReportRow, dueAt: Date): ExportOrder {
  const query = row.query as ExportedQuery
  return {
    source: row.source,
    format: row.format as ExportFormat,
    mode: row.mode as Mode,
    query: {
      ...query,
      ...daysOf(row.days as ReportDays, dueAt, row.time_zone),
      ...(row.merchant_id === null ? {} : { merchantId: row.merchant_id }),
    },
  }
}

/**
 * Queues the export of a run, or pauses the report when its owner may not have it any more. By the clock it waits for the end of
 * its days, which in the report's own zone may be over before they are in that of the payments.
 */
export async function startRun(
  db: Db,
  jobs: Jobs,
  report: ReportRow,
  of: { readonly dueAt: Date; readonly at: Date; readonly isRequested: boolean },
): Promise<string | undefined> {
  const reader = await readerOrRefusal(db, report)
  if (typeof reader === 'string') {
    await pauseReport(db, report.id, reader, of.at)
    const owner = await findOwner(db, report)
    await notify(db, jobs, pausedNotice(report, { reason: reader, owner }, of.at))
    return undefined
  }
  const [runId, exportId] = [newId(of.at), newId(of.at)]
  await insertRun(db, { id: runId, reportId: report.id, exportId, ...of })
  const startAfter = of.isRequested ? undefined : await waitsFor(db, report, of.dueAt, reader)
  await queueExport(db, jobs, {
    ...orderOf(report, of.dueAt),
    id: exportId,
    userId: report.user_id,
    runId,
    at: of.at,
    ...(startAfter === undefined ? {} : { startAfter }),
  })
  return runId
}

async function waitsFor(
  db: Db,
  { days, tenant_id, time_zone }: ReportRow,
  dueAt: Date,
  { timeZone }: UserCaller,
): Promise<Date | undefined> {
  const { dateTo } = daysOf(days as ReportDays, dueAt, time_zone)
  const businessZone = (await findTenantZone(db, tenant_id)) ?? timeZone
  return overAt(days as ReportDays, dateTo, [businessZone, timeZone])
}

export type PauseReason = 'owner_gone' | 'right_lost' | 'report_gone'

/** In whose name a report is read now, or why its owner may not have it. */
async function readerOrRefusal(db: Db, row: ReportRow): Promise<UserCaller | PauseReason> {
  if (!exportSources().has(row.source)) return 'report_gone'
  try {
    const owner = await findCallerIn(db, row.user_id)
    readableSource(row.source, owner)
    const { merchantIds } = owner
    const isBeyond = row.merchant_id !== null && merchantIds?.includes(row.merchant_id) === false
    // it would come without a row, as if nothing had happened
    return isBeyond ? 'right_lost' : owner
  } catch (cause) {
    if (!(cause instanceof Problem)) throw cause
    return cause.status === 401 ? 'owner_gone' : 'right_lost'
  }
}
