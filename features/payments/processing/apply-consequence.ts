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
import type { Cause } from './causes.rules.ts'
import type { Engine } from './engine.ts'
import type { Consequence } from './outcome.rules.ts'
import { figuresOf, type Payment } from './payment-views.rules.ts'
import { insertEvents, type NewEvent, updatePayment } from './payments.queries.ts'

/** Fields of a payment that an outcome changes besides those of its consequence. */
type FurtherChange = Partial<
  Pick<Payment, 'provider' | 'midId' | 'acquirerReference' | 'authorisationExpiresAt' | 'open'>
>

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

const hasUncaptured = ({ authorisedMinor, capturedMinor, voidedMinor }: Payment): boolean =>
  authorisedMinor > capturedMinor + voidedMinor

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
