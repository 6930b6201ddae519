import { postTransfers } from '@counterfoil/features/accounting/ledger/ledger.public.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import { announcePayout } from './merchant-payout.ts'
import { insertOrderStep, type OrderRow, type Step, updateOrder } from './payout-orders.queries.ts'
import type { PayoutState } from './payout-orders.schema.ts'

const noActor = { actorId: null, actorName: null }

/** Ends a payout that did not go: what was set aside is the merchant's again, its fee too. */
export async function endUnsent(
  db: Db,
  jobs: Jobs,
  order: OrderRow,
  end: {
    readonly state: PayoutState & ('declined' | 'failed')
    readonly code: string
    readonly message: string
    readonly by?: Pick<Step, 'actorId' | 'actorName' | 'actorRoleId' | 'actorKeys'>
    readonly at: Date
  },
): Promise<void> {
  const { state, code, message, at } = end
  await updateOrder(db, order.id, { state, code, message, next_check_at: null, ended_at: at }, at)
  await insertOrderStep(db, order, { ...noActor, ...end.by, kind: state, reason: message, at })
  const amountMinor = order.amount_minor + order.fee_minor
  await postTransfers(db, ownerOf(order, at), [{ kind: 'payout_return', amountMinor }])
  await announcePayout(db, jobs, order.id, at)
}

export const ownerOf = ({ merchant_id, mode, currency }: OrderRow, at: Date) => ({
  ...{ merchantId: merchant_id, mode, currency, at },
})
