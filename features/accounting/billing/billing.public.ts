import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { listBillingLines } from './billing.queries.ts'
import type { BillingLine } from './billing.rules.ts'

interface CachedLines {
  readonly version: number
  readonly lines: readonly BillingLine[]
}

const maxCachedTenants = 2_000
const cache = new WeakMap<Database, Map<string, CachedLines>>()

/**
 * The accounts that a tenant chose, cached in each process until the version of the tenant's settings changes. The version
 * is read with each payment, so the cache is never stale and costs no query. Without a version nothing is cached.
 */
export async function readBillingLines(
  { database, tenantId }: { readonly database: Database; readonly tenantId: string },
  db: Db,
  version: number | null,
): Promise<readonly BillingLine[]> {
  const known = cache.get(database) ?? new Map<string, CachedLines>()
  cache.set(database, known)
  const found = known.get(tenantId)
  if (found !== undefined && found.version === version) return found.lines
  const lines = await listBillingLines(db)
  if (version === null) return lines
  if (known.size >= maxCachedTenants) known.clear()
  known.set(tenantId, { version, lines })
  return lines
}
