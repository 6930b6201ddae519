import { readLedgerSettings } from '@counterfoil/features/accounting/billing/billing.public.ts'
import { ledgerAccountsFor } from '@counterfoil/features/accounting/billing/billing.rules.ts'
import { returnedFee } from '@counterfoil/features/accounting/fees/fees.rules.ts'
import {
  findFee,
  type PostedFee,
  postEntries,
  sumCaptureFees,
} from '@counterfoil/features/accounting/ledger/ledger.public.ts'
import {
  isMemo,
  type LedgerAccounts,
} from '@counterfoil/features/accounting/ledger/ledger.rules.ts'
import {
  type Settlement,
  settlementBy,
} from '@counterfoil/features/accounting/ledger/maturity.rules.ts'
import { termsFor } from '@counterfoil/features/accounting/settlement-terms/settlement-terms.rules.ts'
import { enqueueWebhooks } from '@counterfoil/features/messaging/webhooks/webhooks.public.ts'
import {
  type EventDispute,
  eventSubjectOf,
  webhookPaymentOf,
} from '@counterfoil/features/payments/merchant-api/merchant-payment.rules.ts'
import { followHeldPayment } from '@counterfoil/features/payments/stored-cards/stored-cards.public.ts'
import {
  insertRollupDeltas,
  type MovedFigures,
  rollupChanges,
} from '@counterfoil/features/reporting/rollups/rollups.public.ts'
import { countVolume } from '@counterfoil/features/routing/mids/routing.public.ts'
import { localDay } from '@counterfoil/kit/contract/calendar-days.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { Cause } from './causes.rules.ts'
import type { Engine } from './engine.ts'
import type { Consequence } from './outcome.rules.ts'
import { figuresOf, nextEventAt, type Payment } from './payment-views.rules.ts'
import { insertEvents, type NewEvent, updatePayment } from './payments.queries.ts'

/** Fields of a payment that an outcome changes besides those of its consequence. */
export type FurtherChange = Partial<
  Pick<
    Payment,
    | 'provider'
    | 'midId'
    | 'acquirerReference'
    | 'firstTry'
    | 'answerMs'
    | 'authorisationExpiresAt'
    | 'storedCardId'
    | 'schemeTransactionId'
    | 'threeDSecure'
    | 'open'
  >
>

/**
 * Stores everything that follows for a payment that this transaction has locked: its new state, the event, the ledger
 * entries, the fee, the rollups and the merchant's webhooks.
 */
export async function applyConsequence(
  db: Db,
  engine: Engine,
  payment: Payment,
  consequence: Consequence,
  details: {
    readonly operationId: string | null
    readonly cause: string | Cause | null
    readonly furtherChange?: FurtherChange
    /** Which of the payment's disputes it is of. */
    readonly dispute?: EventDispute
  },
): Promise<Payment> {
  const { change, event, movements } = consequence
  const at = nextEventAt(payment, engine.now())
  const fees = await feesOf(db, payment, consequence)
  const { ledgerAccounts, settlement } = await postingTermsFor(db, engine, payment, movements, fees)
  const changed = { ...payment, ...change, ...details.furtherChange }
  const after: Payment = {
    ...changed,
    // what is captured or voided as a whole expires no more
    authorisationExpiresAt: hasUncaptured(changed) ? changed.authorisationExpiresAt : null,
    ledgerAccounts,
    version: payment.version + 1,
    updatedAt: at,
  }
  const eventId = newId(at)
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
      fees,
      settlement,
    ),
    insertRollupDeltas(
      db,
      rollupChanges(figuresOf(payment), figuresOf(after), movedBy(movements, fees)),
      at,
    ),
    countAuthorised(db, engine, payment, after, at),
    followHeldPayment(db, payment, after, at),
    notifyMerchant(
      ...([db, engine, after] as const),
      { ...event, operationId: details.operationId, dispute: details.dispute },
      eventId,
      at,
    ),
  ])
  return after
}

/** What counts on the day of the change besides what is captured and refunded. */
function movedBy(movements: Consequence['movements'], fees: readonly PostedFee[]): MovedFigures {
  const sumOf = (kind: string) =>
    movements.reduce((sum, one) => (one.kind === kind ? sum + one.amountMinor : sum), 0n)
  return {
    feesMinor: fees.reduce((sum, { fee }) => sum + fee.amountMinor, 0n),
    disputedMinor: sumOf('dispute') - sumOf('dispute_won'),
  }
}

const hasUncaptured = ({ authorisedMinor, capturedMinor, voidedMinor }: Payment): boolean =>
  authorisedMinor > capturedMinor + voidedMinor

/** The fees of an event; without one no terms are read. */
async function feesOf(
  db: Db,
  payment: Payment,
  { event, fee, heldFee, takenBack }: Consequence,
): Promise<PostedFee[]> {
  const charged = fee && (await findFee(db, payment, fee, event.amountMinor ?? 0n))
  const returned =
    takenBack === undefined
      ? null
      : returnedFee(
          await sumCaptureFees(db, payment.id),
          takenBack.amountMinor,
          takenBack.capturedMinor,
        )
  return [
    ...(charged ? [{ fee: charged, kind: 'fee' } as const] : []),
    ...(heldFee ? [{ fee: heldFee, kind: 'payout_fee' } as const] : []),
    ...(returned ? [{ fee: returned, kind: 'fee_return' } as const] : []),
  ]
}

/**
 * The accounts of a payment's postings, and when what it captures is settled. The first posting of money decides on the
 * accounts; reservations are posted to memo accounts.
 */
async function postingTermsFor(
  db: Db,
  engine: Engine,
  payment: Payment,
  movements: Consequence['movements'],
  fees: readonly PostedFee[],
): Promise<{ ledgerAccounts: LedgerAccounts | null; settlement: Settlement | undefined }> {
  const isMoney = fees.length > 0 || movements.some(({ kind }) => !isMemo(kind))
  const { ledgerAccounts } = payment
  if (!isMoney) return { ledgerAccounts, settlement: undefined }
  const settings = await readLedgerSettings(engine, db, payment.settingsVersion)
  return {
    ledgerAccounts: ledgerAccountsFor(payment, settings.lines),
    settlement: settlementBy(termsFor(settings.terms, payment), () =>
      localDay(engine.now(), settings.timeZone),
    ),
  }
}

/** An authorised amount counts towards the volume caps of its MID, on the day that it is authorised. */
async function countAuthorised(
  db: Db,
  engine: Engine,
  before: Payment,
  after: Payment,
  at: Date,
): Promise<void> {
  const amountMinor = after.authorisedMinor - before.authorisedMinor
  const { midId, merchantId, mode, currency } = after
  if (midId === null || amountMinor <= 0n) return
  await countVolume(engine, db, { midId, merchantId, mode, currency, at, amountMinor })
}

/** Queues the merchant's webhooks for an event. */
export function notifyMerchant(
  db: Db,
  engine: Engine,
  payment: Payment,
  event: Pick<NewEvent, 'type' | 'operationId' | 'amountMinor'> & {
    readonly dispute?: EventDispute | undefined
  },
  eventId: string,
  now: Date,
): Promise<void> {
  return enqueueWebhooks(db, engine.jobs, {
    merchantId: payment.merchantId,
    mode: payment.mode,
    paymentId: payment.id,
    eventId,
    type: event.type,
    data: webhookPaymentOf(payment, event),
    subject: eventSubjectOf(event),
    now,
  })
}
