import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import type { Payment } from './payment-views.rules.ts'

/** The account that an order is checked against: its merchant, tenant, website and currency. */
export interface Account {
  readonly name: string
  readonly merchantStatus: string
  readonly processingStatus: string
  readonly approvalThresholdMinor: bigint | null
  readonly homeCurrency: string
  readonly timeZone: string
  readonly isTenantActive: boolean
  /** Null for an unknown currency. */
  readonly currency: string | null
  /** Incremented by every change of the tenant's cached settings. */
  readonly settingsVersion: number
  readonly isWebsiteActive: boolean | null
  /** From the table of card number ranges. */
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
      'tenant.is_active as isTenantActive',
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
      partial_approval: payment.partialApproval,
      external_id: payment.externalId,
      website_id: payment.websiteId,
      page_id: payment.pageId,
      description: payment.description,
      return_url: payment.returnUrl,
      order_type: payment.orderType,
      metadata: payment.metadata === null ? null : JSON.stringify(payment.metadata),
      customer_email: payment.customerEmail,
      customer_country: payment.customerCountry,
      customer_ip: payment.customerIp,
      customer_device: payment.customerDevice,
      card_brand: payment.cardBrand,
      card_first6: payment.cardFirst6,
      card_last4: payment.cardLast4,
      card_expiry_month: payment.cardExpiryMonth,
      card_expiry_year: payment.cardExpiryYear,
      card_token: payment.cardToken,
      card_type: payment.cardType,
      card_issuer: payment.cardIssuer,
      card_issuer_country: payment.cardIssuerCountry,
      stored_card_id: payment.storedCardId,
      credential_use: payment.credentialUse,
      initiator: payment.initiator,
      merchant_reason: payment.merchantReason,
      first_scheme_transaction_id: payment.firstSchemeTransactionId,
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
