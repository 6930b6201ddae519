import type { Db } from '@counterfoil/kit/database/database.ts'
import { countRows, type Part } from '@counterfoil/kit/database/paging.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import type { ReportConfiguration } from './automated-reports.contract.ts'

export interface OfUser {
  readonly tenantId: string
  readonly userId: string
}

const reports = (db: Db) =>
  db
    .selectFrom('automated_report')
    .selectAll()
    .where(within(db, 'automated_report', null))

const ofUser = (db: Db, { tenantId, userId }: OfUser) =>
  reports(db).where('tenant_id', '=', tenantId).where('user_id', '=', userId)

export function listOwnReports(db: Db, of: OfUser, page: Part) {
  return ofUser(db, of)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}
export type ReportRow = Awaited<ReturnType<typeof listOwnReports>>[number]

export function countOwnReports(db: Db, { tenantId, userId }: OfUser): Promise<number> {
  return countRows(
    db
      .selectFrom('automated_report')
      .where(within(db, 'automated_report', null))
      .where('tenant_id', '=', tenantId)
      .where('user_id', '=', userId),
  )
}

export function listReportsOfCustomer(db: Db, of: OfUser, merchantId: string | null) {
  return ofUser(db, of)
    .where('merchant_id', 'is not distinct from', merchantId)
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute()
}

export function findOwnReport(db: Db, of: OfUser, id: string): Promise<ReportRow | undefined> {
  return ofUser(db, of).where('id', '=', id).executeTakeFirst()
}

export function findReport(db: Db, id: string): Promise<ReportRow | undefined> {
  return reports(db).where('id', '=', id).executeTakeFirst()
}

/** Whose report it is: an active user, or one that is not any more. */
export function findOwner(db: Db, { user_id }: Pick<ReportRow, 'user_id'>) {
  return db
    .selectFrom('app_user')
    .select(['id', 'user_type', 'merchant_id', 'is_active'])
    .where(within(db, 'app_user', null))
    .where('id', '=', user_id)
    .executeTakeFirst()
}
export type OwnerRow = NonNullable<Awaited<ReturnType<typeof findOwner>>>

/** Whether the caller sees this merchant. */
export async function seesMerchant(db: Db, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('merchant')
    .select('id')
    .where(within(db, 'merchant', 'id'))
    .where('id', '=', id)
    .executeTakeFirst()
  return found !== undefined
}

export const columnsOf = (given: ReportConfiguration) => ({
  name: given.name,
  source: given.source,
  format: given.format,
  mode: given.mode === 'Test' ? 1 : 2,
  query: JSON.stringify(given.query),
  days: given.days,
  frequency: given.frequency,
  day: given.day,
  at_time: given.atTime,
  time_zone: given.timeZone,
  delivery: given.delivery,
  target_id: given.targetId,
  skip_empty: given.skipEmpty,
})

export async function insertReport(
  db: Db,
  given: ReportConfiguration,
  of: {
    readonly id: string
    readonly userId: string
    readonly merchantId: string | null
    readonly nextRunAt: Date
    readonly at: Date
  },
): Promise<void> {
  await db
    .insertInto('automated_report')
    .values({
      tenant_id: tenantOf(db),
      id: of.id,
      user_id: of.userId,
      merchant_id: of.merchantId,
      ...columnsOf(given),
      next_run_at: of.nextRunAt,
      created_at: of.at,
      updated_at: of.at,
    })
    .execute()
}

/** False: it has changed since that version. */
export async function updateReport(
  db: Db,
  row: Pick<ReportRow, 'id' | 'version'>,
  changes: Readonly<Record<string, unknown>>,
  at: Date,
): Promise<boolean> {
  const updated = await db
    .updateTable('automated_report')
    .set({ ...changes, version: row.version + 1, updated_at: at })
    .where(within(db, 'automated_report', null))
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/** Locked, so that one worker at a time runs them. Those of a suspended tenant rest until it works again. */
export function lockDueReports(db: Db, now: Date, limit: number): Promise<ReportRow[]> {
  return reports(db)
    .where('is_active', '=', true)
    .where('next_run_at', '<=', now)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('tenant as t')
          .select('t.id')
          .whereRef('t.id', '=', 'automated_report.tenant_id')
          .where('t.is_active', '=', true),
      ),
    )
    .orderBy('next_run_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
}

export async function updateNextRun(db: Db, id: string, nextRunAt: Date): Promise<void> {
  await db
    .updateTable('automated_report')
    .set({ next_run_at: nextRunAt })
    .where(within(db, 'automated_report', null))
    .where('id', '=', id)
    .execute()
}

