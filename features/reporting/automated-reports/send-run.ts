import { Readable } from 'node:stream'
import { listFilesOf, openStoredFile } from '@counterfoil/features/messaging/files/files.public.ts'
import { notify } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import {
  findTarget,
  openTarget,
} from '@counterfoil/features/reporting/delivery-targets/delivery-targets.public.ts'
import {
  findManifest,
  mayStillHave,
} from '@counterfoil/features/reporting/exports/exports.public.ts'
import { exportRecord } from '@counterfoil/features/reporting/exports/exports.rules.ts'
import { minuteMs } from '@counterfoil/kit/contract/durations.ts'
import type { ExportManifest } from '@counterfoil/kit/contract/exports.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { isStopped, type JobContext } from '@counterfoil/kit/jobs/job.ts'
import {
  type DeliveredFile,
  DeliveryFailure,
  type DeliveryTarget,
} from '@counterfoil/providers/delivery/delivery-target.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { notSentNotice } from './automated-report-notices.ts'
import {
  countSendAttempt,
  findOwner,
  findReport,
  type ReportRow,
  updateRunEnded,
  updateSendFailure,
} from './automated-reports.queries.ts'

/** Its retries are for a worker that dies; a target that fails is tried again after these waits. */
export const sendJob = { name: 'automated-reports.send', retries: 3 } as const
/** Minutes between the attempts: nearly eight hours, in which most servers come back. */
const waits = [1, 5, 15, 30, 60, 120, 240]

export type SendTools = Pick<Providers, 'delivery' | 'keys' | 'storage'>

/**
 * Sends the files of a run to its target. What fails is tried again with growing waits; a file that was sent already is
 * replaced by itself. When it is given up, its owner is notified, and the files stay in the portal.
 */
export async function sendRun(
  tools: SendTools,
  { tenantId, runId }: { readonly tenantId: string; readonly runId: string },
  context: JobContext,
): Promise<void> {
  const { database, log, now, signal } = context
  const scope = tenantScope(tenantId)
  const run = await database.transaction(scope, (db) => countSendAttempt(db, runId))
  if (run === undefined) return
  const db = database.reader(scope)
  const report = await findReport(db, run.report_id)
  if (report === undefined) return
  const giveUp = (failure: string) =>
    database.transaction(scope, async (tx) => {
      if (!(await updateRunEnded(tx, runId, { state: 'failed', failure, at: now() }))) return
      await notify(tx, context.jobs, notSentNotice(report, { runId, failure }, now()))
    })
  const row = await findTargetOf(db, run, report)
  if (row === undefined) {
    await giveUp(`${run.target_name}: There is no such target any more`)
    return
  }
  const owner = await findOwner(db, report)
  if (owner === undefined || row.merchant_id !== owner.merchant_id) {
    await giveUp(`${row.name}: The target is not for the reports of this user any more`)
    return
  }
  // the attempts go on for hours, in which somebody may have lost what they were made with
  if (!(await mayStillHave(database, { tenantId, exportId: run.export_id }))) {
    await giveUp(`${row.name}: The user of the report may not see all of it any more`)
    return
  }
  const files = await listFilesOf(db, exportRecord, run.export_id)
  try {
    const target = await requireOpen(tools, row, context)
    const manifest = manifestFile(files, await findManifest(db, run.export_id))
    const sent = files.map((file) => ({
      ...{ name: file.name, contentType: file.content_type, size: file.size_bytes },
      open: () => openStoredFile(tools.storage, file),
    }))
    // comes last: where it lies, all of its files do
    await tools.delivery.send(target, [...sent, manifest], signal)
    await database.transaction(scope, (tx) =>
      updateRunEnded(tx, runId, { state: 'sent', at: now() }),
    )
  } catch (cause) {
    if (isStopped(signal)) throw cause
    const isOfTarget = cause instanceof DeliveryFailure
    if (!isOfTarget) log.error({ err: cause, tenantId, runId }, 'a report could not be sent')
    const failure = `${row.name}: ${isOfTarget ? cause.message : 'internal'}`.slice(0, 500)
    const wait = waits[run.send_attempts - 1]
    if (wait !== undefined) {
      const startAfter = new Date(now().getTime() + wait * minuteMs)
      await database.transaction(scope, async (tx) => {
        await updateSendFailure(tx, runId, failure)
        await context.jobs.enqueue(tx, sendJob, { tenantId, runId }, { startAfter })
      })
      return
    }
    await giveUp(failure)
  }
}

type RunRow = NonNullable<Awaited<ReturnType<typeof countSendAttempt>>>

/** The run's own target; of a run that the version before began, which stores its name alone, the report's if it is the same. */
async function findTargetOf(db: Db, run: RunRow, report: ReportRow): Promise<Row | undefined> {
  if (run.target_id !== null) return findTarget(db, run.target_id)
  const row = report.target_id === null ? undefined : await findTarget(db, report.target_id)
  return row?.name === run.target_name ? row : undefined
}

/** What the files have to hold, for their receiver: `npm run verify:export` reads it beside them. */
function manifestFile(
  [first]: readonly { readonly name: string }[],
  manifest: ExportManifest | null,
): DeliveredFile {
  const stem = (first?.name ?? 'report').replace(/\.[a-z]+$/, '')
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
  return {
    ...{ name: `${stem}.manifest.json`, contentType: 'application/json', size: text.length },
    open: async () => Readable.from([text]),
  }
}

type Row = NonNullable<Awaited<ReturnType<typeof findTarget>>>

async function requireOpen(
  { keys }: SendTools,
  row: Row,
  { database, now }: JobContext,
): Promise<DeliveryTarget> {
  if (!row.is_active) throw new DeliveryFailure('reach', 'The target is switched off')
  const target = await openTarget({ database, keys, now: now() }, row)
  if (target === undefined) throw new DeliveryFailure('sign_in', 'The target has no secret')
  return target
}
