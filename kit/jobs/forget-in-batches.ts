import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { forEachTenant } from './for-each-tenant.ts'
import type { JobContext } from './job.ts'

const rowsAtOnce = 5_000
/** What one tenant may take of a run; the rest is for the next one. */
const batchesPerTenant = 20

/**
 * Deletes what is not needed any more, tenant by tenant, each batch in a transaction of its own: one tenant with a lot does
 * not stop the others. `deleteSome` deletes at most `limit` rows and returns whether there may be more; `what` is for the log.
 */
export async function forgetInBatches(
  context: JobContext,
  what: string,
  deleteSome: (db: Db, limit: number) => Promise<boolean>,
): Promise<void> {
  const { database, signal } = context
  await forEachTenant(context, `${what} could not be deleted`, async (tenantId) => {
    for (let batch = 0; batch < batchesPerTenant && !signal.aborted; batch += 1) {
      const isMore = await database.transaction(tenantScope(tenantId), (db) =>
        deleteSome(db, rowsAtOnce),
      )
      if (!isMore) break
    }
  })
}
