import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import type { ResourceRules } from '@counterfoil/kit/server/resources/resource-changes.ts'
import { upsertVolumesOfMonth } from './volumes.queries.ts'

/**
 * A MID's volume is counted while it has a cap in the currency. A cap is of the whole day and month, so what the MID took of
 * them before it was set is added up then, whatever of it the user who sets it sees.
 */
export const capRules: Pick<ResourceRules, 'saved'> = {
  async saved(db, key, { before, after, context: { now } }) {
    const { capCurrency = null } = after
    if (before === undefined || capCurrency === null || capCurrency === before.capCurrency) return
    await db.inScope(tenantScope(tenantOf(db)), (whole) => upsertVolumesOfMonth(whole, key, now))
  },
}
