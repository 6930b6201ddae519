import {
  claimIdempotencyKey,
  withIdempotency,
} from '@counterfoil/features/payments/processing/idempotency.public.ts'
import { decideAction } from '@counterfoil/features/payments/processing/payment.rules.ts'
import type { Payment } from '@counterfoil/features/payments/processing/payment-views.rules.ts'
import {
  type Command,
  type Engine,
  findPaymentWithOperations,
  lockPaymentWithOperations,
  type ResponseOptions,
  requirePayment,
  respond,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import {
  amountCompared,
  amountOf,
  type ConfirmationLevel,
  hoursOf,
  levelsFor,
  requirementsOf,
} from './confirmations.rules.ts'
import {
  type ConfirmableAction,
  isWaitingAnswer,
  type WaitingActionSummary,
  type WaitingAnswer,
} from './confirmations.schema.ts'
import { isKnownPayee, listLevels } from './levels.queries.ts'
import { notifyConfirmers } from './notices.ts'
import { type AnyCaller, isOnePerson, makerOf, roleOf, sideOf } from './people.ts'
import { summaryOf } from './waiting-action.views.ts'
import {
  findOpenAction,
  insertStep,
  insertWaitingAction,
  type NewWaitingAction,
  updateWaitingActionState,
  type WaitingActionRow,
} from './waiting-actions.queries.ts'

export { isOnePerson, isWaitingAnswer, type WaitingAnswer }

/** An action that somebody asks for. */
export interface RequestedAction {
  readonly action: ConfirmableAction
  readonly command: Command
  /** Of a change of status. */
  readonly targetStatus?: 'captured' | 'declined'
  readonly caller: AnyCaller
  /** Writes the audit entry in the transaction that keeps it waiting. */
  readonly audit?: (db: Db, waitingAction: WaitingActionSummary) => Promise<void>
}

/** Thrown inside the transaction when no level applies any more, which rolls it back. */
class NothingToConfirm extends Error {}

/**
 * Runs an action at once, or keeps it until others have confirmed it: as the confirmation levels of the caller's
 * organisation say. What waits is answered with what it is bound to; a repeated request gets the same answer.
 */
export async function runOrAwaitConfirmation<A>(
  engine: Engine,
  requested: RequestedAction,
  responseOptions: ResponseOptions<A>,
  run: () => Promise<A>,
): Promise<A | WaitingAnswer> {
  const levels = await levelsOf(engine, requested)
  if (levels.length === 0) return run()
  const { paymentId } = requested.command
  const found = await engine.transaction((db) => findPaymentWithOperations(db, engine, paymentId))
  // what is not there is refused as ever
  if (found === undefined) return run()
  if ((await applicable(engine, levels, requested, found.payment)).length === 0) return run()
  const options: ResponseOptions<A | WaitingAnswer> = responseOptions
  try {
    return await withIdempotency(engine, options, () =>
      engine.transaction((db) => holdAction(db, engine, levels, requested, options)),
    )
  } catch (error) {
    if (error instanceof NothingToConfirm) return run()
    throw error
  }
}

/** Read without the caller's limits: a level holds for every maker. */
function levelsOf(engine: Engine, { action, caller }: RequestedAction) {
  return listLevels(engine.database.reader(tenantScope(engine.tenantId)), {
    tenantId: engine.tenantId,
    side: sideOf(caller),
    merchantId: sideOf(caller) === 'merchant' ? caller.merchantId : null,
    action,
  })
}

async function applicable(
  engine: Engine,
  levels: readonly ConfirmationLevel[],
  { action, command, caller }: RequestedAction,
  payment: Payment,
): Promise<ConfirmationLevel[]> {
  const facts = {
    action,
    mode: payment.mode,
    currency: payment.currency,
    amountMinor: amountCompared(action, payment, command.amountMinor),
    makerRoleId: roleOf(caller),
  }
  const found = levelsFor(levels, { ...facts, isNewPayee: true })
  if (!found.some(({ onlyNewPayees }) => onlyNewPayees)) return found
  const whole = engine.database.reader(tenantScope(engine.tenantId))
  return levelsFor(found, { ...facts, isNewPayee: !(await isKnownPayee(whole, payment)) })
}

/** Stores the action with what it is bound to, and notifies those who can confirm it. */
async function holdAction<A>(
  db: Db,
  engine: Engine,
  levels: readonly ConfirmationLevel[],
  requested: RequestedAction,
  responseOptions: ResponseOptions<A | WaitingAnswer>,
): Promise<A | WaitingAnswer> {
  const { action, command, caller } = requested
  const at = engine.now()
  await claimIdempotencyKey(db, responseOptions.idempotencyKey, null, at)
  const locked = requirePayment(
    await lockPaymentWithOperations(db, engine, command.paymentId),
    command,
  )
  const { payment, today } = locked
  const decided = decideAction(payment, action, today, command.amountMinor)
  const applying = await applicable(engine, levels, requested, payment)
  if (applying.length === 0) throw new NothingToConfirm()
  await replaceOutdated(db, payment, action, at)
  const maker = await makerOf(
    engine.database,
    engine.database.reader(tenantScope(engine.tenantId)),
    caller,
  )
  const waiting: NewWaitingAction = {
    id: newId(at),
    merchantId: payment.merchantId,
    paymentId: payment.id,
    side: sideOf(caller),
    mode: payment.mode,
    action,
    amountMinor: amountOf(action, payment, decided, command.amountMinor),
    currency: payment.currency,
    paymentVersion: payment.version,
    targetStatus: requested.targetStatus ?? null,
    reason: command.reason,
    requirements: requirementsOf(applying),
    maker,
    createdAt: at,
    expiresAt: new Date(at.getTime() + hoursOf(applying) * 3_600_000),
  }
  await insertWaitingAction(db, waiting)
  await insertStep(db, waiting, {
    id: newId(at),
    waitingActionId: waiting.id,
    kind: 'requested',
    actorId: maker.id,
    actorName: maker.name,
    actorRoleId: roleOf(caller),
    actorKeys: maker.keys,
    reason: command.reason,
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
  const answer: WaitingAnswer = { waitingAction: summaryOf(row, []) }
  const { inboundCall } = responseOptions
  return respond(
    db,
    engine,
    { payment, operation: null, today },
    {
      ...responseOptions,
      toResponse: () => answer,
      audit: async () => requested.audit?.(db, answer.waitingAction),
      ...(inboundCall === undefined ? {} : { inboundCall: { ...inboundCall, status: 202 } }),
    },
    [],
  )
}

/** One action of a kind waits for a payment at a time; one that can no longer be confirmed makes way. */
async function replaceOutdated(
  db: Db,
  payment: Payment,
  action: ConfirmableAction,
  at: Date,
): Promise<void> {
  const open = await findOpenAction(db, payment.id, action)
  if (open === undefined) return
  const isExpired = open.expiresAt <= at
  if (open.state !== 'waiting' || (open.paymentVersion === payment.version && !isExpired)) {
    throw new Problem(
      'confirmation.waits_already',
      409,
      'The same action on this payment waits for confirmation already. Withdraw it, or wait for its end.',
      { details: { waitingActionId: open.id } },
    )
  }
  await endWaitingAction(db, open, isExpired ? 'expired' : 'void', at)
}

/** Ends an action that nobody can confirm any more; the product itself does so. */
export async function endWaitingAction(
  db: Db,
  action: WaitingActionRow,
  state: 'expired' | 'void',
  at: Date,
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
}
