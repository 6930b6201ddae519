import { readLedgerSettings } from '@counterfoil/features/accounting/billing/billing.public.ts'
import {
  claimPayable,
  findFee,
  mayBePaidOut,
  merchantNotActive,
} from '@counterfoil/features/accounting/ledger/ledger.public.ts'
import { termsFor } from '@counterfoil/features/accounting/settlement-terms/settlement-terms.rules.ts'
import { checkRefundInDispute } from '@counterfoil/features/payments/action-options/dispute-refunds.public.ts'
import { updateReferenceChannel } from '@counterfoil/features/payments/bank-transfers/account-references.public.ts'
import {
  fromFirstTryable,
  readBreakers,
} from '@counterfoil/features/routing/mids/breakers.public.ts'
import { readRoutingFacts, readVolumes } from '@counterfoil/features/routing/mids/routing.public.ts'
import {
  bankingChannelAt,
  routeOrder,
  usableMids,
} from '@counterfoil/features/routing/mids/routing.rules.ts'
import { termsOf } from '@counterfoil/features/routing/mids/terms.rules.ts'
import {
  readScores,
  routeByRules,
} from '@counterfoil/features/routing/rule-sets/rule-sets.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { claimIdempotencyKey } from '@counterfoil/kit/server/idempotency/act-once.ts'
import { abandonedAfterMs, later } from './acquirer-call.ts'
import { applyConsequence } from './apply-consequence.ts'
import { insertAttempt } from './attempts.queries.ts'
import { sendAuthorisation } from './authorisation.ts'
import type { Engine, ResponseOptions } from './engine.ts'
import { withIdempotency } from './idempotency.public.ts'
import { type AuthorisationAttempt, nextAttempt } from './intent.ts'
import { runDecision } from './manual-decisions.ts'
import {
  acquirerOf,
  type Command,
  type FollowUp,
  lockForCommand,
  prepareFollowUp,
  recordFollowUpIntent,
  requirePayment,
  sendFollowUp,
} from './operation.ts'
import {
  type Actor,
  heldFeeOf,
  insertOperation,
  type Operation,
  rescheduleOperation,
  updateOperation,
  updateRouting,
} from './operations.queries.ts'
import {
  consequenceOfApproval,
  consequenceOfPayoutApproval,
  consequenceOfPayoutEnd,
  consequenceOfPayoutRequest,
  consequenceOfRefusal,
} from './outcome.rules.ts'
import { respond, withoutOperation } from './outcome.ts'
import {
  checkPayout,
  checkPayoutApprover,
  checkSmallestPayout,
  decideAction,
} from './payment.rules.ts'
import type { Payment } from './payment-views.rules.ts'
import { lockPaymentWithOperations, type PaymentWithOperations } from './payments.queries.ts'

// Payments that wait for approval. A card payment is authorised and held; a transfer was not sent yet.

/** Approves a held payment: a card payment is captured if the order says so, a transfer is sent. */
export function approvePayment<A>(
  engine: Engine,
  command: Command,
  responseOptions: ResponseOptions<A>,
): Promise<A> {
  return withIdempotency(engine, responseOptions, async () => {
    const next = await engine.transaction(async (db) => {
      const { locked, held, operationId } = await lockHeld(db, engine, command, responseOptions)
      const { payment, today } = locked
      decideAction(payment, 'approve', today)
      const attempt = held && (await routeHeld(db, engine, locked, held))
      const after = await applyConsequence(db, engine, payment, consequenceOfApproval(payment), {
        operationId: held?.id ?? null,
        cause: command.reason,
        ...(attempt === undefined
          ? {}
          : { furtherChange: { provider: attempt.mid.provider, midId: attempt.mid.id } }),
      })
      if (held !== undefined && attempt !== undefined) {
        await recordHeldIntent(db, engine, after, held, attempt)
        return { kind: 'authorise', pending: { payment: after, attempt } } as const
      }
      if (after.autoCapture) {
        const operation = { operationId, kind: 'capture', reason: command.reason } as const
        const amountMinor = after.authorisedMinor
        const followUp = await recordFollowUpIntent(db, engine, after, {
          ...operation,
          amountMinor,
        })
        return { kind: 'capture', followUp } as const
      }
      const result = { payment: after, operation: null, today }
      return {
        kind: 'done',
        answer: await respond(db, engine, result, responseOptions, []),
      } as const
    })
    switch (next.kind) {
      case 'authorise':
        return sendAuthorisation(
          engine,
          next.pending,
          { method: { type: next.pending.payment.method as 'bank_transfer' | 'alternative' } },
          responseOptions,
        )
      case 'capture':
        return sendFollowUp(engine, next.followUp, responseOptions)
      case 'done':
        return next.answer
    }
  })
}

