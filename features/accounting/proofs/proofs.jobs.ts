import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { forEachTenant } from '@counterfoil/kit/jobs/for-each-tenant.ts'
import { type JobContext, type Schedule, schedule } from '@counterfoil/kit/jobs/job.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { upsertProvedBalances } from './balances.queries.ts'
import { findLastProved, insertProof } from './proofs.queries.ts'
import { proveWindow, type Window } from './prove.ts'

const msg = messagesOf(import.meta.url)

const everyS = 86_400
/** The windows of two proofs overlap, so that a late commit leaves no gap. */
const overlapMs = 30 * 60_000

/** Proves the books of each tenant since its last proof, and logs an error where they differ. */
export async function proveBooks(providers: Providers, context: JobContext): Promise<void> {
  await forEachTenant(context, 'the books were not proved', async (tenantId) => {
    let isPart = true
    while (isPart) {
      // what was proved until here is kept; the run does not count
      context.signal.throwIfAborted()
      isPart = await proveNext(providers, context, tenantId)
    }
  })
  // a run that was aborted between two tenants does not count either
  context.signal.throwIfAborted()
}

/** Proves what is next of a tenant's books. Returns whether more of the same window follows. */
async function proveNext(
  providers: Providers,
  { database, log, now, signal }: JobContext,
  tenantId: string,
): Promise<boolean> {
  const scope = tenantScope(tenantId)
  const db = database.reader(scope)
  const toAt = now()
  const last = await findLastProved(db)
  const countedUntil = last?.balancesUntil ?? null
  const window: Window =
    last?.soFar === undefined
      ? {
          fromAt: new Date(last === undefined ? 0 : last.toAt.getTime() - overlapMs),
          toAt,
          countedUntil,
        }
      : { fromAt: last.fromAt, toAt, countedUntil, soFar: last.soFar }
  const { proof, isRecounted } = await proveWindow(db, providers, window, signal)
  const isPart = proof.continuesAfter !== null
  const at = now()
  await database.transaction(scope, async (tx) => {
    if (!isPart && proof.balancesUntil !== null) {
      await upsertProvedBalances(tx, isRecounted ? null : countedUntil, proof.balancesUntil)
    }
    await insertProof(tx, { ...proof, id: newId(at) }, at)
  })
  if (!isPart && proof.differences.length > 0) {
    log.error({ tenantId, differences: proof.differences.slice(0, 20) }, 'the books differ')
  }
  return isPart
}

export const schedules = (providers: Providers): Schedule[] => [
  schedule({
    name: 'ledger.prove',
    label: msg('Prove the books'),
    everyS,
    run: (context) => proveBooks(providers, context),
  }),
]
