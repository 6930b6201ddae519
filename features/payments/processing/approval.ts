import { claimPayable } from '@counterfoil/features/accounting/ledger/ledger.public.ts'
import { listDefaultParameters } from '@counterfoil/features/routing/mids/routing.public.ts'
import { parametersFor } from '@counterfoil/features/routing/mids/terms.rules.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { sendAuthorisation } from './authorisation.ts'
import { applyConsequence, conclude } from './consequences.ts'
import { type Answering, abandonedAfterMs, type Engine, later } from './engine.ts'
import { claimKey } from './idempotency.public.ts'
import { decideAtOnce } from './manual-decisions.ts'
import {
  acquirerOf,
  type Command,
  type FollowUp,
  intendFollowUp,
  permitted,
  prepareFollowUp,
  sendFollowUp,
} from './operation.ts'
import {
  insertAttempt,
  insertOperation,
  rescheduleOperation,
  updateOperation,
} from './operations.queries.ts'
import {
  followApproval,
  followPayoutApproval,
  followPayoutEnd,
  followPayoutRequest,
  followRefusal,
} from './outcome.rules.ts'
import { lockForWork, withoutOperation } from './outcome.ts'
import { checkPayout, checkPayoutApprover, decideAction } from './payment.rules.ts'
import type { Payment } from './payment-views.rules.ts'
import { findMid, type Operation } from './payments.queries.ts'
import { withIdempotency } from './with-idempotency.ts'

// Payments that wait for approval. A card's is authorised and held; a transfer's has not been asked for yet.

/** Lets a held payment go on: a card's is captured if that was ordered, a transfer is asked for now. */
export function approvePayment<A>(
  engine: Engine,
  command: Command,
  answering: Answering<A>,
): Promise<A> {
  return withIdempotency(engine, answering, async () => {
    const next = await engine.transaction(async (db) => {
      const { payment, operations, today } = permitted(
        await lockForWork(db, engine, command.paymentId),
        command,
      )
      const held = operations.find((one) => one.kind === 'authorise')
      const operationId = held?.id ?? newId(engine.now())
      await claimKey(db, answering.once, operationId, engine.now())
      decideAction(payment, 'approve', today)
      const after = await applyConsequence(db, engine, payment, followApproval(payment), {
        operationId: held?.id ?? null,
        cause: command.reason,
      })
      if (held !== undefined) {
        return { kind: 'authorise', step: await intendHeld(db, engine, after, held) } as const
      }
      if (after.autoCapture) {
        const wanted = { operationId, kind: 'capture', reason: command.reason } as const
        const amountMinor = after.authorisedMinor
        const followUp = await intendFollowUp(db, engine, after, { ...wanted, amountMinor })
        return { kind: 'capture', followUp } as const
      }
      const told = { payment: after, operation: null, today }
      return { kind: 'done', answer: await conclude(db, engine, told, answering, []) } as const
    })
    switch (next.kind) {
      case 'authorise':
        return sendAuthorisation(
          engine,
          next.step,
          { type: next.step.payment.method as 'bank_transfer' | 'alternative' },
          answering,
        )
      case 'capture':
        return sendFollowUp(engine, next.followUp, answering)
      case 'done':
        return next.answer
    }
  })
}

/** The attempt of a transfer that was held before it was sent anywhere. */
async function intendHeld(db: Db, engine: Engine, payment: Payment, operation: Operation) {
  const at = engine.now()
  const [mid, parameters] = await Promise.all([
    payment.midId === null ? undefined : findMid(db, payment.midId),
    listDefaultParameters(db, payment.merchantId),
  ])
  if (mid === undefined || payment.provider === null) {
    throw new Problem('routing.no_mid', 409, 'The acquirer account of this payment has gone')
  }
  const sending = {
    operationId: operation.id,
    id: newId(at),
    sequence: 1,
    startedAt: at,
    mid: { ...mid, provider: payment.provider },
    others: [],
    terms: { threeDs: null, parameters: parametersFor(payment.channel, parameters) },
  }
  await Promise.all([
    insertAttempt(db, payment, sending),
    rescheduleOperation(
      db,
      operation.id,
      later(at, abandonedAfterMs(engine.providers)),
      operation.checks,
    ),
  ])
  return { payment, sending }
}

