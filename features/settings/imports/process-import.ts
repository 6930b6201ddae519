import { findCallerById } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { attempt } from '@counterfoil/kit/database/attempt.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import {
  countResults,
  findRunningImport,
  type ImportRecord,
  listWaitingRows,
  lockWaitingRows,
  type Refusal,
  type RowResult,
  refuseWaiting,
  updateImportFailure,
  updateRowResult,
} from '@counterfoil/kit/database/imports.ts'
import { type TenantScope, tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { JobContext } from '@counterfoil/kit/jobs/job.ts'
import { insertAuditEntry } from '@counterfoil/kit/server/request/audit.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { problemOf } from '@counterfoil/kit/server/request/problems.ts'
import type { Importing } from '@counterfoil/kit/server/request/route.ts'
import type { Changing } from '@counterfoil/kit/server/resources/resource-changes.ts'
import { importJob } from '@counterfoil/kit/server/resources/resource-import.ts'
import {
  askForRow,
  type TypedRow,
  takeRow,
  typedRow,
} from '@counterfoil/kit/server/resources/resource-import-rows.ts'
import { completeImport } from './complete-import.ts'

export interface ImportWork {
  readonly tenantId: string
  readonly importId: string
}

/** After so long the rest is left to a job of its own, so that other imports have their turn. */
const portionMs = 5_000
/** Who imports, and what they may, is asked again after so many rows. */
const rowsAtOnce = 100
/** Of one transaction: writing to disk for each row by itself would take most of the time. */
const rowsTogether = 20
/** A row at which something of ours fails so often in a row is refused, and the others go on. */
const mostFailures = 3

/** One import at work, for whoever uploaded it as that person is now. */
interface Taking extends Importing {
  readonly record: ImportRecord
  readonly scope: TenantScope
  readonly changing: Changing
  readonly job: JobContext
}

type Row = Awaited<ReturnType<typeof listWaitingRows>>[number]

/** Takes some rows of an import, and leaves the rest to the next job. */
export async function processPortion(
  known: ReadonlyMap<string, Importing>,
  { tenantId, importId }: ImportWork,
  job: JobContext,
): Promise<void> {
  const { database, signal } = job
  const own = tenantScope(tenantId)
  const began = performance.now()
  while (performance.now() - began < portionMs) {
    const record = await database.transaction(own, (db) => findRunningImport(db, importId))
    if (record === undefined) return
    const taking = await takingOf(record, known.get(record.resource), job)
    if (taking === undefined) {
      await database.transaction(own, (db) => refuseWaiting(db, importId, lostPermission))
    }
    const rows = await listWaitingRows(database.reader(own), importId, rowsAtOnce)
    if (taking === undefined || rows.length === 0) {
      const of = known.get(record.resource)?.of
      return completeImport(record, { of, by: taking?.changing.caller, state: 'done' }, job)
    }
    for (let from = 0; from < rows.length; from += rowsTogether) {
      // what is not begun is for the worker that comes after this one
      signal.throwIfAborted()
      if (!(await takeTogether(taking, rows.slice(from, from + rowsTogether)))) return
    }
  }
  await database.transaction(own, (db) =>
    job.jobs.enqueue(db, importJob, { tenantId, importId }, { singletonKey: importId }),
  )
}

const lostPermission: Refusal = {
  code: 'import.permission_lost',
  message: 'Whoever imports may no longer change these records',
}

/** Undefined when the importer may do it no longer. */
async function takingOf(
  record: ImportRecord,
  importing: Importing | undefined,
  job: JobContext,
): Promise<Taking | undefined> {
  const caller = await findImporter(record, job)
  if (caller === undefined || importing === undefined) return undefined
  const { of, rules } = importing
  const mayEdit = of.permissions.edit.some((one) => caller.permissions.has(one))
  const isOthers = caller.tenantId !== record.tenant_id
  const isPlatform = caller.userType === 'platform'
  if (!mayEdit || ((isOthers || of.owner === 'platform') && !isPlatform)) return undefined
  const { database, jobs, now } = job
  const scope = isOthers
    ? tenantScope(record.tenant_id)
    : tenantScope(record.tenant_id, caller.merchantIds, caller)
  const audit: Changing['audit'] = (db, about) =>
    storeEntry(db, record, { caller, about, at: now() })
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

const storeEntry = (
  db: Db,
  record: ImportRecord,
  { caller, about, at }: { caller: UserCaller; about: Parameters<Changing['audit']>[1]; at: Date },
) =>
  insertAuditEntry(db, {
    actorId: caller.id,
    actorName: caller.name,
    action: `${record.resource}.import`,
    // the upload's own: by it everything that came of it is found
    requestId: record.request_id,
    ip: record.ip,
    at,
    record: about,
  })

/** A row as it is to be taken, or why it is not. */
interface Ready {
  readonly line: number
  readonly typed?: TypedRow
  readonly refusal?: Refusal
}

/** The effects of some rows and their results are one transaction. False when the import was ended meanwhile. */
async function takeTogether(taking: Taking, rows: readonly Row[]): Promise<boolean> {
  const { record, scope, job } = taking
  let at = rows[0]?.line ?? 0
  try {
    const ready = new Map<number, Ready>()
    for (const row of rows) {
      at = row.line
      ready.set(row.line, await readyOf(taking, row))
    }
    return await job.database.transaction(scope, async (db) => {
      // another worker has some when this one was thought dead
      const waiting = await lockWaitingRows(db, record.id, [...ready.keys()])
      const results: RowResult[] = []
      for (const one of ready.values()) {
        if (!waiting.has(one.line)) continue
        at = one.line
        const result = await takeOne(taking, db, one)
        await updateRowResult(db, record.id, one.line, result)
        results.push(result)
      }
      if (await countResults(db, record.id, results)) return true
      throw new Ended()
    })
  } catch (error) {
    if (error instanceof Ended) return false
    await passFailure(taking, at, error)
    return true
  }
}

class Ended extends Error {}

/** What can be said of a row before any transaction is open. */
async function readyOf(taking: Taking, { line, cells }: Row): Promise<Ready> {
  const { of, scope, changing, job } = taking
  let typed: TypedRow | undefined
  try {
    typed = typedRow(of, cells as Record<string, string>)
    const db = job.database.reader(scope)
    await askForRow({ ...taking, context: changing }, db, typed)
    return { line, typed }
  } catch (error) {
    return { line, refusal: refusalOf(error, typed) }
  }
}

/** What a refused row did is taken back, and the rows before it stay. */
async function takeOne(taking: Taking, db: Db, { typed, refusal }: Ready): Promise<RowResult> {
  if (typed === undefined) return { state: 'refused', refusal: refusal ?? failed }
  const { of, rules, record, changing, job } = taking
  const change = { db, of, rules, context: { ...changing, now: job.now() } }
  try {
    return await attempt(db, () => takeRow(change, record.id, typed))
  } catch (error) {
    return { state: 'refused', refusal: refusalOf(error, typed) }
  }
}

/** Why a row is refused; throws what is no refusal: that may pass. */
function refusalOf(error: unknown, typed: TypedRow | undefined): Refusal {
  const { status, message, code, params, errors } = problemOf(error)
  if (status >= 500) throw error
  const path = errors[0]?.path
  const isMissing = code === 'request.invalid' && isBlank(typed?.values[path ?? ''])
  return isMissing ? { ...missing, path } : { code, message, params, path }
}

const missing: Refusal = { code: 'import.value_missing', message: 'The value is missing' }

/** What a cell without anything in it was read as. */
const isBlank = (value: unknown) =>
  value === '' || value === null || (Array.isArray(value) && value.length === 0)

const failed: Refusal = {
  code: 'import.failed',
  message: 'Something went wrong on our side at this row',
}

/** A failure of ours is tried again, but not for ever: at last its row is refused, and the others go on. */
async function passFailure(taking: Taking, line: number, error: unknown): Promise<void> {
  const { record, scope, job } = taking
  const failures = await job.database.transaction(scope, (db) => updateImportFailure(db, record.id))
  if (failures < mostFailures) throw error
  job.log.error({ err: error, importId: record.id, line }, 'a row could not be imported')
  await job.database.transaction(scope, async (db) => {
    if (!(await lockWaitingRows(db, record.id, [line])).has(line)) return
    const result: RowResult = { state: 'refused', refusal: failed }
    await updateRowResult(db, record.id, line, result)
    await countResults(db, record.id, [result])
  })
}
