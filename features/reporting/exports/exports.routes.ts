import { Readable } from 'node:stream'
import {
  guardFilesOf,
  listFilesOf,
  listFilesOfRecords,
  openFileOf,
} from '@counterfoil/features/messaging/files/files.public.ts'
import { cancelRun } from '@counterfoil/features/reporting/automated-reports/automated-reports.public.ts'
import {
  cancelExport,
  createExport,
  type DataExport,
  downloadExport,
  type ExportFormat,
  type ExportManifest,
  listExports,
} from '@counterfoil/kit/contract/exports.ts'
import { modeOf } from '@counterfoil/kit/contract/fields.ts'
import { notFound, Problem, type ProblemParams } from '@counterfoil/kit/contract/problem.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { zipOfFiles } from '@counterfoil/kit/server/codecs/zip.ts'
import { exportSources, modeOfExport } from '@counterfoil/kit/server/exports/export-source.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { pageOf } from '@counterfoil/kit/server/request/counted-page.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import type { Storage } from '@counterfoil/providers/storage/storage.ts'
import { orderExport, readableSource } from './exports.public.ts'
import {
  countUserExports,
  type ExportRow,
  findExportGuard,
  findUserExport,
  listUserExports,
  type OfUser,
  updateExportEnded,
} from './exports.queries.ts'
import { exportRecord, exportStem, mayStillRead, retentionMs } from './exports.rules.ts'

// files of an export are only for its user, while the user may see what is in them
guardFilesOf(
  exportRecord,
  async ({ db, caller, tenantId, recordId }) => {
    const found = await findExportGuard(db, { tenantId, userId: caller.id }, recordId)
    if (found === undefined || !mayStillRead(found, caller)) return false
    return exportSources().get(found.source)?.permissions ?? false
  },
  [],
)

const ofCaller = ({ caller }: Context<UserCaller>): OfUser => ({
  tenantId: caller.tenantId,
  userId: caller.id,
})

/** Reads the caller's own exports and their files, which have no merchant that the caller could be limited to. */
const ownDb = ({ caller, database }: Context<UserCaller>) =>
  database.reader(tenantScope(caller.tenantId))

export const routes = ({ storage }: { storage: Storage }): Route[] => [
  route(listExports, async ({ query }, context) => {
    const db = ownDb(context)
    const of = ofCaller(context)
    const page = pageOf(query)
    const [rows, count] = await Promise.all([
      listUserExports(db, of, page),
      countUserExports(db, of),
    ])
    const files = await listFilesOfRecords(
      db,
      exportRecord,
      rows.map(({ id }) => id),
    )
    const filesOf = Map.groupBy(files, ({ record_id }) => record_id)
    return { data: rows.map((row) => viewOf(row, filesOf.get(row.id) ?? [])), count }
  }),
  route(createExport, ({ body }, context) => {
    const { source, format, query, mode } = body
    const chosen = mode === undefined ? context.mode : modeOf(mode)
    return orderExport({ source, format, query, mode: chosen }, context)
  }),
  route(cancelExport, async ({ params }, context) => {
    const row = await readOwn(params.id, context)
    const { caller, database, now } = context
    await database.transaction(tenantScope(caller.tenantId), async (db) => {
      const isCancelled = await updateExportEnded(db, row.id, { state: 'cancelled', at: now })
      if (isCancelled && row.run_id !== null) await cancelRun(db, row.run_id, now)
      await context.audit(db, {
        ...{ type: exportRecord, id: row.id, merchantId: caller.merchantId },
        before: { state: row.state },
        after: { state: isCancelled ? 'cancelled' : row.state },
      })
    })
    return viewOf(await readOwn(params.id, context), [])
  }),
  route(downloadExport, async ({ params }, context) => {
    const row = await readOwn(params.id, context)
    if (row.state !== 'done') throw notFound('The file')
    const source = readableSource(row.source, context.caller)
    await context.requireCode(source.permissions)
    if (!mayStillRead(row, context.caller)) throw madeWithinWiderLimits()
    const db = ownDb(context)
    const files = await listFilesOf(db, exportRecord, row.id)
    const { caller, reply } = context
    const record = { type: exportRecord, id: row.id, merchantId: caller.merchantId }
    await context.database.transaction(tenantScope(caller.tenantId), (tx) =>
      context.audit(tx, record),
    )
    const stem = exportStem(source.stem, row.finished_at ?? row.created_at)
    reply.header('content-disposition', `attachment; filename="${stem}.zip"`)
    const manifest = `${JSON.stringify(row.manifest, null, 2)}\n`
    const contents = files.map(({ id, name }) => ({
      name,
      open: async () =>
        (await openFileOf(db, storage, { recordType: exportRecord, recordId: row.id, fileId: id }))
          .content,
    }))
    return zipOfFiles(
      [{ name: 'manifest.json', open: async () => Readable.from([manifest]) }, ...contents],
      row.finished_at ?? row.created_at,
    ) as never
  }),
]

const madeWithinWiderLimits = () =>
  new Problem(
    'export.limits_narrowed',
    403,
    'This export was made when you were not limited as you are now. Export it again.',
  )

async function readOwn(id: string, context: Context<UserCaller>): Promise<ExportRow> {
  const row = await findUserExport(ownDb(context), ofCaller(context), id)
  if (row === undefined) throw notFound('The export')
  return row
}

interface ExportFile {
  readonly id: string
  readonly name: string
  readonly size_bytes: number
}

function viewOf(row: ExportRow, files: readonly ExportFile[]): DataExport {
  const manifest = row.manifest as ExportManifest | null
  return {
    id: row.id,
    source: row.source,
    name: exportSources().get(row.source)?.name ?? { en: row.source },
    mode: modeOfExport(row.source, row.mode),
    format: row.format as ExportFormat,
    state: row.state as DataExport['state'],
    rows: Number(row.rows_done),
    rowsTotal: row.rows_total === null ? null : Number(row.rows_total),
    filters: manifest?.filters ?? [],
    timeZone: manifest?.timeZone ?? null,
    bytes: files.reduce((sum, file) => sum + file.size_bytes, 0),
    files: files.map(({ id, name, size_bytes }) => ({ id, name, size: size_bytes })),
    failure: row.failure,
    failureMessage: row.failure_message,
    failureParams: row.failure_params as ProblemParams | null,
    isAutomated: row.run_id !== null,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    expiresAt: new Date(row.created_at.getTime() + retentionMs).toISOString(),
  }
}
