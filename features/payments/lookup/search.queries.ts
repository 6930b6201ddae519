import type { Db } from '@counterfoil/kit/database/database.ts'
import { within, withinPayments } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'

/** Matches of a search key outside the payment table. */
export interface Found {
  readonly key: string
  /** Searched for in the order numbers alone. */
  readonly field?: 'externalId' | undefined
  /** Payments whose operations, attempts, events or disputes have this id or acquirer reference. */
  readonly paymentIds: readonly string[]
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The most payments of one search key. */
const maxPayments = 1000

/** Finds payments by any of their ids, or by the acquirer reference of an operation or a dispute. */
export async function findPaymentsOfKey(db: Db, key: string): Promise<Found> {
  const sources = [
    sql`select o.payment_id as id from payment_operation as o where ${within(db, 'o')} and o.acquirer_reference = ${key}`,
    sql`select a.payment_id from payment_attempt as a where ${within(db, 'a')} and a.acquirer_reference = ${key}`,
    sql`select d.payment_id from dispute as d where ${within(db, 'd')} and d.acquirer_reference = ${key}`,
  ]
  if (uuid.test(key)) {
    sources.push(
      sql`select p.id from payment as p where ${withinPayments(db, 'p')} and p.id = ${key}::uuid`,
      sql`select o.payment_id from payment_operation as o where ${within(db, 'o')} and o.id = ${key}::uuid`,
      sql`select a.payment_id from payment_attempt as a where ${within(db, 'a')} and a.id = ${key}::uuid`,
      sql`select e.payment_id from payment_event as e where ${within(db, 'e')} and e.id = ${key}::uuid`,
      sql`select d.payment_id from dispute as d where ${within(db, 'd')} and d.id = ${key}::uuid`,
    )
  }
  const { rows } = await sql<{ id: string }>`
    ${sql.join(sources, sql` union `)} limit ${maxPayments}`.execute(db)
  return { key, paymentIds: rows.map((row) => row.id) }
}
