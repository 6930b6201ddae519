import type { Channel } from '@counterfoil/features/support/tickets/terms.schema.ts'
import type { Database } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { readPlatformTenantId } from '@counterfoil/kit/database/tenants.ts'
import type { Clock } from './clock.rules.ts'
import { defaultServiceLevels, serviceLevels } from './service-levels.contract.ts'
import { findServiceLevels, listHolidays, readTimeZone } from './service-levels.queries.ts'

/** The clock of the organisation that answers: the tenant for its customers, the platform for tenants. */
export async function readClock(
  database: Database,
  channel: Channel,
  tenantId: string,
): Promise<Clock> {
  const { shared } = database
  const owner = channel === 'CustomerToTenant' ? tenantId : await readPlatformTenantId(shared)
  const [levels, days, timeZone] = await Promise.all([
    readLevels(database, owner),
    listHolidays(database.reader(tenantScope(owner))),
    readTimeZone(shared, owner),
  ])
  return { ...levels, holidays: [...levels.holidays, ...days], timeZone }
}

export async function readLevels(database: Database, tenantId: string) {
  const stored = await findServiceLevels(database.reader(tenantScope(tenantId)))
  return stored === undefined ? defaultServiceLevels : serviceLevels.parse(stored)
}
