import type { Payment as PaymentRow } from '@counterfoil/database/rows.generated.ts'
import type { LedgerAccounts } from '@counterfoil/features/accounting/ledger/ledger.rules.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { within, withinPayments } from '@counterfoil/kit/database/within.ts'
import type { Selectable } from 'kysely'
import { openStates, sentStates } from './outcome.rules.ts'
import type { OperationKind, OperationState } from './payment.rules.ts'
import type { Payment } from './payment-views.rules.ts'
import type {
  DisputeState,
  NextAction,
  PaymentChannel,
  PaymentMethod,
  PaymentStatus,
} from './payments.schema.ts'

/** What was asked of a payment. */
export interface Operation {
  readonly id: string
  readonly paymentId: string
  readonly kind: OperationKind
  readonly state: OperationState
  readonly amountMinor: bigint
  readonly currency: string
  readonly reason: string | null
  readonly declineReason: string | null
  readonly nextCheckAt: Date | null
  readonly checks: number
  /** Who asked for it. */
  readonly actorId: string | null
  readonly createdAt: Date
}

/** A payment, locked until the transaction ends: whoever wants to change it waits, and then sees what was done. */
export async function lockPayment(db: Db, id: string): Promise<Payment | undefined> {
  const row = await db
    .selectFrom('payment')
    .selectAll()
    .where(withinPayments(db, 'payment'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && paymentOf(row, [])
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
  if (search.after !== undefined) query = query.where('id', '<', search.after)
  const rows = await query.orderBy('id', 'desc').limit(search.limit).execute()
  return rows.map((row) => paymentOf(row, []))
}

/** The operations of a payment whose outcome is open. */
export async function listOpenOperations(db: Db, paymentId: string): Promise<Operation[]> {
  return operations(db)
    .where('payment_id', '=', paymentId)
    .where('state', 'in', openStates)
    .execute()
}

export async function findOperation(db: Db, id: string): Promise<Operation | undefined> {
  return operations(db).where('id', '=', id).executeTakeFirst()
}

/** Open operations whose next check is due, of all payments of the tenant. */
export async function listDueOperations(db: Db, at: Date, limit: number): Promise<Operation[]> {
  return operations(db)
    .where('state', 'in', sentStates)
    .where('next_check_at', '<=', at)
    .orderBy('next_check_at')
    .limit(limit)
    .execute()
}

export interface DueDispute {
  readonly id: string
  readonly paymentId: string
  readonly respondBy: Date
}

/** Open disputes whose answer was due before an instant, of all payments of the tenant. */
export async function listDueDisputes(db: Db, at: Date, limit: number): Promise<DueDispute[]> {
  return db
    .selectFrom('dispute')
    .select(['id', 'payment_id as paymentId', 'respond_by as respondBy'])
    .where(within(db, 'dispute'))
    .where('state', '=', 'opened')
    .where('respond_by', '<', at)
    .orderBy('respond_by')
    .limit(limit)
    .execute()
}

function operations(db: Db) {
  return db
    .selectFrom('payment_operation')
    .select([
      'id',
      'payment_id as paymentId',
      'kind',
      'state',
      'amount_minor as amountMinor',
      'currency',
      'reason',
      'decline_reason as declineReason',
      'next_check_at as nextCheckAt',
      'checks',
      'actor_id as actorId',
      'created_at as createdAt',
    ])
    .where(within(db, 'payment_operation'))
    .$narrowType<{ kind: OperationKind; state: OperationState }>()
}

export interface Attempt {
  readonly id: string
  readonly provider: string
  readonly startedAt: Date
}

/** The call to an acquirer that an open operation waits for; undefined when nothing was sent. */
export async function findOpenAttempt(db: Db, operationId: string): Promise<Attempt | undefined> {
  return db
    .selectFrom('payment_attempt')
    .select(['id', 'provider', 'started_at as startedAt'])
    .where(within(db, 'payment_attempt'))
    .where('operation_id', '=', operationId)
    .where('state', 'in', ['sent', 'unknown', 'challenge', 'pending'])
    .orderBy('sequence', 'desc')
    .executeTakeFirst()
}

/** What an order is checked against: its merchant, the tenant's day, and the currency. */
export interface Account {
  readonly name: string
  readonly merchantStatus: string
  readonly processingStatus: string
  readonly approvalThresholdMinor: bigint | null
  readonly homeCurrency: string
  readonly timeZone: string
  /** Null: there is no such currency. */
  readonly currency: string | null
  /** Changes with every change of what is kept of the tenant's settings. */
  readonly settingsVersion: number
  readonly isWebsiteActive: boolean | null
  /** Of the card's first digits. */
  readonly cardType: string | null
  readonly cardIssuer: string | null
  readonly cardIssuerCountry: string | null
}

export async function findAccount(
  db: Db,
  {
    merchantId,
    currency,
    websiteId,
    first6,
  }: {
    readonly merchantId: string
    readonly currency: string
    readonly websiteId?: string | undefined
    readonly first6?: string | undefined
  },
): Promise<Account | undefined> {
  return db
    .selectFrom('merchant')
    .innerJoin('tenant', 'tenant.id', 'merchant.tenant_id')
    .leftJoin('currency', (join) => join.on('currency.code', '=', currency))
    .leftJoin('website', (join) =>
      join
        .onRef('website.tenant_id', '=', 'merchant.tenant_id')
        .onRef('website.merchant_id', '=', 'merchant.id')
        .on('website.id', '=', websiteId ?? null),
    )
    .leftJoin('card_bin', (join) =>
      join.on('card_bin.code', '=', first6 ?? null).on('card_bin.is_active', '=', true),
    )
    .select([
      'merchant.legal_business_name as name',
      'merchant.merchant_status as merchantStatus',
      'merchant.processing_status as processingStatus',
      'merchant.approval_threshold_minor as approvalThresholdMinor',
      'merchant.home_currency as homeCurrency',
      'tenant.time_zone as timeZone',
      'currency.code as currency',
      'tenant.settings_version as settingsVersion',
      'website.is_active as isWebsiteActive',
      'card_bin.card_type as cardType',
      'card_bin.issuer as cardIssuer',
      'card_bin.country as cardIssuerCountry',
    ])
    .where(within(db, 'merchant', 'id'))
    .where('merchant.id', '=', merchantId)
    .executeTakeFirst()
}

export interface TenantFacts {
  /** In which the tenant's days begin. */
  readonly timeZone: string
  /** As an account has it. */
  readonly settingsVersion: number
}

export function readTenantFacts(db: Db, tenantId: string): Promise<TenantFacts> {
  return db
    .selectFrom('tenant')
    .select(['time_zone as timeZone', 'settings_version as settingsVersion'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
}

export async function findMid(
  db: Db,
  id: string,
): Promise<{ id: string; midCode: string; descriptor: string } | undefined> {
  return db
    .selectFrom('mid')
    .select(['id', 'mid_code as midCode', 'descriptor'])
    .where(within(db, 'mid'))
    .where('id', '=', id)
    .executeTakeFirst()
}

/** A row in the product's words. */
export function paymentOf(row: Selectable<PaymentRow>, open: Payment['open']): Payment {
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
    externalId: row.external_id,
    websiteId: row.website_id,
    description: row.description,
    customerEmail: row.customer_email,
    customerCountry: row.customer_country,
    cardBrand: row.card_brand,
    cardFirst6: row.card_first6,
    cardLast4: row.card_last4,
    cardExpiryMonth: row.card_expiry_month,
    cardExpiryYear: row.card_expiry_year,
    cardToken: row.card_token,
    cardType: row.card_type,
    cardIssuer: row.card_issuer,
    cardIssuerCountry: row.card_issuer_country,
    provider: row.provider,
    midId: row.mid_id,
    acquirerReference: row.acquirer_reference,
    declineCode: row.decline_code,
    declineReason: row.decline_reason,
    holdReason: row.hold_reason,
    pendingOn: row.pending_on as Payment['pendingOn'],
    nextAction: row.next_action as NextAction | null,
    channel: row.channel as PaymentChannel,
    businessDay: row.business_day,
    ledgerAccounts: row.ledger_accounts as LedgerAccounts | null,
    settingsVersion: null,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    open,
  }
}
