import { findCallerById } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import {
  claimGeneratedFiles,
  findStoredContent,
} from '@counterfoil/features/messaging/files/files.public.ts'
import { notify } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { deliverRun } from '@counterfoil/features/reporting/automated-reports/automated-reports.public.ts'
import type { ExportedQuery, ExportFormat } from '@counterfoil/kit/contract/exports.ts'
import { type Mode, modeNameOf } from '@counterfoil/kit/contract/fields.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Database } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { isStopped, type JobContext } from '@counterfoil/kit/jobs/job.ts'
import type { Storage } from '@counterfoil/providers/storage/storage.ts'
import { writeFiles } from './export-files.ts'
import { finishedNotice, givenUpNotice, refusedNotice } from './export-notices.ts'
import { manifestOf } from './export-words.ts'
import { checkedQuery, readableSource, readerOf } from './exports.public.ts'
import {
  beginExport,
  type ExportRow,
  readBrand,
  updateExportEnded,
  updateProgress,
} from './exports.queries.ts'
import { exportRecord, maxAttempts } from './exports.rules.ts'

export interface ExportTools {
  readonly storage: Storage
  /** Of one CSV, which is held in memory until it is stored. */
  readonly reportFileBytes: number
  /** Where the portal is, for mails. */
  readonly publicUrl: string
}

const progressEveryMs = 1_000

class Cancelled extends Error {}

const failedOnOurSide = () =>
  new Problem('export.failed', 500, 'Something went wrong on our side. Export it again.')

/**
 * Makes one export and notifies its user. What a crash interrupts begins anew, in a snapshot of its own: nothing of the
 * first one is kept.
 */
export async function runExport(
  tools: ExportTools,
  { tenantId, exportId }: { readonly tenantId: string; readonly exportId: string },
  context: JobContext,
): Promise<void> {
  const { database, log, now, signal } = context
  const scope = tenantScope(tenantId)
  const row = await database.transaction(scope, (db) => beginExport(db, exportId))
  if (row === undefined) return
  try {
    await makeExport(tools, row, context)
  } catch (cause) {
    if (cause instanceof Cancelled) return
    // a Problem fails again on a retry; other errors may not
    const isFinal = cause instanceof Problem || row.attempts >= maxAttempts
    if (!isFinal || isStopped(signal)) throw cause
    log.error({ err: cause, tenantId, exportId }, 'an export could not be made')
    const failure = cause instanceof Problem ? cause : failedOnOurSide()
    await database.transaction(scope, async (db) => {
      const isEnded = await updateExportEnded(db, exportId, { state: 'failed', at: now(), failure })
      if (!isEnded) return
      if (row.run_id === null) {
        const notice = cause instanceof Problem ? refusedNotice : givenUpNotice
        await notify(db, context.jobs, notice(row.user_id, exportId, now()))
        return
      }
      const ended = { runId: row.run_id, rows: undefined, failure: failure.code, owner: undefined }
      await deliverRun(db, { jobs: context.jobs, publicUrl: tools.publicUrl, at: now() }, ended)
    })
  }
}

async function makeExport(tools: ExportTools, row: ExportRow, context: JobContext): Promise<void> {
  const { database, now, signal } = context
  // the user's current permissions decide
  const user = await findCallerById(database, row.tenant_id, row.user_id)
  const source = readableSource(row.source, user)
  const at = now()
  const mode = row.mode as Mode
  const reader = readerOf(database, user, mode, at)
  const query = await checkedQuery(source, row.query as ExportedQuery, reader)
  const open = await source.open(query, reader)
  signal.addEventListener('abort', open.stop, { once: true })
  const progress = progressOf(database, row, open.rows)
  try {
    const written = await writeFiles({
      storage: tools.storage,
      maxBytes: tools.reportFileBytes,
      database,
      source,
      format: row.format as ExportFormat,
      user,
      mode: source.hasModes ? modeNameOf(mode) : null,
      runId: row.run_id,
      open,
      at,
      progress,
      brand: await brandOf(tools.storage, row.tenant_id, context),
    })
    if (written.rows !== open.rows) {
      throw new Error(`${written.rows} rows were written of ${open.rows}`)
    }
    const manifest = manifestOf(source, open, {
      ...written,
      mode: source.hasModes ? modeNameOf(mode) : null,
      asOf: at,
    })
    await finishExport(tools, row, context, {
      user,
      sourceName: source.name,
      at,
      written,
      manifest,
    })
  } finally {
    signal.removeEventListener('abort', open.stop)
    open.stop()
  }
}

/** Stores now and then how many rows are written, and ends an export that its user has cancelled. */
function progressOf(database: Database, row: ExportRow, total: number) {
  let notifiedAtMs = performance.now()
  return async (rows: number) => {
    if (performance.now() - notifiedAtMs < progressEveryMs) return
    notifiedAtMs = performance.now()
    const isWanted = await database.transaction(tenantScope(row.tenant_id), (db) =>
      updateProgress(db, row.id, { rows, total }),
    )
    if (!isWanted) throw new Cancelled()
  }
}

interface MadeExport {
  readonly user: Awaited<ReturnType<typeof findCallerById>>
  readonly sourceName: ReturnType<typeof readableSource>['name']
  readonly at: Date
  readonly written: Awaited<ReturnType<typeof writeFiles>>
  readonly manifest: ReturnType<typeof manifestOf>
}

/** Gives the files to the export's user, delivers them where an automated report wants it, and notifies. */
async function finishExport(
  { publicUrl }: ExportTools,
  row: ExportRow,
  { database, jobs, now }: JobContext,
  { user, sourceName, at, written, manifest }: MadeExport,
): Promise<void> {
  await database.transaction(tenantScope(row.tenant_id), async (db) => {
    const { merchantId } = user
    const { fileIds, rows } = written
    const made = { manifest, limits: user }
    if (!(await updateExportEnded(db, row.id, { state: 'done', at: now(), made }))) return
    await claimGeneratedFiles(db, {
      fileIds,
      recordType: exportRecord,
      recordId: row.id,
      merchantId,
    })
    const ended = row.run_id === null ? null : { runId: row.run_id, rows, owner: user }
    const shouldNotify = ended === null || (await deliverRun(db, { jobs, publicUrl, at }, ended))
    if (shouldNotify) await notify(db, jobs, finishedNotice(sourceName, row, { fileIds, rows }, at))
  })
}

/** The tenant's name, and its logo as a data address. */
async function brandOf(storage: Storage, tenantId: string, { database }: JobContext) {
  const { name, logo } = await readBrand(database.shared, tenantId)
  if (logo === null || logo.startsWith('data:')) return { name, logo }
  const fileId = /[0-9a-f-]{36}$/.exec(logo)?.[0] ?? ''
  const bytes = await findStoredContent(storage, tenantId, fileId)
  const isPng = bytes?.subarray(1, 4).toString('latin1') === 'PNG'
  const type = isPng ? 'image/png' : 'image/jpeg'
  return { name, logo: bytes && `data:${type};base64,${bytes.toString('base64')}` }
}
