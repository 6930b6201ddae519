import { readBillingLines } from '@counterfoil/features/accounting/billing/billing.public.ts'
import { ledgerAccountsFor } from '@counterfoil/features/accounting/billing/billing.rules.ts'
import { listFeeTerms, postEntries } from '@counterfoil/features/accounting/ledger/ledger.public.ts'
import {
  isMemo,
  type LedgerAccounts,
} from '@counterfoil/features/accounting/ledger/ledger.rules.ts'
import { enqueueWebhooks } from '@counterfoil/features/messaging/webhooks/webhooks.public.ts'
import { webhookPaymentOf } from '@counterfoil/features/payments/merchant-api/merchant-payment.rules.ts'
import {
  insertRollupDeltas,
  rollupChanges,
} from '@counterfoil/features/reporting/rollups/rollups.public.ts'
import { countVolume } from '@counterfoil/features/routing/mids/routing.public.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { type AcquirerResponse, attemptUpdateFor, nextCheckAt } from './acquirer-call.ts'
import type { Cause } from './causes.rules.ts'
import type { ActionResult, Engine, ResponseOptions } from './engine.ts'
import {
  findOperation,
  type Operation,
  rescheduleOperation,
  updateAttempt,
  updateIdempotencyKeyFinished,
  updateOperation,
} from './operations.queries.ts'
import {
  type Consequence,
  consequenceOfOutcome,
  isOpen,
  type Outcome,
  operationStateAfter,
} from './outcome.rules.ts'
import { figuresOf, type Payment } from './payment-views.rules.ts'
import {
  type ApiCall,
  insertApiCalls,
  insertEvents,
  lockPaymentWithOperations,
  type NewEvent,
  type PaymentWithOperations,
  updatePayment,
} from './payments.queries.ts'

/** The operation whose outcome is recorded, and the attempt that brought it. */
export interface OperationRef {
  readonly paymentId: string
  readonly operationId: string
  /** Null when a person sets the outcome. */
  readonly attemptId: string | null
}

/**
 * Stores the response to an operation with all its consequences in one transaction. The request and recovery may both get
 * here; the second finds the operation closed and changes nothing, so each outcome counts once.
 */
export function recordOutcome<A>(
  engine: Engine,
  operationRef: OperationRef,
  response: AcquirerResponse,
  calls: readonly ApiCall[],
  responseOptions: ResponseOptions<A>,
): Promise<A> {
  return engine.transaction(async (db) => {
    const locked = await lockPaymentWithOperations(db, engine, operationRef.paymentId)
    if (locked === undefined) throw new Error(`Payment ${operationRef.paymentId} has gone`)
    const operation = locked.operations.find((one) => one.id === operationRef.operationId)
    if (operation === undefined)
      return respondUnchanged(db, engine, locked, operationRef, responseOptions)
    const update = await applyResponse(
      db,
      engine,
      locked,
      operation,
      operationRef.attemptId,
      response,
    )
    const result = { ...update, today: locked.today }
    return respond(db, engine, result, responseOptions, update.isChanged ? calls : [])
  })
}

async function respondUnchanged<A>(
  db: Db,
  engine: Engine,
  { payment, today }: PaymentWithOperations,
  { operationId }: OperationRef,
  responseOptions: ResponseOptions<A>,
): Promise<A> {
  const operation = (await findOperation(db, operationId)) ?? null
  return respond(db, engine, { payment, operation, today }, responseOptions, [])
}

async function applyResponse(
  db: Db,
  engine: Engine,
  { payment }: PaymentWithOperations,
  operation: Operation,
  attemptId: string | null,
  response: AcquirerResponse,
): Promise<{ payment: Payment; operation: Operation; isChanged: boolean }> {
  const outcome: Outcome = response
  const state = operationStateAfter(outcome)
  const at = engine.now()
  const checkAt = nextCheckAt(at, operation.checks)
  const checks = operation.checks + 1
  if (state === operation.state) {
    await rescheduleOperation(db, operation.id, checkAt, checks)
    return { payment, operation, isChanged: false }
  }
  const update = attemptUpdateFor(response)
  const closed: Operation = { ...operation, state, declineReason: update.declineReason, checks }
  const open = withoutOperation(payment, operation)
  const [after] = await Promise.all([
    applyConsequence(db, engine, payment, consequenceOfOutcome(payment, operation, outcome), {
      operationId: operation.id,
      cause: causeForEvent(operation, response),
      furtherChange: {
        open: isOpen(state) ? [...open, closed] : open,
        ...(operation.kind === 'authorise' && update.acquirerReference !== null
          ? { acquirerReference: update.acquirerReference }
          : {}),
      },
    }),
    updateOperation(db, operation.id, { ...update, state, nextCheckAt: checkAt, checks }, at),
    attemptId === null ? undefined : updateAttempt(db, attemptId, update, at),
  ])
  return { payment: after, operation: closed, isChanged: true }
}

/** The open operations of a payment without one of them. */
export const withoutOperation = (payment: Payment, operation: Operation) =>
  payment.open.filter((one) => one !== operation)