/**
 * Locks a payment that waits for approval, with its authorisation where that was not sent. The key comes before what the
 * command says of the payment: a decision that is repeated finds the payment changed by itself.
 */
async function lockHeld<A>(
  db: Db,
  engine: Engine,
  command: Command,
  { idempotencyKey }: ResponseOptions<A>,
) {
  const found = await lockPaymentWithOperations(db, engine, command.paymentId)
  const held = found?.operations.find((one) => one.kind === 'authorise')
  const operationId = held?.id ?? newId(engine.now())
  await claimIdempotencyKey(db, idempotencyKey, operationId, engine.now())
  return { locked: requirePayment(found, command), held, operationId }
}

/**
 * The first attempt of a transfer that was held before it was sent. It is routed as if it came now: what fitted when it was
 * ordered may have been switched off since.
 */
async function routeHeld(
  db: Db,
  engine: Engine,
  { payment, today, timeZone }: PaymentWithOperations,
  operation: Operation,
): Promise<AuthorisationAttempt> {
  const at = engine.now()
  const version = payment.settingsVersion ?? 0
  const facts = await readRoutingFacts(engine, db, { ...payment, version })
  const routed = { ...payment, brand: payment.cardBrand, at }
  const [volumes, breakers, scores] = await Promise.all([
    readVolumes(db, facts.mids, payment.currency, today),
    readBreakers(db, usableMids(facts.mids, payment), at),
    readScores(db, facts.ruleSet, payment),
  ])
  const toRoute = {
    ...payment,
    ...{ operationId: operation.id, brand: payment.cardBrand, at, timeZone },
    ...{ first6: payment.cardFirst6, issuerCountry: payment.cardIssuerCountry },
  }
  // it was screened when it was ordered, and a person looked at what was found
  const state = { findings: [], breakers, scores, mids: facts.mids }
  const ruled = facts.ruleSet === null ? undefined : routeByRules(facts.ruleSet, toRoute, state)
  const { acquirers } = engine.providers
  const routing = routeOrder(routed, facts.mids, acquirers, facts.off, {
    ...facts,
    volumes,
    breakers,
    plan: ruled?.choice,
  })
  const candidates = await fromFirstTryable(db, routing.candidates, breakers, at)
  const tried = { candidates, breakers }
  const attempt = nextAttempt(operation.id, tried, at, termsOf(routed, facts))
  if (attempt === undefined) {
    throw new Problem('routing.no_mid', 409, 'No acquirer account takes this payment now')
  }
  await updateRouting(db, operation.id, { routing: routing.log, routedBy: ruled?.routedBy })
  if (payment.method === 'bank_transfer') {
    const channel = bankingChannelAt(attempt.mid.provider, payment, facts)
    await updateReferenceChannel(db, payment.id, channel?.id ?? null)
  }
  return attempt
}

async function recordHeldIntent(
  db: Db,
  engine: Engine,
  payment: Payment,
  operation: Operation,
  attempt: AuthorisationAttempt,
): Promise<void> {
  const at = engine.now()
  await Promise.all([
    insertAttempt(db, payment, attempt),
    rescheduleOperation(
      db,
      operation.id,
      later(at, abandonedAfterMs(engine.providers)),
      operation.checks,
    ),
  ])
}

