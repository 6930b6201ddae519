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

type RefusedRow = Extract<RowResult, { readonly state: 'refused' }>
type End = Exclude<WaitingActionState, 'waiting' | 'confirmed' | 'done'>

const refusals: Readonly<Record<End, Pick<RefusedRow, 'code' | 'message'>>> = {
  refused: {
    code: 'bulk_update.change_refused',
    message: 'The change was confirmed, but could not be made any more',
  },
  rejected: {
    code: 'bulk_update.change_rejected',
    message: 'Others rejected the change: the payment stays as it was',
  },
  withdrawn: {
    code: 'bulk_update.change_withdrawn',
    message: 'The change was withdrawn before it was confirmed: the payment stays as it was',
  },
  expired: {
    code: 'bulk_update.change_expired',
    message: 'The change was not confirmed in time: the payment stays as it was',
  },
  void: {
    code: 'bulk_update.change_void',
    message: 'The payment changed before the change was confirmed',
  },
}

function resultOf(state: End | 'done', outcome: WaitingActionOutcome | null): RowResult {
  if (state === 'done') return { state: 'changed' }
  const { code, message } = refusals[state]
  return { state: 'refused', code: outcome?.code ?? code, message: outcome?.message ?? message }
}
