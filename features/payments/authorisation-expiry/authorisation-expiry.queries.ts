import type { Db } from '@counterfoil/kit/database/database.ts'
import { withinPayments } from '@counterfoil/kit/database/within.ts'
import { type SqlBool, sql } from 'kysely'

/** The type of the event that says that an authorisation expires soon. */
export const expiringEvent = 'payment.expiring'

/** Ids of payments whose authorisation has expired, the oldest first and `without` those named. */
export function listExpired(
  db: Db,
  at: Date,
  { limit, without }: { readonly limit: number; readonly without: readonly string[] },
): Promise<{ id: string }[]> {
  return db
    .selectFrom('payment as p')
    .select('p.id')
    .where(withinPayments(db, 'p'))
    .where('p.authorisation_expires_at', '<=', at)
    .where(sql<SqlBool>`p.id <> all(${without}::uuid[])`)
    .orderBy('p.authorisation_expires_at')
    .limit(limit)
    .execute()
}

export interface Expiring {
  readonly id: string
  readonly merchantId: string
  readonly method: string
  readonly provider: string | null
  /** It waits for approval. */
  readonly isHeld: boolean
}

/** Payments whose authorisation expires between two instants that were not notified of yet. */
export function listExpiring(db: Db, from: Date, until: Date, limit: number): Promise<Expiring[]> {
  return db
    .selectFrom('payment as p')
    .select(['p.id', 'p.merchant_id as merchantId', 'p.method', 'p.provider'])
    .select(sql<boolean>`p.status = 'waiting_for_approval'`.as('isHeld'))
    .where(withinPayments(db, 'p'))
    .where('p.authorisation_expires_at', '>', from)
    .where('p.authorisation_expires_at', '<=', until)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_event as e')
            .select('e.id')
            .whereRef('e.tenant_id', '=', 'p.tenant_id')
            .whereRef('e.payment_id', '=', 'p.id')
            .where('e.type', '=', expiringEvent),
        ),
      ),
    )
    .orderBy('p.authorisation_expires_at')
    .limit(limit)
    .execute()
}
