import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { countRows } from '@counterfoil/kit/database/paging.ts'
import { within, withinPayments } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'

export interface Waiting {
  readonly mode: Mode
  /** Of these payments alone. */
  readonly ids: readonly string[] | undefined
  /** Not those that this person requested. */
  readonly notBy?: string | undefined
}

/** Payouts that wait for approval, the oldest first. They are few and have their own index. */
export function listWaitingPayouts(
  db: Db,
  which: Waiting,
  page: { limit: number; offset: number },
) {
  return (
    waiting(db, which)
      .innerJoin('merchant as m', (join) =>
        join.onRef('m.tenant_id', '=', 'o.tenant_id').onRef('m.id', '=', 'o.merchant_id'),
      )
      .innerJoin('tenant as t', 't.id', 'o.tenant_id')
      // row-level security hides the tenant's staff from merchants, so their names are null there
      .leftJoin('app_user as u', (join) =>
        join
          .onRef('u.tenant_id', '=', 'o.tenant_id')
          .on(sql`u.id::text`, '=', sql.ref('o.actor_id')),
      )
      .select([
        'o.tenant_id as tenantId',
        'o.payment_id as id',
        'o.id as payoutId',
        'o.amount_minor as amountMinor',
        'o.currency',
        'o.reason',
        'o.actor_id as actorId',
        'o.created_at as createdAt',
        sql<string | null>`trim(u.first_name || ' ' || u.last_name)`.as('requestedBy'),
        't.name as tenantName',
        'm.legal_business_name as merchantName',
        'p.external_id as externalId',
        'p.customer_email as customerEmail',
        'p.method',
        'p.card_brand as cardBrand',
        'p.card_last4 as cardLast4',
      ])
      .orderBy('o.id')
      .limit(page.limit)
      .offset(page.offset)
      .execute()
  )
}

export function countWaitingPayouts(db: Db, which: Waiting): Promise<number> {
  return countRows(waiting(db, which))
}

const waiting = (db: Db, { mode, ids, notBy }: Waiting) =>
  db
    .selectFrom('payment_operation as o')
    .innerJoin('payment as p', (join) =>
      join.onRef('p.tenant_id', '=', 'o.tenant_id').onRef('p.id', '=', 'o.payment_id'),
    )
    .where(within(db, 'o'))
    .where(withinPayments(db, 'p'))
    .where('o.state', '=', sql.lit('held'))
    .where('p.mode', '=', mode)
    .$if(notBy !== undefined, (query) =>
      query.where((eb) =>
        eb.or([eb('o.actor_id', 'is', null), eb('o.actor_id', '!=', notBy ?? '')]),
      ),
    )
    .$if(ids !== undefined, (query) => query.where('o.payment_id', 'in', [...(ids ?? [])]))

/** Undefined if the caller does not see the merchant. */
export function findMerchant(db: Db, merchantId: string) {
  return db
    .selectFrom('merchant as m')
    .select(['m.tenant_id', 'm.legal_business_name'])
    .where(within(db, 'm', 'id'))
    .where('m.id', '=', merchantId)
    .executeTakeFirst()
}
