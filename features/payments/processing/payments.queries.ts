import type { Payment as PaymentRow } from '@counterfoil/database/rows.generated.ts'
import type { LedgerAccounts } from '@counterfoil/features/accounting/ledger/ledger.rules.ts'
import type { ThreeDSecure } from '@counterfoil/features/payments/authentication/authentication.schema.ts'
import type { NextAction } from '@counterfoil/features/payments/cards/next-action.schema.ts'
import type { DeclineAdvice } from '@counterfoil/features/payments/error-mappings/error-mappings.schema.ts'
import { localDay } from '@counterfoil/kit/contract/calendar-days.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId, timeOfId } from '@counterfoil/kit/database/ids.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within, withinPayments } from '@counterfoil/kit/database/within.ts'
import type { Selectable } from 'kysely'
import { type Cause, storedCause } from './causes.rules.ts'
import { type Actor, listOpenOperations, type Operation } from './operations.queries.ts'
import type { Payment } from './payment-views.rules.ts'
import type {
  DisputeState,
  PaymentChannel,
  PaymentMethod,
  PaymentStatus,
} from './payments.schema.ts'

// Several rows of a table go in one statement; callers send independent statements together.

/** A payment with its open operations, and the tenant's business day. */
export interface PaymentWithOperations {
  readonly payment: Payment
  readonly operations: readonly Operation[]
  readonly today: string
  readonly timeZone: string
}

interface TenantClock {
  readonly tenantId: string
  readonly now: () => Date
}

/** Locks a payment and reads its open operations; undefined if the caller does not see it. */
export async function lockPaymentWithOperations(
  db: Db,
  engine: TenantClock,
  paymentId: string,
): Promise<PaymentWithOperations | undefined> {
  // the statements are sent together and run in order, so the others are read after the payment is locked
  const [payment, operations, lastEventAt, tenant] = await Promise.all([
    lockPayment(db, paymentId),
    listOpenOperations(db, paymentId),
    findLastEventAt(db, paymentId),
    readTenantFacts(db, engine.tenantId),
  ])
  return payment && withOperations({ ...payment, lastEventAt }, operations, engine.now(), tenant)
}

/** Reads the same without a lock. */
export async function findPaymentWithOperations(
  db: Db,
  engine: TenantClock,
  paymentId: string,
): Promise<PaymentWithOperations | undefined> {
  const [payment, operations, tenant] = await Promise.all([
    findPaymentRow(db, paymentId),
    listOpenOperations(db, paymentId),
    readTenantFacts(db, engine.tenantId),
  ])
  return payment && withOperations(payment, operations, engine.now(), tenant)
}

const withOperations = (
  payment: Payment,
  operations: readonly Operation[],
  now: Date,
  { timeZone, settingsVersion }: TenantFacts,
): PaymentWithOperations => ({
  payment: { ...payment, open: operations, settingsVersion },
  operations,
  today: localDay(now, timeZone),
  timeZone,
})

