import type { Person } from '@counterfoil/features/payments/confirmations/confirmations.rules.ts'
import {
  confirmersIn,
  listMerchantNames,
  missingOf,
  refusalToApprove,
} from '@counterfoil/features/payments/payout-orders/payout-orders.public.ts'
import { modeNameOf } from '@counterfoil/kit/contract/fields.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { RowPayout } from './check-rows.ts'
import {
  type BatchRecord,
  type LineRecord,
  listBatchSteps,
  listPayoutCounts,
  listTotals,
} from './payout-batches.queries.ts'
import type {
  BatchDetails,
  BatchFormat,
  BatchLine,
  BatchRow,
  BatchState,
} from './payout-batches.schema.ts'

/** Batches as lists show them, with a handful of queries for all of them. */
export async function batchRowViews(db: Db, batches: readonly BatchRecord[]): Promise<BatchRow[]> {
  const ids = batches.map(({ id }) => id)
  const merchantIds = [...new Set(batches.map(({ merchant_id }) => merchant_id))]
  const [totals, counts, merchants] = await Promise.all([
    listTotals(db, ids),
    listPayoutCounts(db, ids),
    listMerchantNames(db, merchantIds),
  ])
  return batches.map((batch) => {
    const ofBatch = totals.filter(({ batchId }) => batchId === batch.id)
    const payouts = counts
      .filter(({ batchId }) => batchId === batch.id)
      .map(({ state, count }) => ({ state, count: Number(count) }))
    return {
      id: batch.id,
      state: stateOf(batch, payouts),
      fileName: batch.file_name,
      format: batch.format as BatchFormat,
      mode: modeNameOf(batch.mode),
      rows: batch.row_count,
      faulty: batch.faulty_count,
      unconfirmed: batch.unconfirmed_count,
      duplicates: batch.duplicate_count,
      totals: ofBatch.map(({ currency, count, amountMinor }) => ({
        ...{ currency: currency ?? '', count: Number(count), amount: Number(amountMinor) },
      })),
      uniqueTotals: ofBatch
        .filter(({ uniqueCount }) => uniqueCount > 0n)
        .map(({ currency, uniqueCount, uniqueMinor }) => ({
          ...{ currency: currency ?? '', count: Number(uniqueCount), amount: Number(uniqueMinor) },
        })),
      payouts,
      requestedBy: batch.maker_name,
      merchantName: merchants.find(({ id }) => id === batch.merchant_id)?.name ?? '',
      createdAt: batch.created_at.toISOString(),
      submittedAt: batch.submitted_at?.toISOString() ?? null,
    }
  })
}

/** A batch is done when nothing of it is under way any more. */
function stateOf(batch: BatchRecord, payouts: readonly { readonly state: string }[]): BatchState {
  const has = (...states: string[]) => payouts.some(({ state }) => states.includes(state))
  if (batch.state === 'running') return has('approved', 'sent') ? 'running' : 'done'
  return batch.state as BatchState
}

export async function batchDetailsViews(
  db: Db,
  batches: readonly BatchRecord[],
  person: Person,
  now: Date,
): Promise<BatchDetails[]> {
  const rows = await batchRowViews(db, batches)
  const allSteps = await listBatchSteps(
    db,
    batches.map(({ id }) => id),
  )
  return batches.flatMap((batch, index) => {
    const row = rows[index]
    if (row === undefined) return []
    const steps = allSteps.filter((one) => one.batch_id === batch.id)
    const waits = row.state === 'waiting_for_approval'
    const refusal = waits ? refusalToApprove(batch, steps, person, now) : undefined
    return [
      {
        ...row,
        messageId: batch.message_id,
        duplicateOf: batch.duplicate_of,
        isOwn: batch.maker_id === person.id,
        refusal: refusal === undefined ? null : { code: refusal.code, message: refusal.message },
        missing: waits ? missingOf(batch, confirmersIn(steps)) : 0,
        steps: steps.map(({ kind, actor_name: by, reason, at }) => ({
          ...{ kind: kind as BatchDetails['steps'][number]['kind'], by, reason },
          at: at.toISOString(),
        })),
      },
    ]
  })
}

export function lineView(row: LineRecord): BatchLine {
  const payout = row.payout as unknown as RowPayout | null
  return {
    line: row.line,
    payeeName: row.payee_name,
    accountHint: payout?.accountHint ?? null,
    amount: row.amount_minor === null ? null : Number(row.amount_minor),
    currency: row.currency,
    reference: payout?.reference ?? null,
    payeeResult: row.payee_result as BatchLine['payeeResult'],
    bankName: row.bank_name,
    duplicateOf: row.duplicate_of,
    paidBefore: row.paid_before,
    code: row.code ?? row.orderCode,
    message: row.message ?? row.orderMessage,
    params: row.params as Record<string, unknown> | null,
    payoutId: row.orderId,
    state: row.orderState,
  }
}
