import { readBillingLines } from '@counterfoil/features/accounting/billing/billing.public.ts'
import { ledgerAccountsFor } from '@counterfoil/features/accounting/billing/billing.rules.ts'
import { postEntries, readFeeTerms } from '@counterfoil/features/accounting/ledger/ledger.public.ts'
import {
  isMemo,
  type LedgerAccounts,
} from '@counterfoil/features/accounting/ledger/ledger.rules.ts'
import { enqueueWebhooks } from '@counterfoil/features/messaging/webhooks/webhooks.public.ts'
import { webhookPaymentOf } from '@counterfoil/features/payments/merchant-api/merchant-payment.rules.ts'
import {
  addRollupDeltas,
  type PaymentFigures,
  rollupChanges,
} from '@counterfoil/features/reporting/rollups/rollups.public.ts'
import { countVolume } from '@counterfoil/features/routing/mids/routing.public.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { Cause } from './causes.rules.ts'
import type { Answering, Engine, Told } from './engine.ts'
import { storeResponse } from './idempotency.public.ts'
import type { Consequence } from './outcome.rules.ts'
import type { Payment } from './payment-views.rules.ts'
import {
  type ApiCall,
  insertApiCalls,
  insertEvents,
  type NewEvent,
  updatePayment,
} from './payment-writes.queries.ts'

/** What a payment is besides what an outcome changes of it. */
type Extra = Partial<Pick<Payment, 'provider' | 'midId' | 'acquirerReference' | 'open'>>

/**
 * Stores everything that follows for a payment which this transaction has locked: its new state, the event, what is
 * posted, the fee, the sums and the merchant's webhooks. All of it or nothing.
 */
export async function applyConsequence(
  db: Db,
  engine: Engine,
  payment: Payment,
  { change, event, moved, fee }: Consequence,
  told: {
    readonly operationId: string | null
    readonly cause: string | Cause | null
    readonly extra?: Extra
  },
): Promise<Payment> {
  const at = engine.now()
  // a fee is charged on what moved, so nothing is charged where nothing did
  const terms = fee === null ? [] : await readFeeTerms(db, payment.merchantId)
  const ledgerAccounts = await accountsFor(db, engine, payment, { moved, fee })
  const after: Payment = {
    ...payment,
    ...change,
    ...told.extra,
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
          operationId: told.operationId,
          amountMinor: event.amountMinor,
          cause: told.cause,
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
        operationId: told.operationId,
        eventId,
        ledgerAccounts,
        at,
      },
      moved,
      { terms, feeType: fee, amountMinor },
    ),
    addRollupDeltas(db, rollupChanges(figuresOf(payment), figuresOf(after))),
    countAuthorised(db, engine, payment, after),
    notifyMerchant(db, engine, after, { ...event, operationId: told.operationId }, eventId, at),
  ])
  return after
}

/** What is only reserved is nobody's money yet: the first that is posted of it decides. */
async function accountsFor(
  db: Db,
  engine: Engine,
  payment: Payment,
  { moved, fee }: Pick<Consequence, 'moved' | 'fee'>,
): Promise<LedgerAccounts | null> {
  const isMoney = fee !== null || moved.some(({ kind }) => !isMemo(kind))
  if (!isMoney) return payment.ledgerAccounts
  return ledgerAccountsFor(payment, await readBillingLines(engine, db, payment.settingsVersion))
}

/** What an acquirer granted counts towards the caps of the MID that it was granted on. */
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

/** Makes the answer, keeps it under the caller's key and logs the call, with the outcome that it tells. */
export async function conclude<A>(
  db: Db,
  engine: Engine,
  told: Told,
  answering: Answering<A>,
  calls: readonly ApiCall[],
): Promise<A> {
  const answer = answering.answer(told)
  const at = engine.now()
  const { inbound } = answering
  const logged: ApiCall[] =
    inbound === undefined
      ? [...calls]
      : [
          ...calls,
          {
            ...inbound,
            direction: 'inbound',
            attemptId: null,
            response: answer,
            durationMs: at.getTime() - inbound.startedAt.getTime(),
          },
        ]
  await Promise.all([
    insertApiCalls(db, told.payment, logged, at),
    storeResponse(db, answering.once, answer),
    answering.audit?.(db, told),
  ])
  return answer
}

/** What the sums count of a payment. */
export function figuresOf(payment: Payment): PaymentFigures {
  return {
    day: payment.businessDay,
    merchantId: payment.merchantId,
    mode: payment.mode,
    method: payment.method,
    provider: payment.provider,
    currency: payment.currency,
    status: payment.status,
    amountMinor: payment.amountMinor,
    capturedMinor: payment.capturedMinor,
    refundedMinor: payment.refundedMinor,
  }
}
