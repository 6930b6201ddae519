import type { PayerKey } from '@counterfoil/features/payments/linked-payments/linked-payments.contract.ts'
import {
  commonValue,
  findPayment,
  isKnown,
  ofPayer,
  type PayerOf,
} from '@counterfoil/features/payments/linked-payments/linked-payments.public.ts'
import type { DisputeState } from '@counterfoil/features/payments/processing/payments.schema.ts'
import { listCardsOfPayer } from '@counterfoil/features/payments/stored-cards/stored-cards.public.ts'
import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { type Payer, readMerchantPayer, readPayer } from './payers.contract.ts'
import {
  listDisputes,
  listPayerPayments,
  listRefunds,
  maxCounted,
  type PayerPayment,
  type PayerRecord,
  sumPayer,
} from './payers.queries.ts'

async function payerOf(db: Db, id: string, by: PayerKey): Promise<Payer> {
  const payment = await findPayment(db, id)
  // a payment without an e-mail has no payer by it
  if (payment === undefined || !isKnown(payment, by)) throw notFound('The payer')
  const [sums, payments] = await Promise.all([
    sumPayer(db, ofPayer(db, payment, by)),
    listPayerPayments(db, ofPayer(db, payment, by)),
  ])
  const ids = payments.map((one) => one.id)
  const [refunds, disputes, storedCards] = await Promise.all([
    listRefunds(db, payment.tenant_id, ids),
    listDisputes(db, payment.tenant_id, ids),
    listStoredCards(db, payment, by),
  ])
  const count = sums.reduce((all, one) => all + Number(one.payments), 0)
  const isCounted = count <= maxCounted
  const byId = new Map(payments.map((one) => [one.id, one]))
  return {
    by,
    value: commonValue(payment, by),
    card: by === 'card' ? cardOf(payment) : null,
    tenantId: payment.tenant_id,
    count: isCounted ? count : null,
    countAtLeast: Math.min(count, maxCounted),
    totals: isCounted
      ? sums.map((one) => ({
          currency: one.currency,
          count: Number(one.payments),
          amount: Number(one.amount),
          capturedAmount: Number(one.captured),
          refundedAmount: Number(one.refunded),
          disputedAmount: Number(one.disputed),
        }))
      : null,
    payments: payments.map((one) => ({
      id: one.id,
      externalId: one.external_id,
      merchantName: one.merchant_name,
      status: one.status as Payer['payments'][number]['status'],
      amount: Number(one.amount_minor),
      currency: one.currency,
      createdAt: one.created_at.toISOString(),
    })),
    refunds: refunds.map((one) => recordOf(one, byId)),
    disputes: disputes.map((one) => ({
      ...recordOf(one, byId),
      reason: one.reason,
      state: one.state as DisputeState,
      respondBy: one.respond_by?.toISOString() ?? null,
    })),
    storedCards: storedCards.map((one) => ({
      ...{ id: one.id, paymentId: one.paymentId, merchantName: one.merchantName },
      ...{ state: one.state, brand: one.brand, first6: one.first6, last4: one.last4 },
      ...{ expiryMonth: one.expiryMonth, expiryYear: one.expiryYear, uses: [...one.uses] },
      consentedAt: one.consentedAt.toISOString(),
      securityCode: one.securityCodeCheck,
      stoppedBy: one.stoppedBy,
      lastUsedAt: one.lastUsedAt?.toISOString() ?? null,
    })),
    cards: usesOf(payments, 'card_token').map(({ last, use }) => ({ ...cardOf(last), ...use })),
    emails: usesOf(payments, 'customer_email_key').map(({ last, use }) => ({
      email: last.customer_email ?? '',
      ...use,
    })),
  }
}

/** Of an address or a device no card is known to be stored. */
function listStoredCards(
  db: Db,
  { tenant_id: tenantId, mode, customer_email_key: emailKey, card_token: fingerprint }: PayerOf,
  by: PayerKey,
) {
  if (by === 'email') return listCardsOfPayer(db, { tenantId, mode, emailKey })
  return by === 'card' ? listCardsOfPayer(db, { tenantId, mode, fingerprint }) : []
}

type Card = Pick<
  PayerPayment,
  'card_brand' | 'card_first6' | 'card_last4' | 'card_expiry_month' | 'card_expiry_year'
>

const cardOf = (of: Card) => ({
  brand: of.card_brand,
  first6: of.card_first6,
  last4: of.card_last4,
  expiryMonth: of.card_expiry_month,
  expiryYear: of.card_expiry_year,
})

function recordOf(record: PayerRecord, payments: ReadonlyMap<string, PayerPayment>) {
  const payment = payments.get(record.payment_id)
  return {
    id: record.id,
    paymentId: record.payment_id,
    externalId: payment?.external_id ?? null,
    merchantName: payment?.merchant_name ?? '',
    state: record.state,
    reason: record.reason,
    amount: Number(record.amount_minor),
    currency: record.currency,
    createdAt: record.created_at.toISOString(),
  }
}

/** Each card or e-mail once, the one used last first, with its newest payment. */
function usesOf(payments: readonly PayerPayment[], name: 'card_token' | 'customer_email_key') {
  const uses = Map.groupBy(
    payments.filter((one) => one[name] !== null),
    (one) => one[name],
  )
  return [...uses.values()].flatMap(([last, ...others]) =>
    last === undefined
      ? []
      : [
          {
            last,
            use: {
              payments: 1 + others.length,
              lastUsedAt: last.created_at.toISOString(),
              paymentId: last.id,
            },
          },
        ],
  )
}

export const routes: Route[] = [
  ...[readPayer, readMerchantPayer].map((call) =>
    route(call, ({ params }, { db }) => payerOf(db, params.id, params.by)),
  ),
]
