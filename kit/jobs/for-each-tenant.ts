import { listTenantIds } from '@counterfoil/kit/database/tenants.ts'
import { eachAtOnce } from './at-once.ts'
import type { JobContext } from './job.ts'

/**
 * Does `work` for every tenant, or for those of `tenantIds`, one after the other or `atOnce` side by side. The failure of one
 * is logged with `notDone`, a sentence of what was not done, and stops no other. When all are through, an error counts
 * those that failed: the run is recorded as failed, and operators see it among the recurring jobs.
 * What runs every few seconds asks once, across all tenants, which of them have something due, and gives these as `tenantIds`:
 * asking each costs an idle product more the more tenants it has.
 */
export async function forEachTenant(
  { database, log, signal }: Pick<JobContext, 'database' | 'log' | 'signal'>,
  notDone: string,
  work: (tenantId: string) => Promise<unknown>,
  options: { readonly atOnce?: number; readonly tenantIds?: readonly string[] } = {},
): Promise<void> {
  const tenantIds = options.tenantIds ?? (await listTenantIds(database))
  let failed = 0
  const tryWork = async (tenantId: string) => {
    try {
      await work(tenantId)
    } catch (error) {
      // the run ends here for all, and begins again on another worker
      if (signal.aborted) throw error
      failed += 1
      log.error({ err: error, tenantId }, notDone)
    }
  }
  await eachAtOnce(tenantIds, options.atOnce ?? 1, tryWork, signal)
  if (failed > 0) throw new Error(`${notDone}: ${failed} of ${tenantIds.length} tenants`)
}
