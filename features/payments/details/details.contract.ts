import { disputeRefundRule } from '@counterfoil/features/payments/action-options/dispute-refunds.schema.ts'
import { apiLog, apiLogInFull } from '@counterfoil/features/payments/api-logs/api-logs.schema.ts'
import { disputeView } from '@counterfoil/features/payments/disputes/disputes.schema.ts'
import {
  paymentRow,
  viewPermissions,
} from '@counterfoil/features/payments/lookup/lookup.contract.ts'
import {
  type PaymentStatus,
  paymentAction,
  paymentMethod,
  paymentStatus,
  paymentView,
} from '@counterfoil/features/payments/processing/payments.schema.ts'
import { routedBy } from '@counterfoil/features/routing/rule-sets/rule-sets.schema.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, idParams, listOf, pageQuery, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

/** Of these the customer has all back. */
export const givenBack = ['refunded', 'voided', 'reversed'] as const satisfies PaymentStatus[]

/** A payment with the names of related records and the caller's actions. */
const paymentDetails = paymentView.extend({
  tenantName: z.string(),
  merchantName: z.string(),
  websiteName: z.string().nullable(),
  /** The payment link that it was made by. */
  linkId: id.nullable(),
  /** Null for merchants. */
  midCode: z.string().nullable(),
  /** The entry of the blacklist that blocks its card; null: none, or the caller does not see the list. */
  blockedBy: id.nullable(),
  /** The restriction of its card at this merchant; null for merchants. */
  cardRestriction: z
    .object({ paymentId: id, placedAt: timestamp, expiresAt: timestamp })
    .nullable(),
  /** Rules found that its card pays too often, and still count its payments; false for merchants. */
  isCardCounted: z.boolean(),
  /** The actions that the tenant lets nobody take without a reason. */
  reasonRequiredFor: z.array(paymentAction),
  /** A dispute is open: what the tenant does about a refund. Null: none is. */
  refundInDispute: disputeRefundRule.nullable(),
  /** When the payer agreed to the card being stored, where this payment has a stored card. */
  consentedAt: timestamp.nullable(),
  /** Others of the same card, amount and merchant within minutes, also those that were given back since. */
  duplicates: z.array(
    z.object({
      id,
      externalId: z.string().nullable(),
      status: paymentStatus,
      createdAt: timestamp,
    }),
  ),
  /** Oldest first. */
  disputes: z.array(disputeView),
  /** Why it waits for approval; null where it does not, and for merchants, to whom screening is not disclosed. */
  holdReason: z.string().nullable(),
  /** A payout that waits for approval. */
  waitingPayout: z
    .object({
      id,
      amount: z.int(),
      reason: z.string().nullable(),
      /** Null if the caller may not see the name. */
      requestedBy: z.string().nullable(),
      requestedAt: timestamp,
    })
    .nullable(),
})
export type PaymentDetails = z.infer<typeof paymentDetails>

const paymentEvent = z.object({
  id,
  type: z.string(),
  fromStatus: paymentStatus.nullable(),
  toStatus: paymentStatus,
  amount: z.int().nullable(),
  currency: z.string(),
  actorType: z.string(),
  /** Null if the caller may not see the name. */
  actorName: z.string().nullable(),
  /** In English. A code is translated to the reader's language; free text has no code. */
  cause: z.string().nullable(),
  causeCode: z.string().nullable(),
  causeValues: z.record(z.string(), z.string()).nullable(),
  operationId: id.nullable(),
  createdAt: timestamp,
})
export type PaymentEvent = z.infer<typeof paymentEvent>

const relations = [
  'authorise',
  'increment',
  'capture',
  'void',
  'refund',
  'reversal',
  'payout',
  'dispute',
  'same_order',
] as const

