import type {
  ExportFormat,
  ExportManifest,
  ExportState,
} from '@counterfoil/kit/contract/exports.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { countRows, type Part } from '@counterfoil/kit/database/paging.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import type { ReaderLimits } from './exports.rules.ts'

const openStates = ['waiting', 'running'] as const

export interface NewExport {
  readonly id: string
  readonly userId: string
  readonly source: string
  readonly format: ExportFormat
  readonly mode: Mode
  readonly query: unknown
  /** The run of an automated report that it is made for. */
  readonly runId?: string
  readonly at: Date
}

export async function insertExport(db: Db, one: NewExport): Promise<void> {
  await db
    .insertInto('data_export')
    .values({
      tenant_id: tenantOf(db),
      id: one.id,
      user_id: one.userId,
      source: one.source,
      format: one.format,
      mode: one.mode,
      query: JSON.stringify(one.query),
      run_id: one.runId ?? null,
      created_at: one.at,
    })
    .execute()
}

const exportsOf = (db: Db) => db.selectFrom('data_export').where(within(db, 'data_export', null))

export interface OfUser {
  readonly tenantId: string
  readonly userId: string
}

const exportsOfUser = (db: Db, { tenantId, userId }: OfUser) =>
  exportsOf(db).where('tenant_id', '=', tenantId).where('user_id', '=', userId)

export async function countOpenExports(db: Db, of: OfUser): Promise<number> {
  const { tenantId } = of
  return countRows(
    exportsOfUser(db, of)
      .where('state', 'in', [...openStates])
      // scheduled runs of reports do not count against the limit, but runs that the user requested do
      .where((eb) =>
        eb.or([
          eb('run_id', 'is', null),
          eb.exists(
            eb
              .selectFrom('automated_report_run as r')
              .select('r.id')
              .where(within(db, 'r', null))
              .where('r.tenant_id', '=', tenantId)
              .whereRef('r.id', '=', 'data_export.run_id')
              .where('r.is_requested', '=', true),
          ),
        ]),
      ),
  )
}

export function listUserExports(db: Db, of: OfUser, page: Part) {
  return exportsOfUser(db, of)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}
export type ExportRow = Awaited<ReturnType<typeof listUserExports>>[number]

export function countUserExports(db: Db, of: OfUser): Promise<number> {
  return countRows(exportsOfUser(db, of))
}

export function findUserExport(db: Db, of: OfUser, id: string): Promise<ExportRow | undefined> {
  return exportsOfUser(db, of).selectAll().where('id', '=', id).executeTakeFirst()
}

/** Counts the attempt; undefined if the export is over. */
export function beginExport(db: Db, id: string) {
  return db
    .updateTable('data_export')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), state: 'running', rows_done: 0n }))
    .where(within(db, 'data_export', null))
    .where('id', '=', id)
    .where('state', 'in', [...openStates])
    .returningAll()
    .executeTakeFirst()
}

/** How far it is; false when it was cancelled meanwhile. */
export async function updateProgress(
  db: Db,
  id: string,
  progress: { readonly rows: number; readonly total: number },
): Promise<boolean> {
  const row = await db
    .updateTable('data_export')
    .set({ rows_done: BigInt(progress.rows), rows_total: BigInt(progress.total) })
    .where(within(db, 'data_export', null))
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export interface ExportEnd {
  readonly state: Exclude<ExportState, 'waiting' | 'running'>
  readonly at: Date
  /** Why it could not be made, as refusals say it. */
  readonly failure?: Pick<Problem, 'code' | 'message' | 'params'>
  /** What it holds, and what its user was limited to when it was made. */
  readonly made?: { readonly manifest: ExportManifest; readonly limits: ReaderLimits }
}

/** False when it was over before. */
export async function updateExportEnded(db: Db, id: string, end: ExportEnd): Promise<boolean> {
  const { made, failure } = end
  const row = await db
    .updateTable('data_export')
    .set({
      state: end.state,
      finished_at: end.at,
      failure: failure?.code ?? null,
      failure_message: failure?.message ?? null,
      failure_params: failure?.params === undefined ? null : JSON.stringify(failure.params),
      ...(made && {
        manifest: JSON.stringify(made.manifest),
        rows_done: BigInt(made.manifest.rows),
        rows_total: BigInt(made.manifest.rows),
        merchant_ids: made.limits.merchantIds && [...made.limits.merchantIds],
        methods: made.limits.methods && [...made.limits.methods],
        providers: made.limits.providers && [...made.limits.providers],
      }),
    })
    .where(within(db, 'data_export', null))
    .where('id', '=', id)
    .where('state', 'in', [...openStates])
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** What the files of an export are guarded by: whose it is, of what, and within which limits it was made. */
const guardColumns = ['source', 'merchant_ids', 'methods', 'providers'] as const

export function findExportGuard(db: Db, of: OfUser, id: string) {
  return exportsOfUser(db, of).select(guardColumns).where('id', '=', id).executeTakeFirst()
}

/** The same of whomever it is. */
export function readExportGuard(db: Db, id: string) {
  return exportsOf(db)
    .select(['user_id', ...guardColumns])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

export async function listExpiredExports(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await exportsOf(db)
    .select('id')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function deleteExport(db: Db, id: string): Promise<void> {
  await db
    .deleteFrom('data_export')
    .where(within(db, 'data_export', null))
    .where('id', '=', id)
    .execute()
}

/** Of the tenant that an export's first page names. */
export function readBrand(db: Db, tenantId: string) {
  return db
    .selectFrom('tenant')
    .select(['name', 'logo'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
}

/** What an export holds, by its own words; null while it is being made. */
export async function findManifest(db: Db, id: string): Promise<ExportManifest | null> {
  const row = await db
    .selectFrom('data_export')
    .select('manifest')
    .where(within(db, 'data_export', null))
    .where('id', '=', id)
    .executeTakeFirst()
  return (row?.manifest ?? null) as ExportManifest | null
}
