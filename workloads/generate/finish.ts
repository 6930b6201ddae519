import { runAsOwner } from '@counterfoil/database/bulk-load.ts'
import { rebuildBalanceStatements } from '@counterfoil/features/accounting/ledger/ledger.public.ts'
import { rebuildRollupStatements } from '@counterfoil/features/reporting/rollups/rollups.public.ts'
import { eachAtOnce } from '@counterfoil/kit/jobs/at-once.ts'

const serialisationFailures = ['40001', '23505']
const tries = 5

/**
 * Counts the sums of these tenants anew, from one snapshot: what is written meanwhile adds its own changes, which the
 * snapshot does not see and leaves alone. When a fold of the running product gets in between, it is done again.
 */
export async function rebuildRollups(
  ownerUrl: string,
  tenantIds: readonly string[],
): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      await runAsOwner(ownerUrl, async (query) => {
        await query('begin isolation level repeatable read')
        await query("set local work_mem = '256MB'")
        for (const statement of [...rebuildRollupStatements, ...rebuildBalanceStatements]) {
          await query(statement, [tenantIds])
        }
        await query('commit')
      })
      return
    } catch (error) {
      const { code = '' } = error as { code?: string }
      if (!serialisationFailures.includes(code) || tried >= tries) throw error
    }
  }
}

/** Statistics for the planner, and the visibility map that index-only scans need; two tables at a time. */
export async function vacuum(ownerUrl: string, tables: readonly string[]): Promise<void> {
  await eachAtOnce(tables, 2, (table) =>
    runAsOwner(ownerUrl, (query) => query(`vacuum (analyze) ${table}`)),
  )
}
