import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { Database } from '@counterfoil/kit/database/database.ts'
import { platformScope, tenantScope } from '@counterfoil/kit/database/scope.ts'
import { schedule } from '@counterfoil/kit/jobs/job.ts'
import { foldDeltas, listTenantsWithDeltas } from './fold.queries.ts'

const msg = messagesOf(import.meta.url)

/** The most changes of one transaction, which keeps its locks short. */
const batchSize = 4_000

/**
 * Folds deltas, tenant by tenant. Readers add unfolded deltas, so folding makes reads faster but does not change their
 * result. Several workers share the work; a crash rolls a batch back.
 */
export const foldPaymentRollups = schedule({
  name: 'reporting.fold-payment-rollups',
  label: msg('Add up payments for reports'),
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
  return database.transaction(tenantScope(tenantId), (db) => foldDeltas(db, batchSize))
}

export const schedules = [foldPaymentRollups]
