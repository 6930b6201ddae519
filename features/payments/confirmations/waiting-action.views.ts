import { modeNameOf } from '@counterfoil/kit/contract/fields.ts'
import {
  type Confirmer,
  missingConfirmations,
  type Person,
  refusalToConfirm,
} from './confirmations.rules.ts'
import type { WaitingAction, WaitingActionSummary } from './confirmations.schema.ts'
import type { ListedAction, Step, WaitingActionRow } from './waiting-actions.queries.ts'

/** Those who have confirmed, by their steps. */
export const confirmersIn = (steps: readonly Step[]): Confirmer[] =>
  steps.flatMap(({ kind, actorId, actorRoleId, actorKeys }) =>
    kind === 'confirmed' && actorId !== null
      ? [{ id: actorId, roleId: actorRoleId, keys: actorKeys }]
      : [],
  )

export function summaryOf(action: WaitingActionRow, steps: readonly Step[]): WaitingActionSummary {
  const confirmers = confirmersIn(steps)
  return {
    id: action.id,
    action: action.action,
    state: action.state,
    paymentId: action.paymentId,
    amount: Number(action.amountMinor),
    currency: action.currency,
    mode: modeNameOf(action.mode),
    confirmations: confirmers.length,
    missing: action.state === 'waiting' ? missingConfirmations(action.requirements, confirmers) : 0,
    outcome: action.outcome,
    createdAt: action.createdAt.toISOString(),
    expiresAt: action.expiresAt.toISOString(),
    endedAt: action.endedAt?.toISOString() ?? null,
  }
}

/** What decides on who may confirm an action. */
export const confirmableOf = (
  action: WaitingActionRow,
  steps: readonly Step[],
  currentVersion: number,
) => ({
  state: action.state,
  side: action.side,
  expiresAt: action.expiresAt,
  isOutdated: isOutdated(action, currentVersion),
  makerId: action.maker.id,
  makerKeys: action.maker.keys,
  requirements: action.requirements,
  confirmers: confirmersIn(steps),
})

const isOutdated = ({ state, subjectVersion }: WaitingActionRow, currentVersion: number) =>
  state === 'waiting' && subjectVersion !== currentVersion

/** `person`: the reader. */
export function waitingActionOf(
  { action, currentVersion, shown }: ListedAction,
  allSteps: readonly Step[],
  person: Person,
  now: Date,
): WaitingAction {
  const steps = allSteps.filter(({ waitingActionId }) => waitingActionId === action.id)
  const refusal = refusalToConfirm(confirmableOf(action, steps, currentVersion), person, now)
  return {
    ...summaryOf(action, steps),
    ...shown,
    transfer: action.transfer,
    targetStatus: action.targetStatus,
    paidFrom: action.paidFrom,
    reason: action.reason,
    requestedBy: action.maker.name,
    requirements: [...action.requirements],
    isOwn: action.maker.id === person.id,
    refusal: refusal === undefined ? null : { code: refusal.code, message: refusal.message },
    isOutdated: isOutdated(action, currentVersion),
    steps: steps.map(({ kind, actorId, actorName, reason, at }) => ({
      kind,
      by: actorName,
      isOwn: actorId !== null && actorId === person.id,
      reason,
      at: at.toISOString(),
    })),
  }
}
