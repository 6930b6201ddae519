import { postTransfers } from '@counterfoil/features/accounting/ledger/ledger.public.ts'
import { notify } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { moneyText } from '@counterfoil/kit/contract/money.ts'
import { type Text, textWith } from '@counterfoil/kit/contract/texts.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import { escaped } from '@counterfoil/kit/server/codecs/html.ts'
import { announcePayout } from './merchant-payout.ts'
import { insertOrderStep, type OrderRow, type Step, updateOrder } from './payout-orders.queries.ts'
import type { PayoutState } from './payout-orders.schema.ts'

const msg = messagesOf(import.meta.url)

const texts = msg({
  declined: 'A payout was declined',
  expired: 'A payout was not confirmed in time',
  withdrawn: 'A payout was withdrawn by a colleague',
  failed: 'A payout failed at the bank',
  returned: 'A payout came back',
  why: '{amount} to {payee}. Open it to see why.',
})

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
  if (end.by?.actorId !== order.maker_id) await notifyMaker(db, jobs, order, titleOf(end), at)
}

const titleOf = ({ state, code }: { readonly state: string; readonly code: string }): Text => {
  if (state === 'failed') return texts.failed
  if (code === 'payout.expired') return texts.expired
  return code === 'payout.withdrawn' ? texts.withdrawn : texts.declined
}

/** That money which had gone is back. */
export const notifyOfReturn = (db: Db, jobs: Jobs, order: OrderRow, at: Date): Promise<void> =>
  notifyMaker(db, jobs, order, texts.returned, at)

/** Who asked for it, or colleagues who see it where that person has left. A server asks for itself, and a file has its own page. */
async function notifyMaker(
  db: Db,
  jobs: Jobs,
  order: OrderRow,
  title: Text,
  at: Date,
): Promise<void> {
  if (order.maker_type !== 'user' || order.batch_id !== null) return
  const { id, merchant_id: merchantId } = order
  const permission = 'Merchant.Payments.Single.View'
  await notify(db, jobs, {
    to: {
      userIds: [order.maker_id],
      otherwise: { audience: 'merchant', permission, merchantId },
    },
    type: 'ActionDecided',
    title,
    description: textWith(texts.why, {
      amount: moneyText(order.amount_minor, order.currency),
      payee: escaped(order.payee_name),
    }),
    objectUrl: `/merchant/payments/single-payment?payout=${id}`,
    ...{ onceFor: `payout ${id} ended`, now: at },
  })
}

export const ownerOf = ({ merchant_id, mode, currency }: OrderRow, at: Date) => ({
  ...{ merchantId: merchant_id, mode, currency, at },
})
