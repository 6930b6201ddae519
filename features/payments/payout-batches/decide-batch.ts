import {
  isSamePerson,
  type Person,
} from '@counterfoil/features/payments/confirmations/confirmations.rules.ts'
import {
  approveOrdersOf,
  confirmersIn,
  endOrdersOf,
  enqueueCarryOut,
  missingOf,
  refusalToApprove,
} from '@counterfoil/features/payments/payout-orders/payout-orders.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import { notifyOfEnd } from './batch-notices.ts'
import {
  type BatchRecord,
  insertBatchStep,
  listBatchSteps,
  lockBatch,
  updateBatch,
} from './payout-batches.queries.ts'

export interface BatchDecision {
  readonly person: Person
  readonly name: string
  readonly reason: string | null
  readonly now: Date
  readonly jobs: Jobs
}

const byOf = ({ person, name, reason, now }: BatchDecision) => ({
  ...{ actorId: person.id, actorName: name, actorRoleId: person.roleId, actorKeys: person.keys },
  ...{ reason, at: now },
})

/** Approves a batch; the last confirmation lets all of its payouts go. */
export async function approveBatchOf(
  db: Db,
  batch: BatchRecord,
  decision: BatchDecision,
): Promise<void> {
  const { person, now, jobs } = decision
  const steps = await listBatchSteps(db, [batch.id])
  const refusal = refusalToApprove(batch, steps, person, now)
  if (refusal !== undefined) throw refusal
  await insertBatchStep(db, batch, { ...byOf(decision), kind: 'confirmed' })
  const confirmers = [...confirmersIn(steps), person]
  if (missingOf(batch, confirmers) > 0) return
  await insertBatchStep(db, batch, { ...byOf(decision), kind: 'approved' })
  await updateBatch(db, batch.id, { state: 'running' })
  await approveOrdersOf(db, batch.id, byOf(decision))
  await enqueueCarryOut(db, jobs, now, now)
}

const isMaker = (batch: BatchRecord, person: Person) =>
  batch.maker_id === person.id || isSamePerson(batch.maker_keys, person.keys)

/** Declines a batch that waits; its maker stops it instead. */
export async function declineBatchOf(
  db: Db,
  batch: BatchRecord,
  decision: BatchDecision,
): Promise<void> {
  if (batch.state !== 'waiting_for_approval') {
    throw new Problem('payout_batch.decided', 409, 'This file has been decided on already')
  }
  if (isMaker(batch, decision.person)) {
    const text = 'You requested this yourself. Stop it instead.'
    throw new Problem('payout_batch.own_decline', 403, text)
  }
  const by = byOf(decision)
  await insertBatchStep(db, batch, { ...by, kind: 'declined' })
  const { reason, now } = decision
  await updateBatch(db, batch.id, { state: 'declined', reason, ended_at: now })
  await endOrdersOf(db, batch, 'waiting_for_approval', {
    ...{ ...by, code: 'payout.declined', message: reason ?? '' },
  })
  await notifyOfEnd(db, decision.jobs, batch, 'declined', now)
}

/** Stops a batch: what has not gone to a rail yet goes back to the balance; what has, goes on. */
export async function stopBatchOf(
  db: Db,
  batch: BatchRecord,
  decision: BatchDecision,
): Promise<void> {
  const { state } = batch
  if (state !== 'running' && state !== 'waiting_for_approval') {
    throw new Problem('payout_batch.not_running', 409, 'This file is not under way')
  }
  const by = byOf(decision)
  await insertBatchStep(db, batch, { ...by, kind: 'stopped' })
  await updateBatch(db, batch.id, { state: 'stopped', ended_at: decision.now })
  await endOrdersOf(db, batch, state === 'running' ? 'approved' : 'waiting_for_approval', {
    ...{ ...by, code: 'payout.stopped', message: 'The file was stopped' },
  })
  if (!isMaker(batch, decision.person)) {
    await notifyOfEnd(db, decision.jobs, batch, 'stopped', decision.now)
  }
}

const unconfirmed = 'This was not confirmed in time'

/** Declines a batch that waits although its time is over; one that was decided meanwhile stays as it is. */
export async function expireBatch(db: Db, jobs: Jobs, id: string, at: Date): Promise<void> {
  const batch = await lockBatch(db, id)
  if (batch?.state !== 'waiting_for_approval' || batch.expires_at === null) return
  if (batch.expires_at > at) return
  const end = { actorId: null, actorName: null, reason: unconfirmed, at }
  await insertBatchStep(db, batch, { ...end, kind: 'declined' })
  await updateBatch(db, id, { state: 'declined', reason: unconfirmed, ended_at: at })
  const why = { code: 'payout.expired', message: unconfirmed }
  await endOrdersOf(db, batch, 'waiting_for_approval', { ...end, ...why })
  await notifyOfEnd(db, jobs, batch, 'expired', at)
}
