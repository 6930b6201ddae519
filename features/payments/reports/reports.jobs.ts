import { findCallerById } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import {
  claimGeneratedFiles,
  releaseFiles,
} from '@counterfoil/features/messaging/files/files.public.ts'
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
import { createReportFiles, reportRecord } from './report-files.ts'
import { finishedNotice, givenUpNotice } from './report-notices.ts'
import { beginReport, deleteExpired, deleteReportRow, endReport } from './reports.queries.ts'
import { maxAttempts, mayHaveReports, reportJob, retentionMs } from './reports.rules.ts'

const payload = z.object({ tenantId: z.string(), reportId: z.string() })
type Payload = z.infer<typeof payload>
type Report = NonNullable<Awaited<ReturnType<typeof beginReport>>>

const batchSize = 200

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

/** Creates one report and notifies its user. A file of up to `maxBytes` is held in memory until it is stored. */
export async function runReport(
  storage: Storage,
  { tenantId, reportId }: Payload,
  context: JobContext,
  maxBytes: number,
): Promise<void> {
  const { database } = context
  const scope = tenantScope(tenantId)
  const report = await database.transaction(scope, (db) => beginReport(db, reportId))
  if (report === undefined) return
  try {
    await make(storage, { tenantId, reportId, report, maxBytes }, context)
  } catch (cause) {
    // a Problem fails again on a retry; other errors may not
    if (!(cause instanceof Problem) && report.attempts < maxAttempts) throw cause
    context.log.error({ err: cause, tenantId, reportId }, 'a report could not be made')
    await database.transaction(scope, async (db) => {
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
  // the user's current permissions decide
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
  const files = await createReportFiles(storage, database, {
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
    const { fileIds } = files
    await claimGeneratedFiles(db, {
      fileIds,
      recordType: reportRecord,
      recordId: reportId,
      merchantId,
    })
    await endReport(db, reportId, 'done')
    await notify(db, jobs, finishedNotice(report.user_id, reportId, files, at))
  })
}

/** Deletes old reports; their files are deleted as unattached files. */
async function expireReports({ database, now, signal }: JobContext): Promise<void> {
  const before = new Date(now().getTime() - retentionMs)
  for (const tenantId of await listTenantIds(database)) {
    if (signal.aborted) return
    await database.transaction(tenantScope(tenantId), async (db) => {
      for (const id of await deleteExpired(db, before, batchSize)) {
        await releaseFiles(db, reportRecord, id)
        await deleteReportRow(db, id)
      }
    })
  }
}
