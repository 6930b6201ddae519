import type { Database } from '@counterfoil/kit/database/database.ts'
import { platformScope, tenantScope } from '@counterfoil/kit/database/scope.ts'
import { schedule } from '@counterfoil/kit/jobs/job.ts'
import { listTenantsWithDeltas, takeDeltas, upsertRollup } from './fold.queries.ts'
import { rollupRowsOf } from './fold.rules.ts'

/** The most changes of one transaction, which keeps its locks short. */
const batchSize = 4_000
/** Rows of one upsert. */
const upsertSize = 500

/**
 * Folds deltas, tenant by tenant. Readers add unfolded deltas, so folding makes reads faster but does not change their
 * result. Several workers share the work; a crash rolls a batch back.
 */
export const foldPaymentRollups = schedule({
  name: 'reporting.fold-payment-rollups',
  everyS: 1,
  async run({ database, signal }) {
    const tenants = await listTenantsWithDeltas(database.reader(platformScope))
    for (const tenantId of tenants) {
      while (!signal.aborted && (await foldTenant(database, tenantId)) === batchSize);
    }
  },
})

/** Folds one batch of a tenant's changes; answers how many. */
export async function foldTenant(database: Database, tenantId: string): Promise<number> {
  return database.transaction(tenantScope(tenantId), async (db) => {
    const sums = await takeDeltas(db, batchSize)
    const rows = rollupRowsOf(sums)
    for (let start = 0; start < rows.length; start += upsertSize) {
      await upsertRollup(db, tenantId, rows.slice(start, start + upsertSize))
    }
    return sums.reduce((taken, sum) => taken + Number(sum.taken), 0)
  })
}

export const schedules = [foldPaymentRollups]
