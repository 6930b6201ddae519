import { listSettlementTerms } from '@counterfoil/features/accounting/settlement-terms/settlement-terms.public.ts'
import type { SettlementTerms } from '@counterfoil/features/accounting/settlement-terms/settlement-terms.rules.ts'
import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { listBillingLines, readTimeZone } from './billing.queries.ts'
import type { BillingLine } from './billing.rules.ts'

/** What a tenant set for its postings. */
export interface LedgerSettings {
  readonly lines: readonly BillingLine[]
  readonly terms: readonly SettlementTerms[]
  readonly timeZone: string
}

interface CachedSettings extends LedgerSettings {
  readonly version: number | null
}

const maxCachedTenants = 2_000
const cache = new WeakMap<Database, Map<string, CachedSettings>>()

/**
 * The accounts and terms that a tenant chose, cached in each process until the version of the tenant's settings changes.
 * The version is read with each payment, so the cache is never stale and costs no query. Without a version nothing is
 * cached.
 */
export async function readLedgerSettings(
  { database, tenantId }: { readonly database: Database; readonly tenantId: string },
  db: Db,
  version: number | null,
): Promise<LedgerSettings> {
  const known = cache.get(database) ?? new Map<string, CachedSettings>()
  cache.set(database, known)
  const found = known.get(tenantId)
  if (found !== undefined && found.version === version) return found
  const [lines, terms, timeZone] = await Promise.all([
    listBillingLines(db),
    listSettlementTerms(db),
    readTimeZone(db),
  ])
  const settings = { version, lines, terms, timeZone }
  if (version === null) return settings
  if (known.size >= maxCachedTenants) known.clear()
  known.set(tenantId, settings)
  return settings
}