/** Declines a held payment: the authorisation of a card payment is voided, a transfer is never sent. */
export function declinePayment<A>(
  engine: Engine,
  command: Command,
  responseOptions: ResponseOptions<A>,
): Promise<A> {
  return withIdempotency(engine, responseOptions, async () => {
    const next = await engine.transaction(async (db) => {
      const { locked, held, operationId } = await lockHeld(db, engine, command, responseOptions)
      const { payment, today } = locked
      decideAction(payment, 'decline', today)
      if (held === undefined) {
        const operation = { operationId, kind: 'void', reason: command.reason } as const
        const amountMinor = payment.authorisedMinor
        const followUp = await recordFollowUpIntent(db, engine, payment, {
          ...operation,
          amountMinor,
        })
        return { kind: 'void', followUp } as const
      }
      const [after] = await Promise.all([
        applyConsequence(db, engine, payment, consequenceOfRefusal(payment, command.reason), {
          operationId,
          cause: command.reason,
          furtherChange: { open: withoutOperation(payment, held) },
        }),
        updateOperation(db, operationId, { ...held, state: 'declined' }, engine.now()),
      ])
      const result = { payment: after, operation: null, today }
      return {
        kind: 'done',
        answer: await respond(db, engine, result, responseOptions, []),
      } as const
    })
    if (next.kind === 'done') return next.answer
    return sendFollowUp(engine, next.followUp, responseOptions)
  })
}

// Payouts: the merchant's money for the customer of an earlier payment. One person requests it, another approves it.

interface PayoutCommand extends Command {
  readonly amountMinor: bigint
}

/** Sets the amount aside until the payout is approved or declined. */
export function requestPayout<A>(
  engine: Engine,
  command: PayoutCommand,
  responseOptions: ResponseOptions<A>,
): Promise<A> {
  return runDecision(engine, 'payout', command, responseOptions, async (db, { payment }) => ({
    payment: await holdPayout(db, engine, payment, command, newId(engine.now())),
    operation: null,
  }))
}

/** Stores a payout that waits for its approval, with its amount set aside. */
async function holdPayout(
  db: Db,
  engine: Engine,
  payment: Payment,
  { amountMinor, reason }: PayoutCommand,
  id: string,
): Promise<Payment> {
  // checked on request already, so that no payout waits for approval that could not be sent
  await acquirerOf(db, engine, payment)
  const [payable, fee, settings] = await Promise.all([
    claimPayable(db, payment, payment.currency),
    findFee(db, payment, 'payout', amountMinor),
    readLedgerSettings(engine, db, payment.settingsVersion),
  ])
  checkPayout({ amountMinor, fee }, payable, payment.currency)
  checkSmallestPayout(amountMinor, termsFor(settings.terms, payment), payment.currency)
  const held = {
    ...({ id, kind: 'payout', state: 'held' } as const),
    ...{ amountMinor, fee, reason, nextCheckAt: null },
  }
  await insertOperation(db, payment, held, engine.actor, engine.now())
  return applyConsequence(db, engine, payment, consequenceOfPayoutRequest(payment, held), {
    ...{ operationId: id, cause: reason, furtherChange: { open: [...payment.open, held] } },
  })
}

interface PayoutDecision extends Command {
  /** Those that who decides has seen; absent: whichever waits. */
  readonly payoutIds?: readonly string[] | undefined
}

/** Its maker can take back the payout that was looked at, and ask for another one. */
function requireSeen({ payoutIds }: PayoutDecision, { id }: Operation): void {
  if (payoutIds === undefined || payoutIds.includes(id)) return
  const text = 'Another payout of this payment waits by now. Look at it before you decide.'
  throw new Problem('payout.other_waits', 409, text)
}

