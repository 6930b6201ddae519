import type {
  WaitingActionOutcome,
  WaitingActionState,
} from '@counterfoil/features/payments/confirmations/confirmations.schema.ts'
import { platformScope, tenantScope } from '@counterfoil/kit/database/scope.ts'
import { forEachTenant } from '@counterfoil/kit/jobs/for-each-tenant.ts'
import type { JobContext } from '@counterfoil/kit/jobs/job.ts'
import {
  listDecidedRows,
  listTenantsWithWaiting,
  type RowResult,
  updateRowResult,
} from './bulk-updates.queries.ts'

/** Rows of a tenant at once; the rest is left to the next run. */
const atOnce = 500

/** Stores what was decided on the payments of bulk updates that waited for confirmation. */
export async function settleWaitingRows(context: JobContext): Promise<void> {
  const { database } = context
  const tenantIds = await listTenantsWithWaiting(database.reader(platformScope))
  const settle = (tenantId: string) =>
    database.transaction(tenantScope(tenantId), async (db) => {
      for (const { bulkUpdateId, line, state, outcome } of await listDecidedRows(db, atOnce)) {
        await updateRowResult(db, bulkUpdateId, line, resultOf(state, outcome), 'waiting')
      }
    })
  await forEachTenant(context, 'decided rows of bulk updates were not stored', settle, {
    tenantIds,
  })
}

type End = Exclude<WaitingActionState, 'waiting' | 'confirmed' | 'done'>

const messages: Readonly<Record<End, string>> = {
  refused: 'The change was confirmed, but could not be made any more',
  rejected: 'Others rejected the change: the payment stays as it was',
  withdrawn: 'The change was withdrawn before it was confirmed: the payment stays as it was',
  expired: 'The change was not confirmed in time: the payment stays as it was',
  void: 'The payment changed before the change was confirmed',
}

function resultOf(state: End | 'done', outcome: WaitingActionOutcome | null): RowResult {
  if (state === 'done') return { state: 'changed' }
  const code = outcome?.code ?? `bulk_update.change_${state}`
  return { state: 'refused', code, message: outcome?.message ?? messages[state] }
}
