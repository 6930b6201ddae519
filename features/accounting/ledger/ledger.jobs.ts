import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { platformScope, tenantScope } from '@counterfoil/kit/database/scope.ts'
import { forEachTenant } from '@counterfoil/kit/jobs/for-each-tenant.ts'
import { type JobContext, schedule } from '@counterfoil/kit/jobs/job.ts'
import {
  foldAccountChanges,
  foldMerchantChanges,
  listTenantsWithChanges,
} from './account-balances.queries.ts'
import { listUnbalancedPostings } from './ledger.public.ts'

const msg = messagesOf(import.meta.url)

const everyS = 300
/** The windows of two runs overlap, so that a late commit or a missed run leaves no gap. */
const lookedAtMs = 3 * everyS * 1000

/** Checks that every recent posting sums to zero, and logs an error otherwise. */
async function verifyLedger(context: JobContext): Promise<void> {
  const { database, log, now } = context
  const since = new Date(now().getTime() - lookedAtMs)
  await forEachTenant(context, 'the ledger was not verified', async (tenantId) => {
    const db = database.reader(tenantScope(tenantId))
    const unbalanced = await listUnbalancedPostings(db, since)
    if (unbalanced.length > 0) {
      log.error({ tenantId, postingIds: unbalanced }, 'ledger postings do not sum to zero')
    }
  })
}

/** The most changes of one transaction, which keeps its locks short. */
const batchSize = 4_000

/** Readers add unfolded changes, so folding makes reads faster but does not change their result. */
export async function foldBalances(context: JobContext): Promise<void> {
  const { database, signal } = context
  const tenantIds = await listTenantsWithChanges(database.reader(platformScope))
  const foldTenant = async (tenantId: string) => {
    for (const foldChanges of [foldAccountChanges, foldMerchantChanges]) {
      const fold = () =>
        database.repeatable(tenantScope(tenantId), (db) => foldChanges(db, batchSize))
      while (!signal.aborted && (await fold()) === batchSize);
    }
  }
  await forEachTenant(context, 'ledger accounts were not added up', foldTenant, { tenantIds })
}

export const schedules = [
  schedule({ name: 'ledger.verify', label: msg('Verify the ledger'), everyS, run: verifyLedger }),
  schedule({
    name: 'ledger.fold-balances',
    label: msg('Add up ledger accounts'),
    everyS: 5,
    run: foldBalances,
  }),
]
