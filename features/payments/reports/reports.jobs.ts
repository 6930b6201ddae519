import { findCallerById } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { claimMadeFiles, releaseFiles } from '@counterfoil/features/messaging/files/files.public.ts'
import { notify } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { exportQuery } from '@counterfoil/features/payments/lookup/payment-filter.schema.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import { forbidden, Problem } from '@counterfoil/kit/contract/problem.ts'
import { platformScope, tenantScope } from '@counterfoil/kit/database/scope.ts'
import { listTenantIds } from '@counterfoil/kit/database/tenants.ts'
import {
  type Job,
  type JobContext,
  job,
  type Schedule,
  schedule,
} from '@counterfoil/kit/jobs/job.ts'
import type { Storage } from '@counterfoil/providers/storage/storage.ts'
import { z } from 'zod'
import { openExport } from './export.public.ts'
import { reportRecord, storeReportFiles } from './report-files.ts'
import { finishedNotice, givenUpNotice } from './report-notices.ts'
import { beginReport, deleteReportRow, endReport, takeExpired } from './reports.queries.ts'
import { keptForMs, mayHaveReports, mostAttempts, reportJob } from './reports.rules.ts'

const payload = z.object({ tenantId: z.string(), reportId: z.string() })
type Payload = z.infer<typeof payload>
type Report = NonNullable<Awaited<ReturnType<typeof beginReport>>>

const expiredAtOnce = 200

export const jobs = ({
  storage,
  reportFileBytes,
}: {
  storage: Storage
  reportFileBytes: number
}): Job<Payload>[] => [
  job({
    ...reportJob,
    payload,
    run: (work, context) => runReport(storage, work, context, reportFileBytes),
  }),
]

export const schedules: Schedule[] = [
  schedule({ name: 'payments.expire-reports', everyS: 3600, run: expireReports }),
]

/** Makes one report and tells its user. `maxBytes`: of one file, which is held in memory until it is stored. */
export async function runReport(
  storage: Storage,
  { tenantId, reportId }: Payload,
  context: JobContext,
  maxBytes: number,
): Promise<void> {
  const { database } = context
  const own = tenantScope(tenantId)
  const report = await database.transaction(own, (db) => beginReport(db, reportId))
  if (report === undefined) return
  try {
    await make(storage, { tenantId, reportId, report, maxBytes }, context)
  } catch (cause) {
    // a refusal stays one; anything else may pass
    if (!(cause instanceof Problem) && report.attempts < mostAttempts) throw cause
    context.log.error({ err: cause, tenantId, reportId }, 'a report could not be made')
    await database.transaction(own, async (db) => {
      await endReport(db, reportId, 'failed')
      await notify(db, context.jobs, givenUpNotice(report.user_id, reportId, context.now()))
    })
  }
}

async function make(
  storage: Storage,
  work: Payload & { readonly report: Report; readonly maxBytes: number },
  { database, jobs, now, signal }: JobContext,
): Promise<void> {
  const { tenantId, reportId, report } = work
  // as the user is now: who may no longer look is given nothing
  const user = await findCallerById(database, tenantId, report.user_id)
  if (!mayHaveReports(user.permissions)) throw forbidden()
  const scope =
    user.userType === 'platform' ? platformScope : tenantScope(tenantId, user.merchantIds)
  const copy = await openExport(database, scope, {
    query: exportQuery.parse(report.query),
    mode: report.mode as Mode,
    reader: user,
  })
  signal.addEventListener('abort', copy.stop, { once: true })
  const at = now()
  const made = await storeReportFiles(storage, database, {
    csv: copy.stream,
    user,
    at,
    maxBytes: work.maxBytes,
  }).finally(() => {
    signal.removeEventListener('abort', copy.stop)
    copy.stop()
  })
  await database.transaction(tenantScope(tenantId), async (db) => {
    const { merchantId } = user
    const { fileIds } = made
    await claimMadeFiles(db, { fileIds, recordType: reportRecord, recordId: reportId, merchantId })
    await endReport(db, reportId, 'done')
    await notify(db, jobs, finishedNotice(report.user_id, reportId, made, at))
  })
}

/** Lets old reports go; their files follow as all that nobody holds. */
async function expireReports({ database, now, signal }: JobContext): Promise<void> {
  const before = new Date(now().getTime() - keptForMs)
  for (const tenantId of await listTenantIds(database)) {
    if (signal.aborted) return
    await database.transaction(tenantScope(tenantId), async (db) => {
      for (const id of await takeExpired(db, before, expiredAtOnce)) {
        await releaseFiles(db, reportRecord, id)
        await deleteReportRow(db, id)
      }
    })
  }
}
