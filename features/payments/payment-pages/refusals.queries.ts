import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { type RawBuilder, sql } from 'kysely'
import { type RecentTries, refusalsOf, watchedMs } from './payment-pages.rules.ts'

/**
 * The latest tries that are looked at of a page, an address and a card. What the limits ask for stands among fewer, and a page
 * that thousands pay on costs no more than another one.
 */
const looked = 200

type Kind = keyof RecentTries

interface Counted {
  readonly kind: Kind
  readonly refused: number
  readonly taken: number
  readonly lastAt: Date | null
}

/** What payers tried within the last hour at a merchant's pages: on one page, from one address, and with one card. */
export async function readTries(
  db: Db,
  of: {
    readonly merchantId: string
    readonly pageId: string
    readonly addressHash: string
    readonly cardHash: string | null
  },
  now: Date,
): Promise<RecentTries> {
  const since = new Date(now.getTime() - watchedMs)
  const by: (readonly [Kind, RawBuilder<unknown>])[] = [
    ['page', sql`o.page_id = ${of.pageId}`],
    ['address', sql`o.address_hash = ${of.addressHash}`],
    ...(of.cardHash === null ? [] : [['card', sql`o.card_hash = ${of.cardHash}`] as const]),
  ]
  const parts = by.flatMap(([kind, is]) => [
    // ids are ordered by time
    sql`select ${sql.lit(kind)} as kind, t.created_at, p.status in ('declined', 'failed', 'blocked') as refused,
        p.authorised_minor > 0 as taken
      from (select o.tenant_id, o.payment_id, o.created_at from payment_page_payment o
        where ${within(db, 'o')} and o.merchant_id = ${of.merchantId} and ${is}
        order by o.payment_id desc limit ${sql.lit(looked)}) t
      join payment p on p.tenant_id = t.tenant_id and p.id = t.payment_id where t.created_at > ${since}`,
    sql`select ${sql.lit(kind)} as kind, t.created_at, coalesce(c.verification in ('declined', 'failed'), true) as refused,
        coalesce(c.verification = 'approved', false) as taken
      from (select o.tenant_id, o.stored_card_id, o.created_at from payment_page_card o
        where ${within(db, 'o')} and o.merchant_id = ${of.merchantId} and ${is}
        order by o.id desc limit ${sql.lit(looked)}) t
      left join stored_card c on c.tenant_id = t.tenant_id and c.id = t.stored_card_id where t.created_at > ${since}`,
  ])
  const { rows } = await sql<Counted>`select kind, count(*) filter (where refused)::int as refused,
      count(*) filter (where taken)::int as taken, max(created_at) filter (where refused) as "lastAt"
    from (${sql.join(parts, sql` union all `)}) tries group by kind`.execute(db)
  const triesOf = (kind: Kind) => rows.find((one) => one.kind === kind)
  return {
    page: refusalsOf(triesOf('page'), 'page'),
    address: refusalsOf(triesOf('address'), 'address'),
    card: refusalsOf(triesOf('card'), 'card'),
  }
}
