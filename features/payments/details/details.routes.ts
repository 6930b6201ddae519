import { registerAuditGuard } from '@counterfoil/features/access/audit/audit.public.ts'
import { guardFilesOf } from '@counterfoil/features/messaging/files/files.public.ts'
import { readDisputeRefundRule } from '@counterfoil/features/payments/action-options/dispute-refunds.public.ts'
import {
  listCallsOfPayment,
  listScreeningCalls,
  readApiCall,
} from '@counterfoil/features/payments/api-logs/api-logs.public.ts'
import {
  listDisputeViews,
  seesDispute,
} from '@counterfoil/features/payments/disputes/disputes.public.ts'
import { disputeRecord } from '@counterfoil/features/payments/disputes/disputes.schema.ts'
import { findPayment } from '@counterfoil/features/payments/lookup/lookup.public.ts'
import { viewPermissions } from '@counterfoil/features/payments/lookup/lookup-options.contract.ts'
import {
  actionsNeedingReason,
  readPaymentView,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { isDisputeOpen } from '@counterfoil/features/payments/processing/payments.schema.ts'
import { findStoredCard } from '@counterfoil/features/payments/stored-cards/stored-cards.public.ts'
import { blacklist } from '@counterfoil/features/routing/antifraud/blacklist.resource.ts'
import { merchantBlacklist } from '@counterfoil/features/routing/antifraud/merchant-blacklist.resource.ts'
import {
  findBlockedCard,
  findRestriction,
  isCardCounted,
} from '@counterfoil/features/routing/antifraud/screening.public.ts'
import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { pageOf } from '@counterfoil/kit/server/request/counted-page.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import {
  type Alert,
  listAccountingEntries,
  listAlerts,
  listAntifraudLogs,
  listRoutingLogs,
  merchantDetails,
  operatorDetails,
  type PaymentDetails,
} from './details.contract.ts'
import {
  countOf,
  findEvent,
  findHeader,
  findRelated,
  findWaitingPayout,
  listAttempts,
  listDuplicates,
  listEvents,
  listRelated,
  listRoutings,
  mayBeDouble,
  type PaymentHeader,
} from './details.queries.ts'
import {
  attemptOf,
  duplicateOf,
  eventOf,
  relatedOf,
  routingOf,
  waitingPayoutOf,
} from './details.views.ts'
import { permittedActions, withoutRefunds } from './permitted-actions.rules.ts'
import { listAlertRows, listEntryRows, listFeeRows } from './records.queries.ts'

// users who may read a payment may read the evidence of its disputes
guardFilesOf(disputeRecord, ({ db, recordId }) => seesDispute(db, recordId), [
  ...viewPermissions.operator,
  ...viewPermissions.merchant,
])
registerAuditGuard('payment', async (db, id) => (await findHeader(db, id)) !== undefined, [
  'CRM.Transaction.View',
  'Platform.Transaction.Lookup',
])

type UserContext = Context<UserCaller>

async function headerOf(db: Db, id: string): Promise<PaymentHeader> {
  const header = await findHeader(db, id)
  if (header === undefined) throw notFound('The payment')
  return header
}

const isMerchant = ({ caller }: UserContext) => caller.userType === 'merchant'

async function readDetails(id: string, context: UserContext): Promise<PaymentDetails> {
  const { db, caller, now } = context
  const [view, header] = await Promise.all([readPaymentView(db, id, now), headerOf(db, id)])
  const hasPayout = view.actions.some((one) => one.action === 'approvePayout' && one.isAllowed)
  const payout = hasPayout ? await findWaitingPayout(db, header) : undefined
  const at = { amountMinor: view.amount, createdAt: new Date(view.createdAt) }
  const storedCardId = view.storedCard?.id
  const [
    blockedBy,
    cardRestriction,
    cardCounted,
    reasonRequiredFor,
    duplicates,
    disputes,
    refundInDispute,
    storedCard,
  ] = await Promise.all([
    blockedByOf(view.tenantId, header, context),
    restrictionOf(header, context),
    isCounted(header, context),
    actionsNeedingReason(db, view.tenantId),
    mayBeDouble(view.status) ? listDuplicates(db, header, at) : [],
    view.disputeState === null ? [] : listDisputeViews(db, id),
    isDisputeOpen(view.disputeState) ? readDisputeRefundRule(db, view) : null,
    storedCardId ? findStoredCard(db, storedCardId) : undefined,
  ])
  return {
    ...view,
    midCode: isMerchant(context) ? null : header.mid_code,
    tenantName: header.tenant_name,
    merchantName: header.merchant_name,
    websiteName: header.website_name,
    linkId: header.link_id,
    blockedBy,
    cardRestriction,
    isCardCounted: cardCounted,
    reasonRequiredFor,
    refundInDispute,
    consentedAt: storedCard?.consentedAt.toISOString() ?? null,
    duplicates: duplicates.map(duplicateOf),
    disputes,
    holdReason:
      isMerchant(context) || view.status !== 'waiting_for_approval' ? null : header.hold_reason,
    waitingPayout: payout === undefined ? null : waitingPayoutOf(payout),
    actions: permittedActions(
      withoutRefunds(view.actions, refundInDispute),
      caller,
      payout?.actor_id ?? null,
    ),
  }
}

