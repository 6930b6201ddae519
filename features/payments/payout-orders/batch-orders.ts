import { postTransfers } from '@counterfoil/features/accounting/ledger/ledger.public.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import {
  insertOrderSteps,
  type Step,
  updateOrdersApproved,
  updateOrdersEnded,
} from './payout-orders.queries.ts'

type By = Omit<Step, 'kind'>

/** Lets all payouts of a batch go that wait. */
export async function approveOrdersOf(db: Db, batchId: string, by: By): Promise<void> {
  const orders = await updateOrdersApproved(db, batchId, by.at)
  await insertOrderSteps(db, orders, { ...by, kind: 'approved' })
}

/** Ends all payouts of a batch that are in a state and were not sent: what was set aside is the merchant's again. */
export async function endOrdersOf(
  db: Db,
  batch: { readonly id: string; readonly merchant_id: string; readonly mode: number },
  from: 'waiting_for_approval' | 'approved',
  end: By & { readonly code: string; readonly message: string },
): Promise<void> {
  const { code, message, ...by } = end
  const { merchant_id: merchantId, mode } = batch
  const orders = await updateOrdersEnded(db, batch.id, from, { code, message, at: by.at })
  await insertOrderSteps(db, orders, { ...by, kind: 'declined', reason: message })
  const sums = new Map<string, bigint>()
  for (const { currency, amount_minor, fee_minor } of orders) {
    sums.set(currency, (sums.get(currency) ?? 0n) + amount_minor + fee_minor)
  }
  for (const [currency, amountMinor] of sums) {
    await postTransfers(db, { merchantId, mode: mode as Mode, currency, at: by.at }, [
      { kind: 'payout_return', amountMinor },
    ])
  }
}
