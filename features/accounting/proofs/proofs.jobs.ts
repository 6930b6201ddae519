import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { listTenantIds } from '@counterfoil/kit/database/tenants.ts'
import { type JobContext, type Schedule, schedule } from '@counterfoil/kit/jobs/job.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { keepProvedBalances } from './balances.queries.ts'
import { findLastProved, insertProof } from './proofs.queries.ts'
import { proveWindow } from './prove.ts'

const msg = messagesOf(import.meta.url)

const everyS = 86_400
/** The windows of two proofs overlap, so that a late commit leaves no gap. */
const overlapMs = 30 * 60_000

/** Proves the books of each tenant since its last proof, and logs an error where they differ. */
export async function proveBooks(
  providers: Providers,
  { database, log, now, signal }: JobContext,
): Promise<void> {
  for (const tenantId of await listTenantIds(database)) {
    const scope = tenantScope(tenantId)
    const db = database.reader(scope)
    const toAt = now()
    const last = await findLastProved(db)
    const fromAt = new Date(last === undefined ? 0 : last.toAt.getTime() - overlapMs)
    const countedUntil = last?.balancesUntil ?? null
    const window = { fromAt, toAt, countedUntil }
    const { proof, isRecounted } = await proveWindow(db, providers, window, signal)
    await database.transaction(scope, async (tx) => {
      await keepProvedBalances(tx, isRecounted ? null : countedUntil, proof.balancesUntil)
      await insertProof(tx, proof, toAt)
    })
    if (proof.differences.length > 0) {
      log.error({ tenantId, differences: proof.differences.slice(0, 20) }, 'the books differ')
    }
  }
}

export const schedules = (providers: Providers): Schedule[] => [
  schedule({
    name: 'ledger.prove',
    label: msg('Prove the books'),
    everyS,
    run: (context) => proveBooks(providers, context),
  }),
]