/** A related record: an operation, a dispute, or another payment of the same order. */
const relatedItem = z.object({
  id,
  paymentId: id,
  relation: z.enum(relations),
  /** The state of an operation or dispute, or the status of another payment. */
  state: z.string(),
  amount: z.int(),
  currency: z.string(),
  reason: z.string().nullable(),
  acquirerReference: z.string().nullable(),
  method: paymentMethod.nullable(),
  createdAt: timestamp,
  finishedAt: timestamp.nullable(),
})
export type RelatedItem = z.infer<typeof relatedItem>

/** One call to an acquirer. Merchants do not see the MIDs. */
const attempt = z.object({
  id,
  operationId: id,
  operation: z.string(),
  sequence: z.int(),
  provider: z.string(),
  midCode: z.string().nullable(),
  state: z.string(),
  declineCode: z.string().nullable(),
  declineReason: z.string().nullable(),
  isSoftDecline: z.boolean().nullable(),
  acquirerReference: z.string().nullable(),
  startedAt: timestamp,
  finishedAt: timestamp.nullable(),
})
export type Attempt = z.infer<typeof attempt>

const routingLog = z.object({
  operationId: id,
  operation: z.string(),
  createdAt: timestamp,
  considered: z.array(
    z.object({
      midId: id,
      midCode: z.string(),
      provider: z.string(),
      priority: z.int(),
      isEligible: z.boolean(),
      reason: z.string(),
    }),
  ),
  /** The rule that sent it; null: by the MIDs' priority. */
  routedBy: routedBy.omit({ facts: true }).nullable(),
})
export type RoutingLog = z.infer<typeof routingLog>

const alert = z.object({
  id,
  rule: z.string(),
  outcome: z.enum(['flag', 'review', 'block']),
  message: z.string(),
  /** Of a rule in shadow: it had no effect. */
  isShadow: z.boolean(),
  /** The rule that found it, which may be gone; null: a list or a restriction of the card, or it was not kept. */
  ruleId: id.nullable(),
  /** Whose rule or list it was: the operator's, or the merchant's own. */
  owner: z.enum(['tenant', 'merchant']).nullable(),
  /** Of the rule, as it found it. */
  ruleVersion: z.int().nullable(),
  createdAt: timestamp,
})
export type Alert = z.infer<typeof alert>

const fee = z.object({
  id,
  feeType: z.string(),
  basisPoints: z.int(),
  fixedAmount: z.int(),
  amount: z.int(),
  currency: z.string(),
  operationId: id.nullable(),
  createdAt: timestamp,
})
export type Fee = z.infer<typeof fee>

const accountingEntry = z.object({
  id,
  postingId: id,
  account: z.string(),
  /** The operator's own account of the entry; null for the standard account, and for merchants. */
  ledgerAccount: z.object({ code: z.string(), name: z.string() }).nullable(),
  /** Debit positive, credit negative; each posting sums to zero. */
  amount: z.int(),
  currency: z.string(),
  eventId: id.nullable(),
  createdAt: timestamp,
})

/** Operators and platform staff have one prefix, merchants another. */
const sides = {
  operator: {
    prefix: '/api/crm/transactions',
    suffix: '',
    view: viewPermissions.operator,
    event: ['CRM.Transaction.Event.Details', 'Platform.Transaction.Lookup'],
  },
  merchant: {
    prefix: '/api/transactions',
    suffix: '-merchant',
    view: viewPermissions.merchant,
    event: viewPermissions.merchant,
  },
} as const
type Side = keyof typeof sides

function reading<P, A, Q = Record<never, never>, QI = Q>(
  side: Side,
  name: string,
  path: string,
  summary: string,
  shape: { params: z.ZodType<P>; answer: z.ZodType<A>; query?: z.ZodType<Q, QI> },
) {
  const { prefix, suffix, view, event } = sides[side]
  return endpoint<P, Q, undefined, A, QI>({
    id: `payments.${name}${suffix}`,
    method: 'GET',
    path: `${prefix}/${path}`,
    summary,
    permission: name === 'event' ? event : view,
    ...shape,
  })
}

