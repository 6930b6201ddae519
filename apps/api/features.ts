import { registerAuditGuard } from '@counterfoil/features/access/audit/audit.public.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import { findResourceRow } from '@counterfoil/kit/database/resource-rows.ts'
import type { Route } from '@counterfoil/kit/server/request/route.ts'
import {
  nameActions,
  nameRecords,
  nameTables,
} from '@counterfoil/kit/server/resources/record-names.ts'
import {
  scanAuditLabels,
  scanRoutes as scanDeclared,
  scanResources,
} from '@counterfoil/kit/server/scan.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'

/** Every route that a feature declares, with what the audit trail calls them; who may see a declared record may see its history. */
export async function scanRoutes(providers: Providers): Promise<Route[]> {
  for (const one of await scanResources()) guardAudit(one)
  const { actionLabels, recordLabels, tableLabels } = await scanAuditLabels()
  nameActions(actionLabels)
  nameRecords(recordLabels)
  nameTables(tableLabels)
  return scanDeclared(providers)
}

/** A user who may see a record may see its changes. */
function guardAudit(resource: Resource): void {
  registerAuditGuard(
    resource.id,
    async (db, id) => (await findResourceRow(db, resource, id)) !== undefined,
    resource.permissions.view,
  )
}