/** Declines a held payment: a card's authorisation is voided, a transfer is never asked for. */
export function declinePayment<A>(
  engine: Engine,
  command: Command,
  answering: Answering<A>,
): Promise<A> {
  return withIdempotency(engine, answering, async () => {
    const next = await engine.transaction(async (db) => {
      const locked = permitted(await lockForWork(db, engine, command.paymentId), command)
      const { payment, operations, today } = locked
      const held = operations.find((one) => one.kind === 'authorise')
      const operationId = held?.id ?? newId(engine.now())
      await claimKey(db, answering.once, operationId, engine.now())
      decideAction(payment, 'decline', today)
      if (held === undefined) {
        const wanted = { operationId, kind: 'void', reason: command.reason } as const
        const amountMinor = payment.authorisedMinor
        const followUp = await intendFollowUp(db, engine, payment, { ...wanted, amountMinor })
        return { kind: 'void', followUp } as const
      }
      const [after] = await Promise.all([
        applyConsequence(db, engine, payment, followRefusal(payment, command.reason), {
          operationId,
          cause: command.reason,
          extra: { open: withoutOperation(payment, held) },
        }),
        updateOperation(db, operationId, { ...held, state: 'declined' }, engine.now()),
      ])
      const told = { payment: after, operation: null, today }
      return { kind: 'done', answer: await conclude(db, engine, told, answering, []) } as const
    })
    if (next.kind === 'done') return next.answer
    return sendFollowUp(engine, next.followUp, answering)
  })
}

// Payouts: money of the merchant's for the customer of an earlier payment. One person asks for it, another approves it.

/** Sets the amount aside until somebody approves or declines the payout. */
export function requestPayout<A>(
  engine: Engine,
  command: Command & { readonly amountMinor: bigint },
  answering: Answering<A>,
): Promise<A> {
  return decideAtOnce(engine, 'payout', command, answering, async (db, { payment }) => {
    const { amountMinor, reason } = command
    // asked now already: nobody is to approve what could not be sent
    await acquirerOf(db, engine, payment)
    checkPayout(amountMinor, await claimPayable(db, payment, payment.currency), payment.currency)
    const at = engine.now()
    const held = {
      id: newId(at),
      kind: 'payout',
      state: 'held',
      amountMinor,
      reason,
      nextCheckAt: null,
    } as const
    await insertOperation(db, payment, held, engine.actor, at)
    const after = await applyConsequence(
      db,
      engine,
      payment,
      followPayoutRequest(payment, amountMinor),
      { operationId: held.id, cause: reason, extra: { open: [...payment.open, held] } },
    )
    return { payment: after, operation: null }
  })
}

/** Somebody else than its maker lets a payout go to the acquirer. */
export function approvePayout<A>(
  engine: Engine,
  command: Command,
  answering: Answering<A>,
): Promise<A> {
  return withIdempotency(engine, answering, async () => {
    const followUp = await engine.transaction(async (db) => {
      const { payment, held, today } = await lockPayout(db, engine, command)
      await claimKey(db, answering.once, held?.id ?? null, engine.now())
      decideAction(payment, 'approvePayout', today)
      if (held === undefined) throw new Error('A payout that may be approved is there')
      checkPayoutApprover(held.actorId, engine.actor.id)
      return intendPayout(db, engine, payment, held, command.reason)
    })
    return sendFollowUp(engine, followUp, answering)
  })
}

async function lockPayout(db: Db, engine: Engine, command: Command) {
  const locked = permitted(await lockForWork(db, engine, command.paymentId), command)
  return { ...locked, held: locked.operations.find((one) => one.state === 'held') }
}

async function intendPayout(
  db: Db,
  engine: Engine,
  payment: Payment,
  held: Operation,
  cause: string | null,
): Promise<FollowUp> {
  const at = engine.now()
  const { amountMinor, id: operationId } = held
  const wanted = { operationId, kind: 'payout', amountMinor } as const
  const { attempt, followUp } = await prepareFollowUp(db, engine, payment, wanted, at)
  const nextCheckAt = later(at, abandonedAfterMs(engine.providers))
  const sent: Operation = { ...held, state: 'requested', nextCheckAt }
  const [after] = await Promise.all([
    applyConsequence(db, engine, payment, followPayoutApproval(payment, amountMinor), {
      operationId,
      cause,
      extra: { open: [...withoutOperation(payment, held), sent] },
    }),
    updateOperation(db, operationId, sent, at),
    insertAttempt(db, payment, attempt),
  ])
  return { ...followUp, payment: after }
}

/** A payout that is not made: the merchant gets back what was set aside. */
export function declinePayout<A>(
  engine: Engine,
  command: Command,
  answering: Answering<A>,
): Promise<A> {
  return decideAtOnce(engine, 'declinePayout', command, answering, async (db, locked) => {
    const { payment, operations } = locked
    const held = operations.find((one) => one.state === 'held')
    if (held === undefined) throw new Error('A payout that may be declined is there')
    const cause = command.reason
    const declined: Operation = { ...held, state: 'declined', declineReason: cause }
    const [after] = await Promise.all([
      applyConsequence(
        db,
        engine,
        payment,
        followPayoutEnd(payment, held.amountMinor, 'declined'),
        {
          operationId: held.id,
          cause,
          extra: { open: withoutOperation(payment, held) },
        },
      ),
      updateOperation(db, held.id, { ...declined, declineCode: 'approval.declined' }, engine.now()),
    ])
    return { payment: after, operation: declined }
  })
}