const ofPayment = { params: idParams }

/** The endpoints of both sides. */
function detailEndpoints(side: Side) {
  const call = <P, A, Q = Record<never, never>, QI = Q>(
    name: string,
    path: string,
    summary: string,
    shape: { params: z.ZodType<P>; answer: z.ZodType<A>; query?: z.ZodType<Q, QI> },
  ) => reading(side, name, path, summary, shape)
  return {
    row: call('read', ':id', 'One payment', { ...ofPayment, answer: paymentRow }),
    details: call('details', ':id/details', 'One payment, with what may be done to it', {
      ...ofPayment,
      answer: paymentDetails,
    }),
    events: call('events', ':id/events', 'What happened to a payment, newest first', {
      ...ofPayment,
      query: pageQuery,
      answer: listOf(paymentEvent),
    }),
    event: call('event', 'events/:eventId', 'One event', {
      params: z.object({ eventId: id }),
      answer: paymentEvent.extend({ paymentId: id }),
    }),
    related: call('related', ':id/related', 'What belongs to a payment', {
      ...ofPayment,
      answer: z.array(relatedItem),
    }),
    relatedOne: call('relatedOne', 'related/:id', 'One thing that belongs to a payment', {
      ...ofPayment,
      answer: relatedItem,
    }),
    cascading: call('cascading', ':id/cascading', 'The calls to acquirers, in order', {
      ...ofPayment,
      // accepted for compatibility; times are always returned in UTC
      query: z.object({ offset: z.coerce.number().int().optional() }),
      answer: z.array(attempt),
    }),
    apiLogs: call('apiLogs', ':id/api-logs', "Calls from the merchant's servers and to acquirers", {
      ...ofPayment,
      answer: z.array(apiLog),
    }),
    apiLog: call('apiLog', 'api-logs/:logId', 'One call in full', {
      params: z.object({ logId: id }),
      answer: apiLogInFull,
    }),
    fees: call('fees', ':id/fees', 'What a payment cost', {
      ...ofPayment,
      query: pageQuery,
      answer: listOf(fee),
    }),
  }
}

export const operatorDetails = detailEndpoints('operator')
export const merchantDetails = detailEndpoints('merchant')

// Only for operators and platform staff: screening and routing are not disclosed to merchants.

/**
 * `x`: `all`, the id of an operation or of one of its events, or what stands for the whole payment: its own id, and the
 * reader's offset from UTC in minutes, which `cascading` takes too. Times are in UTC whatever it is.
 */
export const listRoutingLogs = reading(
  'operator',
  'routingLogs',
  ':id/smart-routing-logs/:x',
  'The MIDs that were looked at, in order, and why each was taken or passed over',
  {
    params: idParams.extend({
      x: z.union([id, z.literal('all'), z.string().regex(/^-?\d{1,3}$/)]),
    }),
    answer: z.array(routingLog),
  },
)

export const listAlerts = reading(
  'operator',
  'alerts',
  ':id/alerts',
  'What antifraud screening found',
  { ...ofPayment, answer: z.array(alert) },
)

export const listAntifraudLogs = endpoint({
  id: 'payments.antifraudLogs',
  method: 'GET',
  path: '/api/crm/antifraud-api-logs/:id',
  summary: "Calls to antifraud services for a payment; the product's own rules make none",
  permission: viewPermissions.operator,
  params: idParams,
  answer: z.array(apiLog),
})

export const listAccountingEntries = endpoint({
  id: 'payments.accountingEntries',
  method: 'GET',
  path: '/api/acc/customers/:customerId/transactions/:id/accounting-entries',
  summary: 'The ledger entries of a payment',
  permission: [...viewPermissions.operator, ...viewPermissions.merchant],
  params: idParams.extend({ customerId: id }),
  answer: z.array(accountingEntry),
})
