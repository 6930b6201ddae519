import type { Payment } from '@counterfoil/features/payments/processing/payment-views.rules.ts'
import type { Engine } from '@counterfoil/features/payments/processing/payments.public.ts'
import { hourMs } from '@counterfoil/kit/contract/durations.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import { type ConfirmationLevel, hoursOf, requirementsOf } from './confirmations.rules.ts'
import type { WaitingActionSummary } from './confirmations.schema.ts'
import { announceEnd, notifyConfirmers } from './notices.ts'
import type { ActionMaker } from './people.ts'
import { summaryOf } from './waiting-action.views.ts'
import {
  insertStep,
  insertWaitingAction,
  lockOpenAction,
  type NewWaitingAction,
  updateWaitingActionState,
  type WaitingActionRow,
} from './waiting-actions.queries.ts'

/** What an action is bound to. */
type HeldAction = Omit<
  NewWaitingAction,
  'id' | 'side' | 'requirements' | 'maker' | 'createdAt' | 'expiresAt'
>

/** Keeps an action until others have confirmed it, and notifies those who can. `payment`: of an action on one. */
export async function keepWaiting(
  db: Db,
  engine: Engine,
  levels: readonly ConfirmationLevel[],
  by: ActionMaker,
  payment: Pick<Payment, 'method' | 'provider'> | null,
  held: HeldAction,
): Promise<WaitingActionSummary> {
  const at = engine.now()
  const { maker } = by
  await replaceOutdated(db, engine.jobs, held, maker.id, at)
  const waiting: NewWaitingAction = {
    ...held,
    id: newId(at),
    side: by.side,
    requirements: requirementsOf(levels),
    maker,
    createdAt: at,
    expiresAt: new Date(at.getTime() + hoursOf(levels) * hourMs),
  }
  await insertWaitingAction(db, waiting)
  await insertStep(db, waiting, {
    id: newId(at),
    waitingActionId: waiting.id,
    kind: 'requested',
    actorId: maker.id,
    actorName: maker.name,
    actorRoleId: by.roleId,
    actorKeys: maker.keys,
    reason: held.reason,
    at,
  })
  const row: WaitingActionRow = {
    ...waiting,
    tenantId: engine.tenantId,
    state: 'waiting',
    outcome: null,
    endedAt: null,
  }
  await notifyConfirmers(db, engine.jobs, row, payment, at)
  return summaryOf(row, [])
}

/** One action of a kind waits for a payment or transfer at a time; one that can no longer be confirmed makes way. */
async function replaceOutdated(
  db: Db,
  jobs: Jobs,
  { action, paymentId, transfer, subjectVersion }: HeldAction,
  makerId: string,
  at: Date,
): Promise<void> {
  const subject = paymentId === null ? { transferId: transfer?.id ?? '' } : { paymentId }
  const open = await lockOpenAction(db, subject, action)
  if (open === undefined) return
  const isExpired = open.expiresAt <= at
  if (open.state !== 'waiting' || (open.subjectVersion === subjectVersion && !isExpired)) {
    throw new Problem(
      'confirmation.waits_already',
      409,
      'The same action waits for confirmation already. Withdraw it, or wait for its end.',
      { details: { waitingActionId: open.id } },
    )
  }
  await endWaitingAction(db, jobs, open, isExpired ? 'expired' : 'void', at, makerId)
}

/** Ends an action that can no longer be confirmed; the product itself does so. `byId` need not be notified of it. */
export async function endWaitingAction(
  db: Db,
  jobs: Jobs,
  action: WaitingActionRow,
  state: 'expired' | 'void',
  at: Date,
  byId?: string,
): Promise<void> {
  await updateWaitingActionState(db, action.id, { state, endedAt: at })
  await insertStep(db, action, {
    id: newId(at),
    waitingActionId: action.id,
    kind: state,
    actorId: null,
    actorName: null,
    actorRoleId: null,
    actorKeys: [],
    reason: null,
    at,
  })
  await announceEnd(db, jobs, action, at, byId)
}
