import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within, withinPayments } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'
import { type Cause, storedCause } from './causes.rules.ts'
import type { Payment } from './payment-views.rules.ts'
import type { DisputeOutcome } from './payments.schema.ts'

// Several rows of a table go in one statement; statements that do not need each other's answer are sent together by
// their callers.

export interface Actor {
  readonly type: 'api_key' | 'user' | 'system' | 'acquirer'
  readonly id: string | null
}

export async function insertPayment(db: Db, payment: Payment): Promise<void> {
  await db
    .insertInto('payment')
    .values({
      tenant_id: tenantOf(db),
      id: payment.id,
      merchant_id: payment.merchantId,
      mode: payment.mode,
      status: payment.status,
      method: payment.method,
      currency: payment.currency,
      amount_minor: payment.amountMinor,
      auto_capture: payment.autoCapture,
      external_id: payment.externalId,
      website_id: payment.websiteId,
      description: payment.description,
      customer_email: payment.customerEmail,
      customer_country: payment.customerCountry,
      card_brand: payment.cardBrand,
      card_first6: payment.cardFirst6,
      card_last4: payment.cardLast4,
      card_expiry_month: payment.cardExpiryMonth,
      card_expiry_year: payment.cardExpiryYear,
      card_token: payment.cardToken,
      card_type: payment.cardType,
      card_issuer: payment.cardIssuer,
      card_issuer_country: payment.cardIssuerCountry,
      provider: payment.provider,
      mid_id: payment.midId,
      decline_code: payment.declineCode,
      decline_reason: payment.declineReason,
      hold_reason: payment.holdReason,
      pending_on: payment.pendingOn,
      channel: payment.channel,
      business_day: payment.businessDay,
      created_at: payment.createdAt,
      updated_at: payment.updatedAt,
    })
    .execute()
}

/** Stores what changed of a payment that this transaction has locked. */
export async function updatePayment(db: Db, payment: Payment): Promise<void> {
  await db
    .updateTable('payment')
    .set({
      status: payment.status,
      authorised_minor: payment.authorisedMinor,
      captured_minor: payment.capturedMinor,
      refunded_minor: payment.refundedMinor,
      voided_minor: payment.voidedMinor,
      disputed_minor: payment.disputedMinor,
      dispute_state: payment.disputeState,
      provider: payment.provider,
      mid_id: payment.midId,
      acquirer_reference: payment.acquirerReference,
      decline_code: payment.declineCode,
      decline_reason: payment.declineReason,
      hold_reason: payment.holdReason,
      pending_on: payment.pendingOn,
      next_action: payment.nextAction === null ? null : JSON.stringify(payment.nextAction),
      ...(payment.ledgerAccounts === null
        ? {}
        : { ledger_accounts: JSON.stringify(payment.ledgerAccounts) }),
      version: payment.version,
      updated_at: payment.updatedAt,
    })
    .where(withinPayments(db, 'payment'))
    .where('id', '=', payment.id)
    .execute()
}

export interface NewEvent {
  readonly id: string
  readonly type: string
  readonly fromStatus: string | null
  readonly toStatus: string
  readonly operationId: string | null
  readonly amountMinor: bigint | null
  readonly cause: string | Cause | null
}

export async function insertEvents(
  db: Db,
  payment: Payment,
  events: readonly NewEvent[],
  actor: Actor,
  at: Date,
): Promise<void> {
  const tenantId = tenantOf(db)
  await db
    .insertInto('payment_event')
    .values(
      events.map((event) => ({
        ...causeColumns(event.cause),
        tenant_id: tenantId,
        id: event.id,
        payment_id: payment.id,
        merchant_id: payment.merchantId,
        operation_id: event.operationId,
        type: event.type,
        from_status: event.fromStatus,
        to_status: event.toStatus,
        amount_minor: event.amountMinor,
        actor_type: actor.type,
        actor_id: actor.id,
        created_at: at,
      })),
    )
    .execute()
}

function causeColumns(said: string | Cause | null) {
  const { cause, causeCode, causeValues } = storedCause(said)
  return {
    cause,
    cause_code: causeCode,
    cause_values: causeValues === null ? null : JSON.stringify(causeValues),
  }
}

/** A call to or from outside. Its bodies are made of fields that may be kept; nothing is cut out of them later. */
export interface ApiCall {
  readonly direction: 'inbound' | 'outbound'
  readonly peer: string
  readonly method: string
  readonly url: string
  readonly attemptId: string | null
  readonly request: unknown
  readonly response: unknown
  readonly status: number | null
  readonly durationMs: number
  readonly requestId: string | null
}

export async function insertApiCalls(
  db: Db,
  payment: Payment,
  calls: readonly ApiCall[],
  at: Date,
): Promise<void> {
  if (calls.length === 0) return
  const tenantId = tenantOf(db)
  await db
    .insertInto('api_log')
    .values(
      calls.map((call) => ({
        tenant_id: tenantId,
        id: newId(at),
        merchant_id: payment.merchantId,
        payment_id: payment.id,
        attempt_id: call.attemptId,
        direction: call.direction,
        peer: call.peer,
        method: call.method,
        url: call.url,
        request: JSON.stringify(call.request),
        response: JSON.stringify(call.response),
        status: call.status,
        duration_ms: call.durationMs,
        request_id: call.requestId,
        created_at: at,
      })),
    )
    .execute()
}

export interface NewDispute {
  readonly id: string
  readonly amountMinor: bigint
  readonly reasonCode: string
  readonly reason: string
  readonly respondBy: Date
}

/** False when the dispute was there before: acquirers tell of it until it is acknowledged. */
export async function insertDispute(
  db: Db,
  payment: Payment,
  dispute: NewDispute,
  at: Date,
): Promise<boolean> {
  const rows = await db
    .insertInto('dispute')
    .values({
      tenant_id: tenantOf(db),
      id: dispute.id,
      payment_id: payment.id,
      merchant_id: payment.merchantId,
      amount_minor: dispute.amountMinor,
      currency: payment.currency,
      reason_code: dispute.reasonCode,
      reason: dispute.reason,
      state: 'opened',
      opened_at: at,
      respond_by: dispute.respondBy,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(sql`1`.as('one'))
    .execute()
  return rows.length === 1
}

export interface OpenDispute {
  readonly id: string
  readonly amountMinor: bigint
}

/** The disputes of a payment that are open, oldest first. The payment is locked, so they stay as they are. */
export async function listOpenDisputes(db: Db, paymentId: string): Promise<OpenDispute[]> {
  return db
    .selectFrom('dispute')
    .select(['id', 'amount_minor as amountMinor'])
    .where(within(db, 'dispute'))
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'opened')
    .orderBy('id')
    .execute()
}

export async function endDispute(
  db: Db,
  id: string,
  state: DisputeOutcome,
  at: Date,
): Promise<void> {
  await db
    .updateTable('dispute')
    .set({ state, closed_at: at })
    .where(within(db, 'dispute'))
    .where('id', '=', id)
    .execute()
}