export async function pauseReport(db: Db, id: string, reason: string, at: Date): Promise<void> {
  await db
    .updateTable('automated_report')
    .set((row) => ({
      is_active: false,
      paused_for: reason,
      next_run_at: null,
      version: row('version', '+', 1),
      updated_at: at,
    }))
    .where(within(db, 'automated_report', null))
    .where('id', '=', id)
    .execute()
}

export interface NewRun {
  readonly id: string
  readonly reportId: string
  readonly exportId: string
  readonly dueAt: Date
  readonly isRequested: boolean
}

export async function insertRun(db: Db, run: NewRun): Promise<void> {
  await db
    .insertInto('automated_report_run')
    .values({
      tenant_id: tenantOf(db),
      id: run.id,
      report_id: run.reportId,
      export_id: run.exportId,
      due_at: run.dueAt,
      is_requested: run.isRequested,
      state: 'running',
    })
    .execute()
}

const runs = (db: Db) => db.selectFrom('automated_report_run as r').where(within(db, 'r', null))

export function findRun(db: Db, id: string) {
  return runs(db).selectAll('r').where('r.id', '=', id).executeTakeFirst()
}

export async function updateRunEnded(
  db: Db,
  id: string,
  end: {
    readonly state: 'sent' | 'nothing' | 'failed' | 'cancelled'
    readonly failure?: string
    readonly at: Date
  },
): Promise<boolean> {
  const ended = await db
    .updateTable('automated_report_run')
    .set({ state: end.state, failure: end.failure ?? null, finished_at: end.at })
    .where(within(db, 'automated_report_run', null))
    .where('id', '=', id)
    .where('state', 'in', ['running', 'sending'])
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** The files are made, and go to the target that the report has now. */
export async function updateRunSending(
  db: Db,
  id: string,
  target: { readonly id: string; readonly name: string },
): Promise<void> {
  await db
    .updateTable('automated_report_run')
    .set({ state: 'sending', target_id: target.id, target_name: target.name })
    .where(within(db, 'automated_report_run', null))
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

/** Counts one more attempt to send a run's files; undefined: it is not being sent. */
export async function countSendAttempt(db: Db, id: string) {
  return db
    .updateTable('automated_report_run')
    .set((row) => ({ send_attempts: row('send_attempts', '+', 1) }))
    .where(within(db, 'automated_report_run', null))
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .returningAll()
    .executeTakeFirst()
}

/** What went wrong so far; the run goes on being sent. */
export async function updateSendFailure(db: Db, id: string, failure: string): Promise<void> {
  await db
    .updateTable('automated_report_run')
    .set({ failure })
    .where(within(db, 'automated_report_run', null))
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute()
}

/** With the state that people read: an export begins when the days of its report are over and others had their turn. */
const runsAsShown = (db: Db) =>
  runs(db)
    .leftJoin('data_export as e', (join) =>
      join.onRef('e.tenant_id', '=', 'r.tenant_id').onRef('e.id', '=', 'r.export_id'),
    )
    .select((eb) =>
      eb
        .case()
        .when(eb.and([eb('r.state', '=', 'running'), eb('e.state', '=', 'waiting')]))
        .then('waiting')
        .else(eb.ref('r.state'))
        .end()
        .as('shown_state'),
    )

export function listRuns(
  db: Db,
  of: { readonly tenantId: string; readonly reportId: string },
  page: Part,
) {
  return runsAsShown(db)
    .selectAll('r')
    .select(['e.rows_done', 'e.failure_message', 'e.failure_params'])
    .where('r.tenant_id', '=', of.tenantId)
    .where('r.report_id', '=', of.reportId)
    .orderBy('r.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export function countRuns(
  db: Db,
  of: { readonly tenantId: string; readonly reportId: string },
): Promise<number> {
  return countRows(
    runs(db).where('r.tenant_id', '=', of.tenantId).where('r.report_id', '=', of.reportId),
  )
}

/** The last run of each of these. */
export function listLastRuns(db: Db, reportIds: readonly string[]) {
  if (reportIds.length === 0) return Promise.resolve([])
  return runsAsShown(db)
    .distinctOn('r.report_id')
    .select(['r.report_id', 'r.due_at'])
    .where('r.report_id', 'in', [...reportIds])
    .orderBy('r.report_id')
    .orderBy('r.id', 'desc')
    .execute()
}