function causeForEvent(operation: Operation, response: AcquirerResponse): string | Cause | null {
  switch (response.result) {
    case 'approved':
      return operation.reason
    case 'declined':
    case 'failed':
      return { code: response.code, text: response.text }
    case 'challenge':
      return 'The customer is asked to confirm'
    case 'pending':
      return 'The outcome comes later'
    case 'unknown':
      return 'The acquirer did not answer'
  }
}

/** Fields of a payment that an outcome changes besides those of its consequence. */
type FurtherChange = Partial<Pick<Payment, 'provider' | 'midId' | 'acquirerReference' | 'open'>>

/**
 * Stores everything that follows for a payment that this transaction has locked: its new state, the event, the ledger
 * entries, the fee, the rollups and the merchant's webhooks.
 */
export async function applyConsequence(
  db: Db,
  engine: Engine,
  payment: Payment,
  { change, event, movements, fee }: Consequence,
  details: {
    readonly operationId: string | null
    readonly cause: string | Cause | null
    readonly furtherChange?: FurtherChange
  },
): Promise<Payment> {
  const at = engine.now()
  // a fee is charged on an amount that moved, so without a fee no terms are read
  const terms = fee === null ? [] : await listFeeTerms(db, payment.merchantId)
  const ledgerAccounts = await accountsFor(db, engine, payment, { movements, fee })
  const after: Payment = {
    ...payment,
    ...change,
    ...details.furtherChange,
    ledgerAccounts,
    version: payment.version + 1,
    updatedAt: at,
  }
  const eventId = newId(at)
  const amountMinor = event.amountMinor ?? 0n
  await Promise.all([
    updatePayment(db, after),
    insertEvents(
      db,
      payment,
      [
        {
          id: eventId,
          type: event.type,
          fromStatus: payment.status,
          toStatus: after.status,
          operationId: details.operationId,
          amountMinor: event.amountMinor,
          cause: details.cause,
        },
      ],
      engine.actor,
      at,
    ),
    postEntries(
      db,
      {
        merchantId: payment.merchantId,
        mode: payment.mode,
        currency: payment.currency,
        paymentId: payment.id,
        operationId: details.operationId,
        eventId,
        ledgerAccounts,
        at,
      },
      movements,
      { terms, feeType: fee, amountMinor },
    ),
    insertRollupDeltas(db, rollupChanges(figuresOf(payment), figuresOf(after))),
    countAuthorised(db, engine, payment, after),
    notifyMerchant(db, engine, after, { ...event, operationId: details.operationId }, eventId, at),
  ])
  return after
}

/** The first posting of money decides on the accounts; reservations are posted to memo accounts. */
async function accountsFor(
  db: Db,
  engine: Engine,
  payment: Payment,
  { movements, fee }: Pick<Consequence, 'movements' | 'fee'>,
): Promise<LedgerAccounts | null> {
  const isMoney = fee !== null || movements.some(({ kind }) => !isMemo(kind))
  if (!isMoney) return payment.ledgerAccounts
  return ledgerAccountsFor(payment, await readBillingLines(engine, db, payment.settingsVersion))
}

/** An authorised amount counts towards the volume caps of its MID. */
async function countAuthorised(
  db: Db,
  engine: Engine,
  before: Payment,
  after: Payment,
): Promise<void> {
  const amountMinor = after.authorisedMinor - before.authorisedMinor
  const { midId, merchantId, mode, currency, businessDay: day } = after
  if (midId === null || amountMinor <= 0n) return
  await countVolume(engine, db, { midId, merchantId, mode, currency, day, amountMinor })
}

/** Queues the merchant's webhooks for an event. */
export function notifyMerchant(
  db: Db,
  engine: Engine,
  payment: Payment,
  event: Pick<NewEvent, 'type' | 'operationId' | 'amountMinor'>,
  eventId: string,
  now: Date,
): Promise<void> {
  return enqueueWebhooks(db, engine.jobs, {
    merchantId: payment.merchantId,
    mode: payment.mode,
    paymentId: payment.id,
    eventId,
    type: event.type,
    payment: webhookPaymentOf(payment, event),
    now,
  })
}

/** Builds the response and stores it under the idempotency key, with the API log and the audit entry. */
export async function respond<A>(
  db: Db,
  engine: Engine,
  result: ActionResult,
  responseOptions: ResponseOptions<A>,
  calls: readonly ApiCall[],
): Promise<A> {
  const answer = responseOptions.toResponse(result)
  const at = engine.now()
  const { inboundCall } = responseOptions
  const logged: ApiCall[] =
    inboundCall === undefined
      ? [...calls]
      : [
          ...calls,
          {
            ...inboundCall,
            direction: 'inbound',
            attemptId: null,
            idempotencyKey: responseOptions.idempotencyKey?.key,
            response: answer,
            durationMs: at.getTime() - inboundCall.startedAt.getTime(),
          },
        ]
  await Promise.all([
    insertApiCalls(db, result.payment, logged, at),
    responseOptions.idempotencyKey &&
      updateIdempotencyKeyFinished(db, responseOptions.idempotencyKey, JSON.stringify(answer)),
    responseOptions.audit?.(db, result),
  ])
  return answer
}
