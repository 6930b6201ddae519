import type { Db } from '@counterfoil/kit/database/database.ts'
import { v7 } from 'uuid'
import type { RollupChange } from './rollups.rules.ts'

export { type PaymentFigures, type RollupChange, rollupChanges } from './rollups.rules.ts'

/** Rows of one insert; the limit of `VALUES` lists that the cluster rules set. */
const maxRowsPerInsert = 500

/**
 * Records changes of the sums, in the transaction that changes the payments. A job folds them into the day's rows later;
 * readers add both, so the sums are right from the commit on.
 */
export async function addRollupDeltas(db: Db, changes: readonly RollupChange[]): Promise<void> {
  const { scope } = db
  if (scope.kind !== 'tenant') throw new Error('Sums change within one tenant')
  for (let start = 0; start < changes.length; start += maxRowsPerInsert) {
    const rows = changes.slice(start, start + maxRowsPerInsert).map((change) => ({
      tenant_id: scope.tenantId,
      id: v7(),
      day: change.day,
      merchant_id: change.merchantId,
      mode: change.mode,
      method: change.method,
      // a key column holds no null; no acquirer yet is the empty name
      provider: change.provider ?? '',
      currency: change.currency,
      status: change.status,
      payments: BigInt(change.payments),
      amount_minor: change.amountMinor,
      captured_minor: change.capturedMinor,
      refunded_minor: change.refundedMinor,
    }))
    await db.insertInto('payment_rollup_delta').values(rows).execute()
  }
}

export {
  countRollup,
  type RollupFilter,
  type RollupKey,
  type RollupRow,
  type RollupSums,
  sumRollup,
} from './rollups.queries.ts'
