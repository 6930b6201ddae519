import { sendMail } from '@counterfoil/features/messaging/mail/mail.public.ts'
import { notify } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { findTarget } from '@counterfoil/features/reporting/delivery-targets/delivery-targets.public.ts'
import { textLanguage } from '@counterfoil/kit/contract/languages.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { failedNotice, readyMail } from './automated-report-notices.ts'
import {
  findReport,
  findRun,
  updateRunEnded,
  updateRunSending,
} from './automated-reports.queries.ts'
import { sendJob } from './send-run.ts'

export interface EndedExport {
  readonly runId: string
  /** Undefined: it could not be made. */
  readonly rows: number | undefined
  readonly failure?: string
  /** In whose name it was made, if it was. */
  readonly owner: Pick<UserCaller, 'email' | 'locale'> | undefined
}

/**
 * Ends the run that an export was made for, on the transaction that ends the export: sends it where it is to go. True: the
 * owner is to be notified in the portal, as of any export.
 */
export async function deliverRun(
  db: Db,
  { jobs, publicUrl, at }: { readonly jobs: Jobs; readonly publicUrl: string; readonly at: Date },
  { runId, rows, failure, owner }: EndedExport,
): Promise<boolean> {
  const run = await findRun(db, runId)
  const report = run && (await findReport(db, run.report_id))
  if (report === undefined) return true
  if (rows === undefined) {
    await updateRunEnded(db, runId, {
      state: 'failed',
      at,
      ...(failure === undefined ? {} : { failure }),
    })
    await notify(db, jobs, failedNotice(report, runId, at))
    return false
  }
  if (rows === 0 && report.skip_empty) {
    await updateRunEnded(db, runId, { state: 'nothing', at })
    return false
  }
  if (report.target_id !== null) {
    const target = await findTarget(db, report.target_id)
    await updateRunSending(db, runId, { id: report.target_id, name: target?.name ?? '' })
    await jobs.enqueue(db, sendJob, { tenantId: report.tenant_id, runId })
    return false
  }
  await updateRunEnded(db, runId, { state: 'sent', at })
  if (report.delivery === 'portal' || owner === undefined) return true
  await sendMail(db, jobs, {
    to: owner.email,
    merchantId: report.merchant_id,
    language: textLanguage(owner.locale),
    isSecret: false,
    onceFor: `automated report run ${runId}`,
    now: at,
    content: readyMail(report, rows, publicUrl),
  })
  return false
}

/** Ends the run of an export that its owner cancels, on the transaction that cancels it. */
export async function cancelRun(db: Db, runId: string, at: Date): Promise<void> {
  await updateRunEnded(db, runId, { state: 'cancelled', at })
}
