import type { Db } from '@counterfoil/kit/database/database.ts'
import { contains } from '@counterfoil/kit/database/folded-text.ts'
import { within, withinAboutPayments, withinPayments } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'

/** The place of a merchant in the list. */
export interface MerchantKey {
  readonly tenantId: string
  readonly name: string
  readonly id: string
}

export interface MerchantsAsked {
  readonly tenantId: string | undefined
  readonly searchKey: string | undefined
  readonly after: MerchantKey | undefined
  readonly limit: number
}

export type SetupMerchant = Awaited<ReturnType<typeof listSetupMerchants>>[number]

/** A page of merchants, one tenant after another, with what the engine knows of their accounts. */
export function listSetupMerchants(db: Db, { tenantId, searchKey, after, limit }: MerchantsAsked) {
  return db
    .selectFrom('merchant as m')
    .innerJoin('tenant as t', 't.id', 'm.tenant_id')
    .select([
      'm.id',
      'm.tenant_id as tenantId',
      't.name as tenantName',
      'm.legal_business_name as name',
      'm.merchant_status as merchantStatus',
      'm.processing_status as processingStatus',
      'm.approval_threshold_minor as approvalThresholdMinor',
      'm.home_currency as homeCurrency',
      't.time_zone as timeZone',
      't.is_active as isTenantActive',
      't.settings_version as settingsVersion',
    ])
    .where(within(db, 'm', 'id'))
    .$if(tenantId !== undefined, (query) => query.where('m.tenant_id', '=', tenantId ?? ''))
    .$if(Boolean(searchKey), (query) =>
      query.where(contains(sql`m.legal_business_name`, searchKey)),
    )
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(m.tenant_id, m.legal_business_name, m.id) >
          (${after?.tenantId ?? null}::uuid, ${after?.name ?? ''}, ${after?.id ?? null}::uuid)`,
      ),
    )
    .orderBy('m.tenant_id')
    .orderBy('m.legal_business_name')
    .orderBy('m.id')
    .limit(limit)
    .execute()
}

export async function listCurrencyCodes(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('currency').select('code').execute()
  return new Set(rows.map(({ code }) => code))
}

/** What is known of a card by its first digits; undefined: nothing. */
export function findCardRange(db: Db, first6: string) {
  return db
    .selectFrom('card_bin')
    .select(['card_type as cardType', 'issuer as cardIssuer', 'country as cardIssuerCountry'])
    .where('code', '=', first6)
    .where('is_active', '=', true)
    .executeTakeFirst()
}

// A test payment and what followed from it. The tenant is named besides, so that reads across tenants use the index.

/** Undefined if the caller does not see it, or if it is none of the tool's. */
export function findTestPayment(db: Db, id: string, madeBy: string) {
  return db
    .selectFrom('payment as p')
    .select([
      'p.id',
      'p.tenant_id as tenantId',
      'p.merchant_id as merchantId',
      'p.status',
      'p.amount_minor as amountMinor',
      'p.captured_minor as capturedMinor',
      'p.currency',
      'p.decline_code as declineCode',
      'p.decline_reason as declineReason',
      'p.hold_reason as holdReason',
      'p.created_at as createdAt',
    ])
    .where(withinPayments(db, 'p'))
    .where('p.id', '=', id)
    .where('p.mode', '=', 1)
    .where(sql<boolean>`p.metadata ->> 'madeBy' = ${madeBy}`)
    .executeTakeFirst()
}

export type TestPaymentRow = NonNullable<Awaited<ReturnType<typeof findTestPayment>>>
type PaymentKey = Pick<TestPaymentRow, 'id' | 'tenantId'>

export function listFindings(db: Db, payment: PaymentKey) {
  return db
    .selectFrom('antifraud_alert')
    .select(['outcome', 'message'])
    .where(within(db, 'antifraud_alert'))
    .where('tenant_id', '=', payment.tenantId)
    .where('payment_id', '=', payment.id)
    .orderBy('id')
    .execute()
}

export function listTestAttempts(db: Db, payment: PaymentKey) {
  return db
    .selectFrom('payment_attempt as a')
    .leftJoin('mid', (join) =>
      join.onRef('mid.tenant_id', '=', 'a.tenant_id').onRef('mid.id', '=', 'a.mid_id'),
    )
    .select([
      'a.provider',
      'mid.mid_code as midCode',
      'a.state',
      'a.decline_code as declineCode',
      'a.decline_reason as declineReason',
      'a.started_at as startedAt',
      'a.finished_at as finishedAt',
    ])
    .where(within(db, 'a'))
    .where('a.tenant_id', '=', payment.tenantId)
    .where('a.payment_id', '=', payment.id)
    .orderBy('a.operation_id')
    .orderBy('a.sequence')
    .execute()
}

export function listEntries(db: Db, payment: PaymentKey) {
  return db
    .selectFrom('ledger_entry as e')
    .select(['e.posting_id as postingId', 'e.created_at as createdAt'])
    .where(within(db, 'e'))
    .where('e.tenant_id', '=', payment.tenantId)
    .where('e.payment_id', '=', payment.id)
    .orderBy('e.created_at')
    .execute()
}

export function listMessages(db: Db, payment: PaymentKey) {
  return db
    .selectFrom('webhook_delivery as d')
    .select(['d.state', 'd.event_type as eventType', 'd.delivered_at as deliveredAt'])
    .where(withinAboutPayments(db, 'd'))
    .where('d.tenant_id', '=', payment.tenantId)
    .where('d.payment_id', '=', payment.id)
    .orderBy('d.id')
    .execute()
}
