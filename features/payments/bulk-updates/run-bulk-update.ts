import { findCallerById } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import {
  isWaitingAnswer,
  runOrAwaitConfirmation,
  withdrawChange,
} from '@counterfoil/features/payments/confirmations/confirmations.public.ts'
import { idempotencyKeyFor } from '@counterfoil/features/payments/processing/idempotency.public.ts'
import {
  changeStatus,
  type Engine,
  jobEngine,
  type ResponseOptions,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import type { StatusByHand } from '@counterfoil/features/payments/processing/payments.schema.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { JobContext } from '@counterfoil/kit/jobs/job.ts'
import { insertAuditEntry } from '@counterfoil/kit/server/request/audit.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { startBulkUpdate } from './bulk-updates.contract.ts'
import {
  type BulkUpdateRecord,
  findBulkUpdate,
  listRows,
  type RowResult,
  updateFailures,
  updateRowResult,
  updateState,
} from './bulk-updates.queries.ts'
import { refusalOfDeclined } from './undo.rules.ts'

export interface BulkWork {
  readonly tenantId: string
  readonly bulkUpdateId: string
}

export const bulkUpdateJob = { name: 'bulk-updates.run', retries: 10 } as const

/** After this time the rest is left to a new job, so that other updates have their turn. */
const portionMs = 5_000
/** The maker's permission, and whether somebody stopped the update, are looked at again after so many payments. */
const rowsAtOnce = 20
/** A payment that fails this often with an internal error is refused, and the others go on. */
const maxFailures = 3

/**
 * Changes some of the payments that are left, and leaves the rest to the next job. Each is changed under an idempotency key
 * of its own: a worker that dies in the middle loses nothing, and the next one changes nothing twice.
 */
export async function runPortion(
  providers: Providers,
  { tenantId, bulkUpdateId: id }: BulkWork,
  context: JobContext,
): Promise<void> {
  const { database, signal, now, jobs } = context
  const scope = tenantScope(tenantId)
  const startedAt = performance.now()
  while (performance.now() - startedAt < portionMs) {
    const update = await findBulkUpdate(database.reader(scope), id)
    if (update?.state !== 'running') return
    const rows = await listRows(
      database.reader(scope),
      { tenantId, id, state: 'open' },
      { limit: rowsAtOnce, offset: 0 },
    )
    if (rows.length === 0) {
      await database.transaction(scope, (db) => updateState(db, id, 'running', 'done', now()))
      return
    }
    const maker = await findMaker(update, context)
    const actor = { type: 'user', id: update.maker_id } as const
    const engine = jobEngine(providers, context, tenantId, actor)
    for (const { line, payment_id: paymentId } of rows) {
      signal.throwIfAborted()
      const result =
        maker === undefined || paymentId === null
          ? lostPermission
          : await changeOne(engine, update, maker, { line, paymentId }, context)
      await database.transaction(scope, (db) => updateRowResult(db, id, line, result))
    }
  }
  await database.transaction(scope, (db) =>
    jobs.enqueue(db, bulkUpdateJob, { tenantId, bulkUpdateId: id }, { singletonKey: id }),
  )
}

const lostPermission: RowResult = {
  state: 'refused',
  code: 'bulk_update.permission_lost',
  message: 'The person who asked for this may no longer change the status of payments',
}

/** Undefined: no longer active, or without the permission. */
async function findMaker(
  { maker_tenant_id, maker_id }: BulkUpdateRecord,
  { database }: JobContext,
): Promise<UserCaller | undefined> {
  try {
    const caller = await findCallerById(database, maker_tenant_id, maker_id)
    const { access } = startBulkUpdate
    const mayStart =
      access.kind === 'permission' && access.anyOf.some((one) => caller.permissions.has(one))
    return mayStart && caller.userType === 'platform' ? caller : undefined
  } catch (error) {
    if (error instanceof Problem && error.status === 401) return undefined
    throw error
  }
}

async function changeOne(
  engine: Engine,
  update: BulkUpdateRecord,
  maker: UserCaller,
  { line, paymentId }: { readonly line: number; readonly paymentId: string },
  { log }: JobContext,
): Promise<RowResult> {
  const to = update.target as StatusByHand
  const command = { paymentId, mode: update.mode as Mode, reason: update.reason, to }
  const options = await optionsFor(engine, update, maker, line, paymentId)
  try {
    if (await withdrawWaiting(engine, update, maker, { line, paymentId })) return withdrawn
    if (update.undone_target === 'declined') return noLongerWaiting
    const answer = await runOrAwaitConfirmation<RowResult>(
      engine,
      {
        ...{ action: 'changeStatus', command, targetStatus: to, caller: maker },
        audit: (db, { id }) => insertEntry(db, update, maker, paymentId, engine, { waiting: id }),
      },
      options,
      (asked) => changeStatus(engine, { ...command, ...asked }, options),
    )
    return isWaitingAnswer(answer) ? { state: 'waiting' } : answer
  } catch (error) {
    if (error instanceof Problem && isFinal(error)) {
      return { state: 'refused', code: error.code, message: error.message }
    }
    const failures = await engine.database.transaction(tenantScope(update.tenant_id), (db) =>
      updateFailures(db, update.id),
    )
    // the job is tried again, and begins with this payment
    if (failures < maxFailures) throw error
    log.error({ err: error, paymentId }, 'the status of a payment of a bulk update was not changed')
    const message = 'This payment could not be changed because of an internal error'
    return { state: 'refused', code: 'internal', message }
  }
}

const withdrawn: RowResult = {
  state: 'changed',
  code: 'bulk_update.withdrawn',
  message: 'The change that waited for confirmation was withdrawn: the payment stays as it was',
}

const noLongerWaiting: RowResult = { state: 'refused', ...refusalOfDeclined }

/** Of an update that undoes another: what that one asked for and what still waits is carried out no more. */
async function withdrawWaiting(
  engine: Engine,
  update: BulkUpdateRecord,
  maker: UserCaller,
  { line, paymentId }: { readonly line: number; readonly paymentId: string },
): Promise<boolean> {
  const { undone_maker_id: makerId, undone_target: target, reason } = update
  if (makerId === null || target === null) return false
  const asked = { paymentId, makerId, targetStatus: target as StatusByHand, reason }
  return withdrawChange(engine, asked, maker, async (db, waitingActionId) => {
    await updateRowResult(db, update.id, line, withdrawn)
    const after = { waiting: waitingActionId, state: 'withdrawn' }
    await insertEntry(db, update, maker, paymentId, engine, after)
  })
}

/** Whether the same is refused when it is asked again. */
const isFinal = ({ status, code }: Problem) => status < 500 && code !== 'idempotency.in_progress'

async function optionsFor(
  engine: Engine,
  update: BulkUpdateRecord,
  maker: UserCaller,
  line: number,
  paymentId: string,
): Promise<ResponseOptions<RowResult>> {
  const request = { endpointId: startBulkUpdate.id, params: { line }, body: null }
  const callerId = update.id
  const key = String(line)
  return {
    toResponse: () => ({ state: 'changed' }),
    idempotencyKey: await idempotencyKeyFor(engine, { ...request, callerId, mode: 0, key }),
    audit: (db, { payment }) =>
      insertEntry(db, update, maker, paymentId, engine, { status: payment.status }),
  }
}

function insertEntry(
  db: Db,
  update: BulkUpdateRecord,
  maker: UserCaller,
  paymentId: string,
  engine: Engine,
  after: object,
): Promise<void> {
  return insertAuditEntry(db, {
    ...{ actorId: maker.id, actorName: maker.name },
    action: startBulkUpdate.id,
    ...{ requestId: update.request_id, ip: update.ip, at: engine.now() },
    record: {
      ...{ type: 'payment', id: paymentId, merchantId: null },
      before: { status: update.target === 'reversed' ? 'captured' : 'pending' },
      after: { ...after, bulkUpdate: update.id, reason: update.reason },
    },
  })
}
