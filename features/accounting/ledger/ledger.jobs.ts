import { platformScope, tenantScope } from '@counterfoil/kit/database/scope.ts'
import { listTenantIds } from '@counterfoil/kit/database/tenants.ts'
import { type JobContext, schedule } from '@counterfoil/kit/jobs/job.ts'
import { foldAccountChanges, listTenantsWithChanges } from './account-balances.queries.ts'
import { listUnbalancedPostings } from './ledger.queries.ts'

const everyS = 300
/** Windows overlap, so that a late commit or a missed run leaves no gap. */
const lookedAtMs = 3 * everyS * 1000

/** Proves again and again that every posting sums to zero; says so loudly if one ever does not. */
async function verifyLedger({ database, log, now }: JobContext): Promise<void> {
  const since = new Date(now().getTime() - lookedAtMs)
  for (const tenantId of await listTenantIds(database)) {
    const db = database.reader(tenantScope(tenantId))
    const unbalanced = await listUnbalancedPostings(db, since)
    if (unbalanced.length > 0) {
      log.error({ tenantId, postingIds: unbalanced }, 'ledger postings do not sum to zero')
    }
  }
}

/** Changes folded in one transaction: short enough that nobody waits for its locks. */
const foldedAtOnce = 4_000

/** A reader adds what is not folded yet, so this keeps reads cheap, not right. */
async function foldBalances({ database, signal }: JobContext): Promise<void> {
  for (const tenantId of await listTenantsWithChanges(database.reader(platformScope))) {
    const fold = () =>
      database.transaction(tenantScope(tenantId), (db) => foldAccountChanges(db, foldedAtOnce))
    while (!signal.aborted && (await fold()) === foldedAtOnce);
  }
}

export const schedules = [
  schedule({ name: 'ledger.verify', everyS, run: verifyLedger }),
  schedule({ name: 'ledger.fold-balances', everyS: 5, run: foldBalances }),
]
