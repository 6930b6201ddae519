import {
  isSamePerson,
  type Person,
} from '@counterfoil/features/payments/confirmations/confirmations.rules.ts'
import {
  confirmersIn,
  missingOf,
  refusalToApprove,
} from '@counterfoil/features/payments/payout-orders/payout-orders.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import { notifyOfDecline } from './notify-maker.ts'
import {
  insertRecurringStep,
  listPayeesOf,
  listRecurringSteps,
  type RecurringRecord,
  updateRecurring,
} from './recurring-payouts.queries.ts'
import { obstacleOf } from './recurring-payouts.rules.ts'
import { startFrom } from './set-next-date.ts'

export interface RecurringDecision {
  readonly person: Person
  readonly name: string
  readonly reason: string | null
  readonly now: Date
  readonly jobs: Jobs
}

const byOf = ({ person, name, reason, now }: RecurringDecision) => ({
  ...{ actorId: person.id, actorName: name, actorRoleId: person.roleId, actorKeys: person.keys },
  ...{ reason, at: now },
})

/** Approves a recurring payout; the last confirmation lets it start, for all of its dates. */
export async function approveRecurringOf(
  db: Db,
  recurring: RecurringRecord,
  decision: RecurringDecision,
): Promise<void> {
  const { person, now } = decision
  const steps = await listRecurringSteps(db, [recurring.id])
  const refusal = refusalToApprove(recurring, steps, person, now)
  if (refusal !== undefined) throw refusal
  // what is approved is the payee as it was asked for
  const [payee] = await listPayeesOf(db, [recurring.beneficiary_id])
  const obstacle = obstacleOf(recurring, payee)
  if (obstacle !== undefined) throw obstacle
  await insertRecurringStep(db, recurring, { ...byOf(decision), kind: 'confirmed' })
  if (missingOf(recurring, [...confirmersIn(steps), person]) > 0) return
  await insertRecurringStep(db, recurring, {
    ...{ kind: 'approved', actorId: null, actorName: null, reason: null, at: now },
  })
  await updateRecurring(db, recurring.id, { is_approved: true }, now)
  await startFrom(db, recurring, 'not_approved', now)
}

/** Declines a recurring payout that waits; its maker stops it instead. */
export async function declineRecurringOf(
  db: Db,
  recurring: RecurringRecord,
  decision: RecurringDecision,
): Promise<void> {
  const { person, now } = decision
  if (recurring.state !== 'waiting_for_approval') {
    const text = 'This recurring payment has been decided on already'
    throw new Problem('recurring_payout.decided', 409, text)
  }
  if (recurring.maker_id === person.id || isSamePerson(recurring.maker_keys, person.keys)) {
    const text = 'You requested this yourself. Stop it instead.'
    throw new Problem('recurring_payout.own_decline', 403, text)
  }
  await insertRecurringStep(db, recurring, { ...byOf(decision), kind: 'declined' })
  await updateRecurring(db, recurring.id, { state: 'declined', ended_at: now }, now)
  await notifyOfDecline(db, decision.jobs, recurring, now)
}

/** Pauses it: its payouts that were made already go on. */
export async function pauseRecurringOf(
  db: Db,
  recurring: RecurringRecord,
  decision: RecurringDecision,
): Promise<void> {
  if (recurring.state !== 'active') {
    const text = 'Only a recurring payment that is under way can be paused'
    throw new Problem('recurring_payout.not_active', 409, text)
  }
  await insertRecurringStep(db, recurring, { ...byOf(decision), kind: 'paused' })
  const change = { state: 'paused', next_run_at: null }
  await updateRecurring(db, recurring.id, change, decision.now)
}

/** Goes on with the next date from today on. */
export async function resumeRecurringOf(
  db: Db,
  recurring: RecurringRecord,
  decision: RecurringDecision,
): Promise<void> {
  if (recurring.state !== 'paused') {
    const text = 'Only a recurring payment that is paused can be resumed'
    throw new Problem('recurring_payout.not_paused', 409, text)
  }
  await insertRecurringStep(db, recurring, { ...byOf(decision), kind: 'resumed' })
  await startFrom(db, recurring, 'paused', decision.now)
}

/** Stops it for good: its payouts that were made already go on. */
export async function stopRecurringOf(
  db: Db,
  recurring: RecurringRecord,
  decision: RecurringDecision,
): Promise<void> {
  if (!['waiting_for_approval', 'active', 'paused'].includes(recurring.state)) {
    throw new Problem('recurring_payout.over', 409, 'This recurring payment is over already')
  }
  await insertRecurringStep(db, recurring, { ...byOf(decision), kind: 'stopped' })
  const change = { state: 'stopped', next_day: null, next_run_at: null, ended_at: decision.now }
  await updateRecurring(db, recurring.id, change, decision.now)
}
