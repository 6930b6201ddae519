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
  failedInFile: 'A payout of a file failed at the bank',
  returnedInFile: 'A payout of a file came back',
  whichInFile: '{amount} to {payee}. Open the file to see it, and whether others follow.',
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
  if (order.batch_id !== null) await notifyOfFile(db, jobs, order, texts.failedInFile, at)
  else if (end.by?.actorId !== order.maker_id) await notifyMaker(db, jobs, order, titleOf(end), at)
}

const titleOf = ({ state, code }: { readonly state: string; readonly code: string }): Text => {
  if (state === 'failed') return texts.failed
  if (code === 'payout.expired') return texts.expired
  return code === 'payout.withdrawn' ? texts.withdrawn : texts.declined
}

/** That money which had gone is back. */
export const notifyOfReturn = (db: Db, jobs: Jobs, order: OrderRow, at: Date): Promise<void> =>
  order.batch_id === null
    ? notifyMaker(db, jobs, order, texts.returned, at)
    : notifyOfFile(db, jobs, order, texts.returnedInFile, at)

/** Who uploaded the file, of the first payout that failed and the first that came back: it may have thousands. */
async function notifyOfFile(db: Db, jobs: Jobs, order: OrderRow, title: Text, at: Date) {
  const { batch_id: batchId, maker_id, merchant_id: merchantId } = order
  const permission = 'Merchant.Payments.Batch.View'
  await notify(db, jobs, {
    to: { userIds: [maker_id], otherwise: { audience: 'merchant', permission, merchantId } },
    type: 'ActionDecided',
    isImportant: true,
    title,
    description: textWith(texts.whichInFile, aboutOf(order)),
    objectUrl: `/merchant/payments/batch-summary?batch=${batchId}`,
    ...{ onceFor: `payout file ${batchId} ${title.en}`, now: at },
  })
}

const aboutOf = ({ amount_minor, currency, payee_name }: OrderRow) => ({
  amount: moneyText(amount_minor, currency),
  payee: escaped(payee_name),
})

/** Who asked for it, or colleagues who see it where that person has left. A server asks for itself. */
async function notifyMaker(
  db: Db,
  jobs: Jobs,
  order: OrderRow,
  title: Text,
  at: Date,
): Promise<void> {
  if (order.maker_type !== 'user') return
  const { id, merchant_id: merchantId } = order
  const permission = 'Merchant.Payments.Single.View'
  await notify(db, jobs, {
    to: {
      userIds: [order.maker_id],
      otherwise: { audience: 'merchant', permission, merchantId },
    },
    type: 'ActionDecided',
    isImportant: true,
    title,
    description: textWith(texts.why, aboutOf(order)),
    objectUrl: `/merchant/payments/single-payment?payout=${id}`,
    ...{ onceFor: `payout ${id} ended`, now: at },
  })
}

export const ownerOf = ({ merchant_id, mode, currency }: OrderRow, at: Date) => ({
  ...{ merchantId: merchant_id, mode, currency, at },
})
