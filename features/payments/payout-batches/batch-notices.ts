import { notify } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { notifyDeciders } from '@counterfoil/features/payments/payout-orders/payout-orders.public.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { moneyText } from '@counterfoil/kit/contract/money.ts'
import { inEachLanguage, type Text, textIn, textWith } from '@counterfoil/kit/contract/texts.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import { escaped } from '@counterfoil/kit/server/codecs/html.ts'
import type { BatchRecord } from './payout-batches.queries.ts'

const msg = messagesOf(import.meta.url)

const texts = msg({
  waits: 'A payout file waits for your approval',
  what: '{file}: {count, plural, one {# payout} other {# payouts}}, {amount} in all. Uploaded by {maker}.',
  declined: 'A payout file was declined',
  expired: 'A payout file was not approved in time',
  stopped: 'A payout file was stopped by a colleague',
  why: '{file}. Open it to see why.',
})

/** Notifies those who decide that a file waits for them. */
export function notifyOfWaiting(
  db: Db,
  jobs: Jobs,
  { id, merchant_id: merchantId, file_name, maker_id, maker_name }: BatchRecord,
  about: {
    readonly count: number
    /** In minor units, by currency. */
    readonly sums: ReadonlyMap<string, bigint>
    readonly side: 'operator' | 'merchant'
    readonly now: Date
  },
): Promise<void> {
  const { count, sums, side, now } = about
  const amounts = [...sums].map(([currency, minor]) => moneyText(minor, currency))
  const amount = inEachLanguage((language) =>
    amounts.map((one) => textIn(one, language)).join(' + '),
  )
  const named = { file: escaped(file_name), maker: escaped(maker_name) }
  return notifyDeciders(db, jobs, {
    ...{ merchantId, side, title: texts.waits, now },
    description: textWith(texts.what, { ...named, count, amount }),
    exceptUserId: maker_id,
    onceFor: `payout file ${id} waits`,
  })
}

/** Notifies who uploaded a file, or colleagues who see its page, how it ended before all of it was paid. */
export async function notifyOfEnd(
  db: Db,
  jobs: Jobs,
  { id, merchant_id: merchantId, maker_id, file_name }: BatchRecord,
  how: 'declined' | 'expired' | 'stopped',
  now: Date,
): Promise<void> {
  const permission = 'Merchant.Payments.Batch.View'
  const title: Text = texts[how]
  await notify(db, jobs, {
    to: { userIds: [maker_id], otherwise: { audience: 'merchant', permission, merchantId } },
    type: 'ActionDecided',
    title,
    description: textWith(texts.why, { file: escaped(file_name) }),
    objectUrl: `/merchant/payments/batch-summary?batch=${id}`,
    ...{ onceFor: `payout file ${id} ${how}`, now },
  })
}
