import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { listTenantIds } from '@counterfoil/kit/database/tenants.ts'
import { type JobContext, schedule } from '@counterfoil/kit/jobs/job.ts'
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

export const schedules = [schedule({ name: 'ledger.verify', everyS, run: verifyLedger })]
