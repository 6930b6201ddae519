import type { Db } from '@counterfoil/kit/database/database.ts'
import { withinPayments } from '@counterfoil/kit/database/within.ts'
import { type RawBuilder, sql } from 'kysely'
import { maxLinked, type PayerKey } from './linked-payments.contract.ts'

/** The payment that stands for its payer. */
export interface PayerOf {
  readonly tenant_id: string
  readonly mode: number
  readonly customer_email: string | null
  readonly customer_email_key: string | null
  readonly customer_ip: string | null
  readonly customer_device: string | null
  readonly card_token: string | null
  readonly card_brand: string | null
  readonly card_first6: string | null
  readonly card_last4: string | null
  readonly card_expiry_month: number | null
  readonly card_expiry_year: number | null
}

/** Undefined if the caller does not see the payment. */
export function findPayment(db: Db, id: string): Promise<PayerOf | undefined> {
  return db
    .selectFrom('payment as p')
    .select(['p.tenant_id', 'p.mode', 'p.customer_email', 'p.customer_email_key', 'p.card_token'])
    .select(['p.customer_ip', 'p.customer_device', 'p.card_brand', 'p.card_first6', 'p.card_last4'])
    .select(['p.card_expiry_month', 'p.card_expiry_year'])
    .where(withinPayments(db, 'p'))
    .where('p.id', '=', id)
    .executeTakeFirst()
}

/** What is the same; of a card, the last four digits are what has an index. */
const same: Readonly<Record<PayerKey, (payer: PayerOf) => RawBuilder<unknown>>> = {
  email: (payer) => sql`p.email_start = ${payer.customer_email_key}`,
  card: (payer) => sql`p.card_last4 = ${payer.card_last4} and p.card_token = ${payer.card_token}`,
  address: (payer) => sql`p.customer_ip = ${payer.customer_ip}`,
  device: (payer) => sql`p.customer_device = ${payer.customer_device}`,
}

/** Payments of the same e-mail, card, address or device that the caller sees. */
export function ofPayer(db: Db, payer: PayerOf, by: PayerKey): RawBuilder<unknown> {
  return sql`${withinPayments(db, 'p')} and p.tenant_id = ${payer.tenant_id}::uuid
    and p.mode = ${payer.mode}::smallint and ${same[by](payer)}`
}

export interface LinkSums {
  readonly payments: number
  readonly refused: number
  readonly disputed: number
  readonly cards: number
  readonly emails: number
}

/** What became of the newest others of the same e-mail, card, address or device. */
export async function sumLink(
  db: Db,
  { id, ...payer }: PayerOf & { readonly id: string },
  by: PayerKey,
): Promise<LinkSums | undefined> {
  const { rows } = await sql<LinkSums>`
    select count(*)::int as payments, count(distinct card_token)::int as cards,
      count(distinct customer_email_key)::int as emails,
      count(*) filter (where status in ('declined', 'blocked', 'failed'))::int as refused,
      count(*) filter (where dispute_state is not null)::int as disputed
    from (
      select p.status, p.dispute_state, p.card_token, p.customer_email_key
      from payment as p where ${ofPayer(db, payer, by)} and p.id <> ${id}::uuid
      order by p.id desc limit ${maxLinked}
    ) as linked`.execute(db)
  return rows[0]
}
