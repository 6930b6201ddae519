import { modeNameOf } from '@counterfoil/kit/contract/fields.ts'
import type { PaymentRow, RequestRow } from './lookup.contract.ts'
import type { PaymentListRow, RequestListRow } from './lookup.queries.ts'

/** A row of the response. */
export function paymentRowOf(row: PaymentListRow): PaymentRow {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    tenantName: row.tenant_name,
    merchantId: row.merchant_id,
    merchantName: row.merchant_name,
    mode: modeNameOf(row.mode),
    status: row.status as PaymentRow['status'],
    method: row.method as PaymentRow['method'],
    currency: row.currency,
    amount: Number(row.amount_minor),
    authorisedAmount: Number(row.authorised_minor),
    capturedAmount: Number(row.captured_minor),
    refundedAmount: Number(row.refunded_minor),
    voidedAmount: Number(row.voided_minor),
    disputedAmount: Number(row.disputed_minor),
    disputeState: row.dispute_state as PaymentRow['disputeState'],
    externalId: row.external_id,
    websiteName: row.website_name,
    description: row.description,
    customerEmail: row.customer_email,
    customerCountry: row.customer_country,
    cardBrand: row.card_brand,
    cardFirst6: row.card_first6,
    cardLast4: row.card_last4,
    provider: row.provider,
    acquirerReference: row.acquirer_reference,
    declineReason: row.decline_reason,
    channel: row.channel as PaymentRow['channel'],
    businessDay: row.business_day,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

/** A row of the list of requests. */
export function requestRowOf(row: RequestListRow): RequestRow {
  return {
    ...paymentRowOf(row),
    requestId: row.request_id,
    sequence: row.sequence,
    operation: row.operation,
    requestState: row.request_state as RequestRow['requestState'],
    requestProvider: row.request_provider,
    requestReference: row.request_reference,
    requestReason: row.request_reason,
    sentAt: row.sent_at.toISOString(),
    answeredAt: row.answered_at?.toISOString() ?? null,
  }
}
