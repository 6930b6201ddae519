import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { type RawBuilder, sql } from 'kysely'

/** Totals are of so many payments at most, records of the newest. */
export const maxCounted = 100_000
const newest = 100

export interface PayerSums {
  readonly currency: string
  readonly payments: bigint
  readonly amount: bigint
  readonly captured: bigint
  readonly refunded: bigint
  readonly disputed: bigint
}

/** `ofPayer`: what holds of the payer's payments (linked-payments). */
export async function sumPayer(db: Db, ofPayer: RawBuilder<unknown>): Promise<PayerSums[]> {
  const { rows } = await sql<PayerSums>`
    select currency, count(*)::bigint as payments, sum(amount_minor)::bigint as amount,
      sum(captured_minor)::bigint as captured, sum(refunded_minor)::bigint as refunded,
      sum(disputed_minor)::bigint as disputed
    from (
      select p.currency, p.amount_minor, p.captured_minor, p.refunded_minor, p.disputed_minor
      from payment as p where ${ofPayer} limit ${maxCounted + 1}
    ) as counted
    group by currency order by payments desc, currency`.execute(db)
  return rows
}

export interface PayerPayment {
  readonly customer_email: string | null
  readonly customer_email_key: string | null
  readonly card_token: string | null
  readonly card_brand: string | null
  readonly card_first6: string | null
  readonly card_last4: string | null
  readonly card_expiry_month: number | null
  readonly card_expiry_year: number | null
  readonly id: string
  readonly external_id: string | null
  readonly merchant_name: string
  readonly status: string
  readonly amount_minor: bigint
  readonly currency: string
  readonly created_at: Date
}

export async function listPayerPayments(
  db: Db,
  ofPayer: RawBuilder<unknown>,
): Promise<PayerPayment[]> {
  const { rows } = await sql<PayerPayment>`
    select p.id, p.external_id, m.legal_business_name as merchant_name, p.status, p.amount_minor, p.currency,
      p.created_at, p.customer_email, p.customer_email_key, p.card_token, p.card_brand, p.card_first6, p.card_last4,
      p.card_expiry_month, p.card_expiry_year
    from payment as p join merchant as m on m.tenant_id = p.tenant_id and m.id = p.merchant_id
    where ${ofPayer} order by p.id desc limit ${newest}`.execute(db)
  return rows
}

export interface PayerRecord {
  readonly id: string
  readonly payment_id: string
  readonly state: string
  readonly reason: string | null
  readonly amount_minor: bigint
  readonly currency: string
  readonly created_at: Date
}

export async function listRefunds(
  db: Db,
  tenantId: string,
  paymentIds: readonly string[],
): Promise<PayerRecord[]> {
  const { rows } = await sql<PayerRecord>`
    select o.id, o.payment_id, o.state, coalesce(o.reason, o.decline_reason) as reason, o.amount_minor, o.currency,
      o.created_at
    from payment_operation as o where ${within(db, 'o')} and o.tenant_id = ${tenantId}::uuid
      and o.payment_id = any (${paymentIds}::uuid[]) and o.kind = 'refund'
    order by o.id desc`.execute(db)
  return rows
}

export async function listDisputes(
  db: Db,
  tenantId: string,
  paymentIds: readonly string[],
): Promise<(PayerRecord & { readonly reason: string; readonly respond_by: Date | null })[]> {
  const { rows } = await sql<PayerRecord & { reason: string; respond_by: Date | null }>`
    select d.id, d.payment_id, d.state, d.reason, d.amount_minor, d.currency, d.opened_at as created_at, d.respond_by
    from dispute as d where ${within(db, 'd')} and d.tenant_id = ${tenantId}::uuid
      and d.payment_id = any (${paymentIds}::uuid[])
    order by d.id desc`.execute(db)
  return rows
}