/** Locks the payment until the transaction ends. */
async function lockPayment(db: Db, id: string): Promise<Payment | undefined> {
  const row = await db
    .selectFrom('payment')
    .selectAll()
    .where(withinPayments(db, 'payment'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && paymentOf(row, [])
}

async function findLastEventAt(db: Db, paymentId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('payment_event')
    .select('id')
    .where(within(db, 'payment_event'))
    .where('payment_id', '=', paymentId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : timeOfId(row.id)
}

export async function findPaymentRow(db: Db, id: string): Promise<Payment | undefined> {
  const row = await db
    .selectFrom('payment')
    .selectAll()
    .where(withinPayments(db, 'payment'))
    .where('id', '=', id)
    .executeTakeFirst()
  return row && paymentOf(row, [])
}

/** A merchant's payments in one mode, newest first, after a cursor. */
export async function listMerchantPayments(
  db: Db,
  search: {
    readonly merchantId: string
    readonly mode: Mode
    readonly externalId: string | undefined
    readonly status?: PaymentStatus | undefined
    readonly currency?: string | undefined
    /** From this instant, and before the other. */
    readonly createdFrom?: Date | undefined
    readonly createdTo?: Date | undefined
    readonly after: string | undefined
    readonly limit: number
  },
): Promise<Payment[]> {
  let query = db
    .selectFrom('payment')
    .selectAll()
    .where(withinPayments(db, 'payment'))
    .where('merchant_id', '=', search.merchantId)
    .where('mode', '=', search.mode)
  if (search.externalId !== undefined) query = query.where('external_id', '=', search.externalId)
  if (search.status !== undefined) query = query.where('status', '=', search.status)
  if (search.currency !== undefined) query = query.where('currency', '=', search.currency)
  // ids begin with the time, and their index serves the order too
  if (search.createdFrom !== undefined) query = query.where('created_at', '>=', search.createdFrom)
  if (search.createdTo !== undefined) query = query.where('created_at', '<', search.createdTo)
  if (search.after !== undefined) query = query.where('id', '<', search.after)
  const rows = await query.orderBy('id', 'desc').limit(search.limit).execute()
  return rows.map((row) => paymentOf(row, []))
}

/** Payments by their ids, the newest first; those that the caller does not see are left out. */
export async function listPaymentsById(db: Db, ids: readonly string[]): Promise<Payment[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('payment')
    .selectAll()
    .where(withinPayments(db, 'payment'))
    .where('id', 'in', [...ids])
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => paymentOf(row, []))
}

/** How a person captured a payment; undefined: its acquirer or a bank reported the money. */
export async function findSettlementByHand(
  db: Db,
  payment: Payment,
): Promise<{ readonly attemptId: string | null } | undefined> {
  if (payment.acquirerReference !== null) return undefined
  return db
    .selectFrom('payment_operation as o')
    .leftJoin('payment_attempt as a', (join) =>
      join
        .onRef('a.tenant_id', '=', 'o.tenant_id')
        .onRef('a.payment_id', '=', 'o.payment_id')
        .onRef('a.operation_id', '=', 'o.id')
        .on('a.state', '=', 'approved'),
    )
    .select('a.id as attemptId')
    .where(within(db, 'o'))
    .where('o.payment_id', '=', payment.id)
    .where('o.kind', '=', 'authorise')
    .where('o.state', '=', 'succeeded')
    .where('o.money_place', 'is', null)
    .executeTakeFirst()
}

interface TenantFacts {
  readonly timeZone: string
  /** Incremented by every change of the tenant's cached settings. */
  readonly settingsVersion: number
}

function readTenantFacts(db: Db, tenantId: string): Promise<TenantFacts> {
  return db
    .selectFrom('tenant')
    .select(['time_zone as timeZone', 'settings_version as settingsVersion'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
}

/** Updates a payment that this transaction has locked. */
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
      stored_card_id: payment.storedCardId,
      scheme_transaction_id: payment.schemeTransactionId,
      three_d_secure: payment.threeDSecure === null ? null : JSON.stringify(payment.threeDSecure),
      first_try: payment.firstTry,
      answer_ms: payment.answerMs,
      decline_code: payment.declineCode,
      decline_reason: payment.declineReason,
      decline_advice: payment.declineAdvice === null ? null : JSON.stringify(payment.declineAdvice),
      hold_reason: payment.holdReason,
      pending_on: payment.pendingOn,
      next_action: payment.nextAction === null ? null : JSON.stringify(payment.nextAction),
      ...(payment.ledgerAccounts === null
        ? {}
        : { ledger_accounts: JSON.stringify(payment.ledgerAccounts) }),
      authorisation_expires_at: payment.authorisationExpiresAt,
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

function causeColumns(eventCause: string | Cause | null) {
  const { cause, causeCode, causeValues } = storedCause(eventCause)
  return {
    cause,
    cause_code: causeCode,
    cause_values: causeValues === null ? null : JSON.stringify(causeValues),
  }
}

/** A call to an acquirer or of a merchant. Its bodies are built from fields that may be stored. */
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
  /** Of a merchant's call. */
  readonly idempotencyKey?: string | undefined
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
        mode: payment.mode,
        method: call.method,
        url: call.url,
        request: JSON.stringify(call.request),
        response: JSON.stringify(call.response),
        status: call.status,
        duration_ms: call.durationMs,
        request_id: call.requestId,
        idempotency_key: call.idempotencyKey ?? null,
        created_at: at,
      })),
    )
    .execute()
}

function paymentOf(row: Selectable<PaymentRow>, open: Payment['open']): Payment {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    merchantId: row.merchant_id,
    mode: row.mode as Mode,
    status: row.status as PaymentStatus,
    method: row.method as PaymentMethod,
    currency: row.currency,
    amountMinor: row.amount_minor,
    authorisedMinor: row.authorised_minor,
    capturedMinor: row.captured_minor,
    refundedMinor: row.refunded_minor,
    voidedMinor: row.voided_minor,
    disputedMinor: row.disputed_minor,
    disputeState: row.dispute_state as DisputeState | null,
    autoCapture: row.auto_capture,
    partialApproval: row.partial_approval,
    externalId: row.external_id,
    websiteId: row.website_id,
    pageId: row.page_id,
    description: row.description,
    metadata: row.metadata as Payment['metadata'],
    returnUrl: row.return_url,
    orderType: row.order_type as Payment['orderType'],
    customerEmail: row.customer_email,
    customerCountry: row.customer_country,
    customerIp: row.customer_ip,
    customerDevice: row.customer_device,
    cardBrand: row.card_brand,
    cardFirst6: row.card_first6,
    cardLast4: row.card_last4,
    cardExpiryMonth: row.card_expiry_month,
    cardExpiryYear: row.card_expiry_year,
    cardToken: row.card_token,
    cardType: row.card_type,
    cardIssuer: row.card_issuer,
    cardIssuerCountry: row.card_issuer_country,
    storedCardId: row.stored_card_id,
    credentialUse: row.credential_use as Payment['credentialUse'],
    initiator: row.initiator as Payment['initiator'],
    merchantReason: row.merchant_reason as Payment['merchantReason'],
    schemeTransactionId: row.scheme_transaction_id,
    threeDSecure: row.three_d_secure as ThreeDSecure | null,
    firstSchemeTransactionId: row.first_scheme_transaction_id,
    provider: row.provider,
    midId: row.mid_id,
    acquirerReference: row.acquirer_reference,
    firstTry: row.first_try as Payment['firstTry'],
    answerMs: row.answer_ms,
    declineCode: row.decline_code,
    declineReason: row.decline_reason,
    declineAdvice: row.decline_advice as DeclineAdvice | null,
    holdReason: row.hold_reason,
    pendingOn: row.pending_on as Payment['pendingOn'],
    nextAction: row.next_action as NextAction | null,
    channel: row.channel as PaymentChannel,
    businessDay: row.business_day,
    ledgerAccounts: row.ledger_accounts as LedgerAccounts | null,
    settingsVersion: null,
    lastEventAt: null,
    authorisationExpiresAt: row.authorisation_expires_at,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    open,
  }
}
