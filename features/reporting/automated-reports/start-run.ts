import { findCallerIn } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { notify } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import {
  type ExportOrder,
  queueExport,
  readableSource,
} from '@counterfoil/features/reporting/exports/exports.public.ts'
import type { ExportedQuery, ExportFormat } from '@counterfoil/kit/contract/exports.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import { exportSources } from '@counterfoil/kit/server/exports/export-source.ts'
import { pausedNotice } from './automated-report-notices.ts'
import { findOwner, insertRun, pauseReport, type ReportRow } from './automated-reports.queries.ts'
import { daysOf, type ReportDays, type RunTimes } from './next-run.rules.ts'

export const timesOf = (row: ReportRow): RunTimes => ({
  frequency: row.frequency as RunTimes['frequency'],
  day: row.day,
  atTime: row.at_time,
  timeZone: row.time_zone,
})

/** What a run exports: the report's own filters with the days that are meant on that day. */
export function orderOf(row: ReportRow, dueAt: Date): ExportOrder {
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

/** Queues the export of a run, or pauses the report when its owner may not have it any more. */
export async function startRun(
  db: Db,
  jobs: Jobs,
  report: ReportRow,
  of: { readonly dueAt: Date; readonly at: Date; readonly isRequested: boolean },
): Promise<string | undefined> {
  const refusal = await refusalOf(db, report)
  if (refusal !== undefined) {
    await pauseReport(db, report.id, refusal, of.at)
    const owner = await findOwner(db, report)
    await notify(db, jobs, pausedNotice(report, { reason: refusal, owner }, of.at))
    return undefined
  }
  const [runId, exportId] = [newId(of.at), newId(of.at)]
  await insertRun(db, { id: runId, reportId: report.id, exportId, ...of })
  await queueExport(db, jobs, {
    ...orderOf(report, of.dueAt),
    id: exportId,
    userId: report.user_id,
    runId,
    at: of.at,
  })
  return runId
}

export type PauseReason = 'owner_gone' | 'right_lost' | 'report_gone'

/** Why the report's owner may not have it now; undefined: may. */
async function refusalOf(db: Db, row: ReportRow): Promise<PauseReason | undefined> {
  if (!exportSources().has(row.source)) return 'report_gone'
  try {
    const owner = await findCallerIn(db, row.user_id)
    readableSource(row.source, owner)
    const { merchantIds } = owner
    const isBeyond = row.merchant_id !== null && merchantIds?.includes(row.merchant_id) === false
    // it would come without a row, as if nothing had happened
    return isBeyond ? 'right_lost' : undefined
  } catch (cause) {
    if (!(cause instanceof Problem)) throw cause
    return cause.status === 401 ? 'owner_gone' : 'right_lost'
  }
}