async function blockedByOf(
  tenantId: string,
  { merchant_id: merchantId, card_token: cardToken }: PaymentHeader,
  context: UserContext,
): Promise<string | null> {
  if (cardToken === null) return null
  const { db, caller, now } = context
  const seeing = isMerchant(context)
    ? merchantBlacklist.merchants?.permission
    : blacklist.permissions.view
  if (seeing?.some((one) => caller.permissions.has(one)) !== true) return null
  const list = isMerchant(context) ? 'merchant_blacklist_entry' : 'blacklist_entry'
  return findBlockedCard(db, { tenantId, merchantId, cardToken }, list, now)
}

async function restrictionOf(
  { merchant_id: merchantId, mode, card_token: cardToken }: PaymentHeader,
  context: UserContext,
): Promise<PaymentDetails['cardRestriction']> {
  if (isMerchant(context) || cardToken === null) return null
  const found = await findRestriction(context.db, { merchantId, mode, cardToken }, context.now)
  if (found === undefined) return null
  const { paymentId, placedAt, expiresAt } = found
  return { paymentId, placedAt: placedAt.toISOString(), expiresAt: expiresAt.toISOString() }
}

async function isCounted(
  { id, merchant_id: merchantId, mode, card_token: cardToken }: PaymentHeader,
  context: UserContext,
): Promise<boolean> {
  if (isMerchant(context) || cardToken === null) return false
  return isCardCounted(context.db, id, { merchantId, mode, cardToken }, context.now)
}

function sideRoutes(calls: typeof operatorDetails): Route[] {
  return [
    route(calls.row, async ({ params }, { db }) => {
      const row = await findPayment(db, params.id)
      if (row === undefined) throw notFound('The payment')
      return row
    }),
    route(calls.details, ({ params }, context) => readDetails(params.id, context)),
    route(calls.events, async ({ params, query }, { db }) => {
      const header = await headerOf(db, params.id)
      const [rows, count] = await Promise.all([
        listEvents(db, header, pageOf(query)),
        countOf(db, 'payment_event', header),
      ])
      return { data: rows.map(eventOf), count }
    }),
    route(calls.event, async ({ params }, { db }) => {
      const row = await findEvent(db, params.eventId)
      if (row === undefined) throw notFound('The event')
      return eventOf(row)
    }),
    route(calls.related, async ({ params }, { db }) =>
      (await listRelated(db, await headerOf(db, params.id))).map(relatedOf),
    ),
    route(calls.relatedOne, async ({ params }, { db }) => {
      const row = await findRelated(db, params.id)
      // the caller may be limited to other methods or providers
      if (row === undefined || !(await findHeader(db, row.payment_id))) throw notFound('The record')
      return relatedOf(row)
    }),
    route(calls.cascading, async ({ params }, context) => {
      const rows = await listAttempts(context.db, await headerOf(context.db, params.id))
      const attempts = rows.map(attemptOf)
      return isMerchant(context) ? attempts.map((one) => ({ ...one, midCode: null })) : attempts
    }),
    route(calls.apiLogs, async ({ params }, context) =>
      listCallsOfPayment(context, await headerOf(context.db, params.id)),
    ),
    route(calls.apiLog, ({ params }, context) => readApiCall(context, params.logId)),
    route(calls.fees, async ({ params, query }, { db }) => {
      const header = await headerOf(db, params.id)
      const [rows, count] = await Promise.all([
        listFeeRows(db, header, pageOf(query)),
        countOf(db, 'payment_fee', header),
      ])
      const data = rows.map((row) => ({
        id: row.id,
        feeType: row.fee_type,
        basisPoints: row.basis_points,
        fixedAmount: Number(row.fixed_minor),
        amount: Number(row.amount_minor),
        currency: row.currency,
        operationId: row.operation_id,
        createdAt: row.created_at.toISOString(),
      }))
      return { data, count }
    }),
  ]
}

export const routes: Route[] = [
  ...sideRoutes(operatorDetails),
  ...sideRoutes(merchantDetails),
  route(listRoutingLogs, async ({ params }, { db }) => {
    const header = await headerOf(db, params.id)
    const isWhole = params.x === 'all' || params.x === params.id || /^-?\d+$/.test(params.x)
    return (await listRoutings(db, header, isWhole ? undefined : params.x)).map(routingOf)
  }),
  route(listAlerts, async ({ params }, { db }) => {
    const rows = await listAlertRows(db, await headerOf(db, params.id))
    return rows.map((row) => ({
      id: row.id,
      rule: row.rule,
      outcome: row.outcome as Alert['outcome'],
      message: row.message,
      isShadow: row.isShadow,
      ruleId: row.rule_id,
      owner: row.owner as Alert['owner'],
      ruleVersion: row.rule_version,
      createdAt: row.created_at.toISOString(),
    }))
  }),
  route(listAntifraudLogs, async ({ params }, { db }) =>
    listScreeningCalls(db, await headerOf(db, params.id)),
  ),
  route(listAccountingEntries, async ({ params }, { db, caller }) => {
    const header = await headerOf(db, params.id)
    if (header.merchant_id !== params.customerId) throw notFound('The payment')
    const rows = await listEntryRows(db, header)
    return rows.map((row) => ({
      id: row.id,
      postingId: row.posting_id,
      account: row.account,
      ledgerAccount:
        caller.userType === 'merchant' || row.code === null
          ? null
          : { code: row.code, name: row.name ?? '' },
      amount: Number(row.amount_minor),
      currency: row.currency,
      eventId: row.event_id,
      createdAt: row.created_at.toISOString(),
    }))
  }),
]
