import { idempotencyKeyFor } from '@counterfoil/features/payments/processing/idempotency.public.ts'
import { isOpen } from '@counterfoil/features/payments/processing/outcome.rules.ts'
import {
  type ActionResult,
  approvePayment,
  type Command,
  changeStatus,
  type Engine,
  markRefunded,
  payOut,
  type ResponseOptions,
  runOperation,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { returnTransfer } from '@counterfoil/features/payments/suspense/return-transfer.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { actOnce, stillInProgress } from '@counterfoil/kit/server/idempotency/act-once.ts'
import { findIdempotencyKey } from '@counterfoil/kit/server/idempotency/idempotency-keys.queries.ts'
import type { WaitingActionOutcome } from './confirmations.schema.ts'
import { announceEnd } from './notices.ts'
import {
  insertStep,
  lockWaitingAction,
  type TransferSubject,
  updateWaitingActionState,
  type WaitingActionRow,
} from './waiting-actions.queries.ts'

/** The outcome of what the product does by itself, without an acquirer. */
const carriedOut: WaitingActionOutcome = {
  operationId: null,
  state: null,
  code: null,
  message: null,
}

/**
 * Carries out a confirmed action, once: under an idempotency key of its own, so that whoever repeats it after a crash gets
 * the first outcome. It is the maker's action, on the version of the payment that was confirmed; what refuses it then is
 * its outcome too.
 */
export async function carryOut(
  engine: Engine,
  action: WaitingActionRow,
  confirmerId: string,
): Promise<void> {
  const whole: Engine = {
    ...engine,
    transaction: (work) => engine.database.repeatable(tenantScope(engine.tenantId), work),
    actor: { type: action.maker.type, id: action.maker.id },
  }
  let outcome: WaitingActionOutcome
  try {
    outcome = await run(whole, action, confirmerId)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { code, message } = error
    const begun = code === stillInProgress().code ? await findBegun(whole, action) : undefined
    if (begun === undefined) {
      await finish(whole, action.id, 'refused', { operationId: null, state: null, code, message })
      return
    }
    outcome = begun
  }
  const isRefused = outcome.state === 'declined' || outcome.state === 'failed'
  await finish(whole, action.id, isRefused ? 'refused' : 'done', outcome)
}

/**
 * What the first run of the action has sent to the acquirer, and is not decided: no refusal, after which somebody would ask
 * for the same once more. Undefined: nothing was sent.
 */
async function findBegun(
  engine: Engine,
  action: WaitingActionRow,
): Promise<WaitingActionOutcome | undefined> {
  const { idempotencyKey } = await optionsFor(engine, action, partOf(action))
  if (idempotencyKey === undefined) return undefined
  const stored = await engine.transaction((db) => findIdempotencyKey(db, idempotencyKey))
  if (!stored?.operationId) return undefined
  return { ...carriedOut, operationId: stored.operationId, state: 'pending' }
}

/** By which the key of an action is known. */
const partOf = ({ action }: WaitingActionRow): string => (action === 'payout' ? 'approval' : 'run')

async function run(
  engine: Engine,
  action: WaitingActionRow,
  confirmerId: string,
): Promise<WaitingActionOutcome> {
  const { paymentId, transfer, mode, reason, subjectVersion, amountMinor } = action
  if (transfer !== null) return runReturn(engine, action, transfer)
  if (paymentId === null) throw new Error('An action is of a payment or a transfer')
  // who asked for it has confirmed that it is made despite a dispute: another version of the payment would void it
  const despiteDispute = true
  const command: Command = { paymentId, mode, reason, version: subjectVersion, despiteDispute }
  const options = await optionsFor(engine, action, partOf(action))
  switch (action.action) {
    case 'refund':
    case 'increment':
      return runOperation(engine, action.action, { ...command, amountMinor }, options)
    case 'void':
    case 'reverse':
      return runOperation(engine, action.action, command, options)
    case 'markRefunded':
      return markRefunded(
        engine,
        { ...command, amountMinor, paidFrom: action.paidFrom ?? 'acquirer' },
        options,
      )
    case 'approve':
      return approvePayment(engine, command, options)
    case 'changeStatus': {
      const to = action.targetStatus ?? 'declined'
      // a payment that is declined by it is what was asked for, and no refusal
      return changeStatus(engine, { ...command, to }, { ...options, toResponse: () => carriedOut })
    }
    case 'returnTransfer':
      throw new Error('A return is of a transfer')
    case 'payout': {
      const confirmer = { type: 'user', id: confirmerId } as const
      return payOut(engine, { ...command, amountMinor }, confirmer, options)
    }
  }
}

async function runReturn(
  engine: Engine,
  action: WaitingActionRow,
  transfer: TransferSubject,
): Promise<WaitingActionOutcome> {
  const { idempotencyKey } = await optionsFor(engine, action, partOf(action))
  const { id, payeeName, payeeAccount } = transfer
  return actOnce(engine, idempotencyKey, async (db) => {
    await returnTransfer(db, engine, {
      ...{ transferId: id, version: action.subjectVersion, amountMinor: action.amountMinor },
      ...{ payeeName, payeeAccount, reason: action.reason ?? '', by: action.maker.id },
    })
    return carriedOut
  })
}

async function optionsFor(
  engine: Engine,
  { id: callerId, mode }: WaitingActionRow,
  part: string,
): Promise<ResponseOptions<WaitingActionOutcome>> {
  const request = { endpointId: 'confirmations.carryOut', params: { part }, body: null }
  const idempotencyKey = await idempotencyKeyFor(engine, { ...request, callerId, mode, key: part })
  return { toResponse: outcomeOf, idempotencyKey }
}

function outcomeOf({ operation }: ActionResult): WaitingActionOutcome {
  if (operation === null) return carriedOut
  const { id: operationId, state, declineReason } = operation
  const isDone = !isOpen(state)
  return {
    operationId,
    state: isDone ? state : 'pending',
    code: isDone && state !== 'succeeded' ? `operation.${state}` : null,
    message: declineReason,
  }
}

async function finish(
  engine: Engine,
  id: string,
  state: 'done' | 'refused',
  outcome: WaitingActionOutcome,
): Promise<void> {
  await engine.transaction(async (db) => {
    const action = await lockWaitingAction(db, id)
    // recovery may have been first
    if (action?.state !== 'confirmed') return
    const at = engine.now()
    await updateWaitingActionState(db, id, { state, outcome, endedAt: at })
    await insertStep(db, action, {
      id: newId(at),
      waitingActionId: id,
      kind: state,
      actorId: null,
      actorName: null,
      actorRoleId: null,
      actorKeys: [],
      reason: outcome.message,
      at,
    })
    await announceEnd(db, engine.jobs, action, at)
  })
}
