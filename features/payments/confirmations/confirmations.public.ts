import type { RefundSource } from '@counterfoil/features/accounting/ledger/ledger.schema.ts'
import { checkRefundInDispute } from '@counterfoil/features/payments/action-options/dispute-refunds.public.ts'
import { withIdempotency } from '@counterfoil/features/payments/processing/idempotency.public.ts'
import {
  decideAction,
  decideTakeBack,
} from '@counterfoil/features/payments/processing/payment.rules.ts'
import type { Payment } from '@counterfoil/features/payments/processing/payment-views.rules.ts'
import {
  type Command,
  type Engine,
  findPaymentWithOperations,
  lockForCommand,
  type ResponseOptions,
  respond,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import type { StatusByHand } from '@counterfoil/features/payments/processing/payments.schema.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { claimIdempotencyKey } from '@counterfoil/kit/server/idempotency/act-once.ts'
import {
  amountCompared,
  amountOf,
  type ConfirmationLevel,
  levelsFor,
} from './confirmations.rules.ts'
import {
  isWaitingAnswer,
  type PaymentConfirmable,
  type WaitingActionSummary,
  type WaitingAnswer,
} from './confirmations.schema.ts'
import { keepWaiting } from './keep-waiting.ts'
import { isKnownPayee, listLevels, sumPaidOut } from './levels.queries.ts'
import { announceEnd } from './notices.ts'
import {
  type ActionMaker,
  type AnyCaller,
  isOnePerson,
  readActionMaker,
  roleOf,
  sideOf,
} from './people.ts'
import {
  insertStep,
  listPaymentsWaiting,
  lockOpenAction,
  updateWaitingActionState,
} from './waiting-actions.queries.ts'

export { isOnePerson, isWaitingAnswer, listPaymentsWaiting, type WaitingAnswer }

/** An action that somebody asks for. */
export interface RequestedAction {
  readonly action: PaymentConfirmable
  readonly command: Command
  /** Of a change of status. */
  readonly targetStatus?: StatusByHand
  /** Of a refund that was marked by hand. */
  readonly paidFrom?: RefundSource | undefined
  readonly caller: AnyCaller
  /** Writes the audit entry in the transaction that keeps it waiting. */
  readonly audit?: (db: Db, waitingAction: WaitingActionSummary) => Promise<void>
}

/** Thrown inside the transaction when no level applies any more, which rolls it back. */
class NothingToConfirm extends Error {
  /** As no level applies to it. */
  readonly payment: Payment
  constructor(payment: Payment) {
    super('No level applies any more')
    this.payment = payment
  }
}

/** The payment is to be as the levels were compared with it. */
const seenOf = ({ version, open }: Payment) => ({ version, openCount: open.length })

/** How often a payment may be changed by others between the levels and the action, before the action is refused. */
const maxTries = 20

/**
 * Runs an action at once, or keeps it until others have confirmed it: as the confirmation levels of the caller's
 * organisation say. What waits is answered with what it is bound to; a repeated request gets the same answer. `run` gets the
 * command for the payment as the levels were compared with it: of several refunds at once each is compared with
 * what the others have asked for.
 */
export async function runOrAwaitConfirmation<A>(
  engine: Engine,
  requested: RequestedAction,
  responseOptions: ResponseOptions<A>,
  run: (command: Command) => Promise<A>,
): Promise<A | WaitingAnswer> {
  const levels = await levelsOf(engine, requested)
  for (let tries = 1; ; tries += 1) {
    try {
      return await runOrHold(engine, requested, { levels, responseOptions, run })
    } catch (error) {
      const isChanged = error instanceof Problem && error.code === 'payment.changed'
      // a version that the caller named is the caller's own condition
      if (!isChanged || requested.command.version !== undefined || tries === maxTries) throw error
    }
  }
}

async function runOrHold<A>(
  engine: Engine,
  requested: RequestedAction,
  asking: {
    readonly levels: readonly ConfirmationLevel[]
    readonly responseOptions: ResponseOptions<A>
    readonly run: (command: Command) => Promise<A>
  },
): Promise<A | WaitingAnswer> {
  const { command } = requested
  const { levels, responseOptions, run } = asking
  if (levels.length === 0) return run(command)
  const { paymentId } = command
  const found = await engine.transaction((db) => findPaymentWithOperations(db, engine, paymentId))
  // what is not there is refused as ever
  if (found === undefined) return run(command)
  const { payment } = found
  const whole = engine.database.reader(tenantScope(engine.tenantId))
  const asked = { levels, requested, at: engine.now() }
  if ((await applicable(whole, asked, payment)).length === 0) {
    return run({ ...command, ...seenOf(payment) })
  }
  const by = await readActionMaker(engine.database, engine.tenantId, requested.caller)
  const options: ResponseOptions<A | WaitingAnswer> = responseOptions
  try {
    return await withIdempotency(engine, options, () =>
      engine.transaction((db) => holdAction(db, engine, { levels, by, requested }, options)),
    )
  } catch (error) {
    if (error instanceof NothingToConfirm) return run({ ...command, ...seenOf(error.payment) })
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

/** `whole`: reads without the caller's limits. */
async function applicable(
  whole: Db,
  {
    levels,
    requested: { action, command, caller },
    at,
  }: {
    readonly levels: readonly ConfirmationLevel[]
    readonly requested: RequestedAction
    readonly at: Date
  },
  payment: Payment,
): Promise<ConfirmationLevel[]> {
  const asked = amountCompared(action, payment, command.amountMinor)
  // payouts of a day to one payee count together, as those to one account do
  const lately =
    action === 'payout' ? await sumPaidOut(whole, payment, new Date(at.getTime() - dayMs)) : 0n
  const facts = {
    action,
    mode: payment.mode,
    currency: payment.currency,
    amountMinor: asked + lately,
    makerRoleId: roleOf(caller),
  }
  const found = levelsFor(levels, { ...facts, isNewPayee: true })
  if (!found.some(({ onlyNewPayees }) => onlyNewPayees)) return found
  return levelsFor(found, { ...facts, isNewPayee: !(await isKnownPayee(whole, payment)) })
}

/** Stores the action with what it is bound to, and notifies those who can confirm it. */
async function holdAction<A>(
  db: Db,
  engine: Engine,
  asking: {
    readonly levels: readonly ConfirmationLevel[]
    readonly by: ActionMaker
    readonly requested: RequestedAction
  },
  responseOptions: ResponseOptions<A | WaitingAnswer>,
): Promise<A | WaitingAnswer> {
  const { levels, by, requested } = asking
  const { action, command } = requested
  await claimIdempotencyKey(db, responseOptions.idempotencyKey, null, engine.now())
  const locked = await lockForCommand(db, engine, command)
  const { payment, today } = locked
  const decided =
    requested.targetStatus === 'reversed'
      ? decideTakeBack(payment)
      : decideAction(payment, action, today, command.amountMinor)
  await checkRefundInDispute(db, payment, action, command)
  const applying = await db.inScope(tenantScope(engine.tenantId), (whole) =>
    applicable(whole, { levels, requested, at: engine.now() }, payment),
  )
  if (applying.length === 0) throw new NothingToConfirm(payment)
  const waitingAction = await keepWaiting(db, engine, applying, by, payment, {
    action,
    paymentId: payment.id,
    transfer: null,
    merchantId: payment.merchantId,
    mode: payment.mode,
    amountMinor: amountOf(action, payment, decided, command.amountMinor),
    currency: payment.currency,
    subjectVersion: payment.version,
    targetStatus: requested.targetStatus ?? null,
    paidFrom: requested.paidFrom ?? null,
    reason: command.reason,
  })
  const answer: WaitingAnswer = { waitingAction }
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

/**
 * Withdraws a change of status that a person asked for and that still waits, for another one who undoes it; false: none
 * waits, or it is being carried out. `store` runs in the same transaction.
 */
export async function withdrawChange(
  engine: Engine,
  of: {
    readonly paymentId: string
    readonly makerId: string
    readonly targetStatus: StatusByHand
    readonly reason: string
  },
  caller: AnyCaller,
  store: (db: Db, waitingActionId: string) => Promise<void>,
): Promise<boolean> {
  const { maker: by, roleId } = await readActionMaker(engine.database, engine.tenantId, caller)
  return engine.transaction(async (db) => {
    const open = await lockOpenAction(db, { paymentId: of.paymentId }, 'changeStatus')
    const isIt = open?.maker.id === of.makerId && open.targetStatus === of.targetStatus
    if (!isIt || open.state !== 'waiting') return false
    const at = engine.now()
    await updateWaitingActionState(db, open.id, { state: 'withdrawn', endedAt: at })
    await insertStep(db, open, {
      ...{ id: newId(at), waitingActionId: open.id, kind: 'withdrawn', reason: of.reason, at },
      ...{ actorId: by.id, actorName: by.name, actorRoleId: roleId, actorKeys: by.keys },
    })
    await announceEnd(db, engine.jobs, open, at, by.id)
    await store(db, open.id)
    return true
  })
}
