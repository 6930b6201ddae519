import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'

/** A row of the rollup table without its tenant. */
export interface FoldedSum {
  readonly merchant_id: string
  readonly day: string
  readonly mode: number
  readonly method: string
  readonly provider: string
  readonly currency: string
  readonly status: string
  readonly payments: bigint
  readonly amount_minor: bigint
  readonly captured_minor: bigint
  readonly refunded_minor: bigint
}

/** Tenants with unfolded changes, read as platform staff. */
export async function listTenantsWithDeltas(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('payment_rollup_delta').select('tenant_id').distinct().execute()
  return rows.map((row) => row.tenant_id)
}

/**
 * Deletes up to `limit` deltas of the scope's tenant and returns their sums. It skips deltas that another worker has
 * locked.
 */
export async function takeDeltas(db: Db, limit: number) {
  const { rows } = await sql<FoldedSum & { taken: bigint }>`
    with gone as (
      delete from payment_rollup_delta as d
      where ${within(db, 'd')} and d.id = any (array(
        select w.id from payment_rollup_delta as w where ${within(db, 'w')}
        order by w.id limit ${limit} for update skip locked
      ))
      returning d.*
    )
    select count(*)::bigint as taken, day, merchant_id, mode, method, provider, currency, status,
      sum(payments)::bigint as payments, sum(amount_minor)::bigint as amount_minor,
      sum(captured_minor)::bigint as captured_minor, sum(refunded_minor)::bigint as refunded_minor
    from gone
    group by day, merchant_id, mode, method, provider, currency, status`.execute(db)
  return rows
}

/** Adds to the rows of one grain. */
export async function upsertRollup(
  db: Db,
  tenantId: string,
  sums: readonly (FoldedSum & { readonly grain: 'day' | 'month' })[],
): Promise<void> {
  const plus = (column: string) =>
    sql<bigint>`payment_rollup.${sql.ref(column)} + excluded.${sql.ref(column)}`
  await db
    .insertInto('payment_rollup')
    .values(sums.map((sum) => ({ tenant_id: tenantId, ...sum })))
    .onConflict((conflict) =>
      conflict
        .columns([
          'tenant_id',
          'merchant_id',
          'grain',
          'day',
          'mode',
          'method',
          'provider',
          'currency',
          'status',
        ])
        .doUpdateSet({
          payments: plus('payments'),
          amount_minor: plus('amount_minor'),
          captured_minor: plus('captured_minor'),
          refunded_minor: plus('refunded_minor'),
        }),
    )
    .execute()
}
