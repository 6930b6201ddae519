import type { Db } from '@counterfoil/kit/database/database.ts'
import { countRows, type Part } from '@counterfoil/kit/database/paging.ts'
import { within, withinPayments } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'

const held = (db: Db, mode: number) =>
  db
    .selectFrom('payment as p')
    .where(withinPayments(db, 'p'))
    .where('p.mode', '=', mode)
    .where('p.status', '=', sql.lit('waiting_for_approval'))

/** The oldest first. */
export const listHeld = (db: Db, mode: number, page: Part) =>
  held(db, mode)
    .innerJoin('tenant as t', 't.id', 'p.tenant_id')
    .innerJoin('merchant as m', (join) =>
      join.onRef('m.tenant_id', '=', 'p.tenant_id').onRef('m.id', '=', 'p.merchant_id'),
    )
    .select(['p.id', 't.name as tenant_name', 'm.legal_business_name as merchant_name'])
    .select(['p.amount_minor', 'p.currency', 'p.method', 'p.card_brand', 'p.card_last4'])
    .select(['p.customer_email', 'p.external_id', 'p.created_at', 'p.authorisation_expires_at'])
    .select(
      sql<string[]>`array(
        select distinct a.rule from antifraud_alert as a
        where ${within(db, 'a')} and a.tenant_id = p.tenant_id and a.payment_id = p.id and a.outcome = 'review'
        order by 1)`.as('rules'),
    )
    .orderBy('p.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

export function countHeld(db: Db, mode: number): Promise<number> {
  return countRows(held(db, mode))
}