/** Approves a payout, which another person requested, and sends it to the acquirer. */
export function approvePayout<A>(
  engine: Engine,
  command: PayoutDecision,
  responseOptions: ResponseOptions<A>,
): Promise<A> {
  return withIdempotency(engine, responseOptions, async () => {
    const followUp = await engine.transaction(async (db) => {
      const { payment, held, today } = await lockPayout(db, engine, command)
      await claimIdempotencyKey(db, responseOptions.idempotencyKey, held?.id ?? null, engine.now())
      decideAction(payment, 'approvePayout', today)
      if (held === undefined) throw new Error('The payment has no payout to approve')
      requireSeen(command, held)
      checkPayoutApprover(held.actorId, engine.actor.id)
      if (!(await mayBePaidOut(db, payment.merchantId))) throw merchantNotActive()
      return recordPayoutIntent(db, engine, payment, held, command.reason)
    })
    return sendFollowUp(engine, followUp, responseOptions)
  })
}

/**
 * Pays out what others have confirmed: requested by its maker and approved by the last of them in one transaction, so that
 * nothing that happens between leaves it waiting.
 */
export function payOut<A>(
  engine: Engine,
  command: PayoutCommand,
  approver: Actor,
  responseOptions: ResponseOptions<A>,
): Promise<A> {
  const approving: Engine = { ...engine, actor: approver }
  return withIdempotency(engine, responseOptions, async () => {
    const followUp = await engine.transaction(async (db) => {
      const id = newId(engine.now())
      await claimIdempotencyKey(db, responseOptions.idempotencyKey, id, engine.now())
      const { payment, today } = await lockForCommand(db, engine, command)
      decideAction(payment, 'payout', today, command.amountMinor)
      await checkRefundInDispute(db, payment, 'payout', command)
      await holdPayout(db, engine, payment, command, id)
      const { paymentId, mode, reason } = command
      const { held, ...locked } = await lockPayout(db, engine, { paymentId, mode, reason })
      if (held === undefined) throw new Error('The payout was not stored')
      checkPayoutApprover(held.actorId, approver.id)
      return recordPayoutIntent(db, approving, locked.payment, held, reason)
    })
    return sendFollowUp(approving, followUp, responseOptions)
  })
}

async function lockPayout(db: Db, engine: Engine, command: Command) {
  const locked = await lockForCommand(db, engine, command)
  return { ...locked, held: locked.operations.find((one) => one.state === 'held') }
}

async function recordPayoutIntent(
  db: Db,
  engine: Engine,
  payment: Payment,
  held: Operation,
  cause: string | null,
): Promise<FollowUp> {
  const at = engine.now()
  const { amountMinor, id: operationId } = held
  const operation = { operationId, kind: 'payout', amountMinor } as const
  const { attempt, followUp } = await prepareFollowUp(db, engine, payment, operation, at)
  const nextCheckAt = later(at, abandonedAfterMs(engine.providers))
  const sent: Operation = { ...held, state: 'requested', nextCheckAt }
  const [after] = await Promise.all([
    applyConsequence(db, engine, payment, consequenceOfPayoutApproval(payment, amountMinor), {
      operationId,
      cause,
      furtherChange: { open: [...withoutOperation(payment, held), sent] },
    }),
    updateOperation(db, operationId, sent, at),
    insertAttempt(db, payment, attempt),
  ])
  return { ...followUp, payment: after }
}

/** Declines a payout: the amount that was set aside returns to the merchant. */
export function declinePayout<A>(
  engine: Engine,
  command: PayoutDecision,
  responseOptions: ResponseOptions<A>,
): Promise<A> {
  return runDecision(engine, 'declinePayout', command, responseOptions, async (db, locked) => {
    const { payment, operations } = locked
    const held = operations.find((one) => one.state === 'held')
    if (held === undefined) throw new Error('The payment has no payout to decline')
    requireSeen(command, held)
    const cause = command.reason
    const declined: Operation = { ...held, state: 'declined', declineReason: cause }
    const [after] = await Promise.all([
      applyConsequence(
        db,
        engine,
        payment,
        consequenceOfPayoutEnd(
          payment,
          { amountMinor: held.amountMinor, fee: heldFeeOf(held) },
          'declined',
        ),
        {
          operationId: held.id,
          cause,
          furtherChange: { open: withoutOperation(payment, held) },
        },
      ),
      updateOperation(db, held.id, { ...declined, declineCode: 'approval.declined' }, engine.now()),
    ])
    return { payment: after, operation: declined }
  })
}
