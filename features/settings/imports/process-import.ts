import { findCallerById } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import { attempt } from '@counterfoil/kit/database/attempt.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { ImportRecord, Refusal } from '@counterfoil/kit/database/imports.ts'
import { type TenantScope, tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { JobContext } from '@counterfoil/kit/jobs/job.ts'
import { importJob } from '@counterfoil/kit/server/imports/store-import.ts'
import {
  type AuditEntry,
  type AuditRecord,
  insertAuditEntries,
  insertAuditEntry,
} from '@counterfoil/kit/server/request/audit.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { problemOf } from '@counterfoil/kit/server/request/problems.ts'
import type { Importing } from '@counterfoil/kit/server/request/route.ts'
import { createTogether } from '@counterfoil/kit/server/resources/create-together.ts'
import type { Changing } from '@counterfoil/kit/server/resources/resource-changes.ts'
import { completeImport } from './complete-import.ts'
import { askForRow, type TypedRow, takeRow, typedRow } from './import-row.ts'
import {
  countResults,
  listTakenKeys,
  listWaitingRows,
  lockWaitingRows,
  type RowResult,
  refuseWaiting,
  type TakenRow,
  updateRowResult,
  updateTakenRows,
} from './import-rows.queries.ts'
import { findRunningImport, updateImportFailure } from './imports.queries.ts'

export interface ImportWork {
  readonly tenantId: string
  readonly importId: string
}

/** After this time the rest is left to a new job, so that other imports have their turn. */
const portionMs = 5_000
/** The importer's permissions are checked again after `read` rows; `together` are one transaction. */
interface Steps {
  readonly read: number
  readonly together: number
}
/** A commit for each row would take most of the time. */
const usualSteps: Steps = { read: 100, together: 20 }
/** New records of a long list are inserted by one statement. */
const longSteps: Steps = { read: 1000, together: 500 }
/** A row that fails this often with an internal error is refused, and the others go on. */
const maxFailures = 3

/** A running import, with the importer's permissions as they are now. */
interface RunningImport extends Importing {
  readonly record: ImportRecord
  readonly scope: TenantScope
  readonly changing: Changing
  readonly job: JobContext
}

type Row = Awaited<ReturnType<typeof listWaitingRows>>[number]

/** Imports some rows, and leaves the rest to the next job. */
export async function processPortion(
  importers: ReadonlyMap<string, Importing>,
  { tenantId, importId }: ImportWork,
  job: JobContext,
): Promise<void> {
  const { database, signal } = job
  const tenant = tenantScope(tenantId)
  const startedAt = performance.now()
  // where the rows before are imported: a search from the first line would pass over all of them
  let after = 0
  while (performance.now() - startedAt < portionMs) {
    const record = await database.transaction(tenant, (db) => findRunningImport(db, importId))
    if (record === undefined) return
    const running = await runningImportOf(record, importers.get(record.resource), job)
    if (running === undefined) {
      await database.transaction(tenant, (db) => refuseWaiting(db, importId, lostPermission))
    }
    const steps = running?.of.isLongList === true ? longSteps : usualSteps
    const portion = { after, limit: steps.read }
    const rows = await listWaitingRows(database.reader(tenant), importId, portion)
    if (running !== undefined && rows.length === 0 && after > 0) {
      after = 0
      continue
    }
    if (running === undefined || rows.length === 0) {
      const of = importers.get(record.resource)?.of
      return completeImport(record, { of, by: running?.changing.caller, state: 'done' }, job)
    }
    for (let from = 0; from < rows.length; from += steps.together) {
      // a worker that stops leaves the remaining rows to the next one
      signal.throwIfAborted()
      if (!(await importRows(running, rows.slice(from, from + steps.together)))) return
    }
    after = rows.at(-1)?.line ?? 0
  }
  await database.transaction(tenant, (db) =>
    job.jobs.enqueue(db, importJob, { tenantId, importId }, { singletonKey: importId }),
  )
}

const lostPermission: Refusal = {
  code: 'import.permission_lost',
  message: 'Whoever imports may no longer change these records',
}

/** Undefined when the importer has lost the permission. */
async function runningImportOf(
  record: ImportRecord,
  importing: Importing | undefined,
  job: JobContext,
): Promise<RunningImport | undefined> {
  const caller = await findImporter(record, job)
  if (caller === undefined || importing === undefined) return undefined
  const { of, rules } = importing
  const mayEdit = of.permissions.edit.some((one) => caller.permissions.has(one))
  const isOtherTenant = caller.tenantId !== record.tenant_id
  const isPlatform = caller.userType === 'platform'
  if (!mayEdit || ((isOtherTenant || of.owner === 'platform') && !isPlatform)) return undefined
  const { database, jobs, now } = job
  const scope = isOtherTenant
    ? tenantScope(record.tenant_id)
    : tenantScope(record.tenant_id, caller.merchantIds, caller)
  const audit: Changing['audit'] = (db, about) =>
    insertAuditEntry(db, importEntry(record, { caller, about, at: now() }))
  const changing = { caller, database, jobs, now: now(), audit }
  return { of, rules, record, scope, changing, job }
}

async function findImporter(record: ImportRecord, { database }: JobContext) {
  try {
    return await findCallerById(database, record.user_tenant_id, record.user_id)
  } catch (error) {
    if (error instanceof Problem && error.status === 401) return undefined
    throw error
  }
}

const importEntry = (
  record: ImportRecord,
  { caller, about, at }: { caller: UserCaller; about: AuditRecord; at: Date },
): AuditEntry => ({
  actorId: caller.id,
  actorName: caller.name,
  action: `${record.resource}.import`,
  // the request id of the upload, so that all its entries can be found
  requestId: record.request_id,
  ip: record.ip,
  at,
  record: about,
})

/** A row's typed values, or the reason of its refusal. */
interface PreparedRow {
  readonly line: number
  readonly typed?: TypedRow
  readonly refusal?: Refusal
}

/** The effects of some rows and their results are one transaction. False when the import was ended meanwhile. */
async function importRows(running: RunningImport, rows: readonly Row[]): Promise<boolean> {
  const { record, scope, job } = running
  let at = rows[0]?.line ?? 0
  try {
    const prepared = new Map<number, PreparedRow>()
    for (const row of rows) {
      at = row.line
      prepared.set(row.line, await prepareRow(running, row))
    }
    return await job.database.transaction(scope, async (db) => {
      // another worker may have imported some, if this one was considered dead
      const waiting = await lockWaitingRows(db, record.id, [...prepared.keys()])
      const open = [...prepared.values()].filter(({ line }) => waiting.has(line))
      const isMany = rows.length > usualSteps.together
      const { results, left } = isMany
        ? await takeTogether(running, db, open)
        : { results: [], left: open }
      for (const one of left) {
        at = one.line
        const result = await importRow(running, db, one)
        await updateRowResult(db, record.id, one.line, result)
        results.push(result)
      }
      if (await countResults(db, record.id, results)) return true
      throw new ImportEnded()
    })
  } catch (error) {
    if (error instanceof ImportEnded) return false
    if (rows.length > usualSteps.together) return importInSteps(running, rows)
    await refuseFailingRow(running, at, error)
    return true
  }
}

class ImportEnded extends Error {}

/** Where something of ours fails in many rows, few of them at a time show in which. */
async function importInSteps(running: RunningImport, rows: readonly Row[]): Promise<boolean> {
  const { together } = usualSteps
  for (let from = 0; from < rows.length; from += together) {
    if (!(await importRows(running, rows.slice(from, from + together)))) return false
  }
  return true
}

/**
 * Makes the records of rows of which there is none yet, all by one statement, and passes those that are there already just
 * as the row says. `left` are the other rows.
 */
async function takeTogether(
  { of, rules, record, changing, job }: RunningImport,
  db: Db,
  open: readonly PreparedRow[],
): Promise<{ results: RowResult[]; left: readonly PreparedRow[] }> {
  // a row that names its record may free a value that another row has
  if (open.some(({ typed }) => typed?.id !== undefined)) return { results: [], left: open }
  const plain = open.flatMap(({ line, typed }) => {
    const values = typed?.isActive === false ? undefined : newValuesOf(of, typed)
    return values === undefined ? [] : [{ line, values }]
  })
  const at = job.now()
  const found = await createTogether(
    { db, of, rules, context: { ...changing, now: at } },
    plain.map(({ values }) => values),
    (sameDb, records) =>
      insertAuditEntries(
        sameDb,
        records.map((about) => importEntry(record, { caller: changing.caller, about, at })),
      ),
  )
  const taken = await onceEach(
    db,
    record.id,
    plain.flatMap(({ line }, index) => {
      const one = found[index]
      return one === undefined ? [] : [{ line, state: one.outcome, recordKey: one.key }]
    }),
  )
  await updateTakenRows(db, record.id, taken)
  const lines = new Set(taken.map(({ line }) => line))
  return { results: [...taken], left: open.filter(({ line }) => !lines.has(line)) }
}

/** Of rows that lead to one record the first: the others are refused, by themselves. */
async function onceEach(
  db: Db,
  importId: string,
  rows: readonly TakenRow[],
): Promise<readonly TakenRow[]> {
  const there = rows.filter(({ state }) => state === 'unchanged').map((row) => row.recordKey)
  const before = await listTakenKeys(db, importId, there)
  const seen = new Set<string>()
  return rows.filter(({ recordKey }) => {
    const isFirst = !before.has(recordKey) && !seen.has(recordKey)
    seen.add(recordKey)
    return isFirst
  })
}

/** Undefined for what is refused; the row by itself says why. */
function newValuesOf(of: Resource, typed: TypedRow | undefined) {
  const read = of.values.safeParse(typed?.values)
  return read.success ? read.data : undefined
}

/** Checks of a row that need no transaction. */
async function prepareRow(running: RunningImport, { line, cells }: Row): Promise<PreparedRow> {
  const { of, scope, changing, job } = running
  let typed: TypedRow | undefined
  try {
    typed = typedRow(of, cells as Record<string, string>)
    const db = job.database.reader(scope)
    await askForRow({ ...running, context: changing }, db, typed)
    return { line, typed }
  } catch (error) {
    return { line, refusal: refusalOf(error, typed) }
  }
}

/** A refused row is rolled back to its savepoint; the rows before it stay. */
async function importRow(
  running: RunningImport,
  db: Db,
  { typed, refusal }: PreparedRow,
): Promise<RowResult> {
  if (typed === undefined) return { state: 'refused', refusal: refusal ?? failed }
  const { of, rules, record, changing, job } = running
  const change = { db, of, rules, context: { ...changing, now: job.now() } }
  try {
    return await attempt(db, () => takeRow(change, record.id, typed))
  } catch (error) {
    return { state: 'refused', refusal: refusalOf(error, typed) }
  }
}

/** The reason of a refusal; throws an internal error, which may be temporary. */
function refusalOf(error: unknown, typed: TypedRow | undefined): Refusal {
  const { status, message, code, params, errors } = problemOf(error)
  if (status >= 500) throw error
  const path = errors[0]?.path
  const isMissing = code === 'request.invalid' && isBlank(typed?.values[path ?? ''])
  return isMissing ? { ...missing, path } : { code, message, params, path }
}

const missing: Refusal = { code: 'import.value_missing', message: 'The value is missing' }

/** Whether the value was read from an empty cell. */
const isBlank = (value: unknown) =>
  value === '' || value === null || (Array.isArray(value) && value.length === 0)

const failed: Refusal = {
  code: 'import.failed',
  message: 'Something went wrong on our side at this row',
}

/** An internal error is retried a few times by the job; then its row is refused, and the others go on. */
async function refuseFailingRow(
  running: RunningImport,
  line: number,
  error: unknown,
): Promise<void> {
  const { record, scope, job } = running
  const failures = await job.database.transaction(scope, (db) => updateImportFailure(db, record.id))
  if (failures < maxFailures) throw error
  job.log.error({ err: error, importId: record.id, line }, 'a row could not be imported')
  await job.database.transaction(scope, async (db) => {
    if (!(await lockWaitingRows(db, record.id, [line])).has(line)) return
    const result: RowResult = { state: 'refused', refusal: failed }
    await updateRowResult(db, record.id, line, result)
    await countResults(db, record.id, [result])
  })
}
