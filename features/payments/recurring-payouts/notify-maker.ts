import { notify } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { moneyText } from '@counterfoil/kit/contract/money.ts'
import { type Text, textWith } from '@counterfoil/kit/contract/texts.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import { escaped } from '@counterfoil/kit/server/codecs/html.ts'
import type { RecurringRecord } from './recurring-payouts.queries.ts'

const msg = messagesOf(import.meta.url)

const texts = msg({
  notMade: 'A recurring payout was not made',
  next: '{amount} to {payee} was due on {day}. Open it to see why. Its next date is {next}.',
  last: '{amount} to {payee} was due on {day}. Open it to see why. It was the last date.',
  declined: 'A recurring payout was declined',
  why: '{amount} to {payee}. Open it to see why. None of its dates is paid.',
})

const aboutOf = ({ amount_minor, currency, payee_name }: RecurringRecord) => ({
  amount: moneyText(amount_minor, currency),
  payee: escaped(payee_name),
})

/** Of a date that was not paid. `next`: the date that comes now; null: none any more. */
export function notifyOfRefusal(
  db: Db,
  jobs: Jobs,
  recurring: RecurringRecord,
  { day, next, at }: { readonly day: string; readonly next: string | null; readonly at: Date },
): Promise<void> {
  const about = { ...aboutOf(recurring), day }
  const description =
    next === null ? textWith(texts.last, about) : textWith(texts.next, { ...about, next })
  const notice = { type: 'RecurringPayoutRefused', title: texts.notMade, description, of: day, at }
  return notifyMaker(db, jobs, recurring, notice)
}

/** That it was declined, or not confirmed in time. */
export function notifyOfDecline(
  db: Db,
  jobs: Jobs,
  recurring: RecurringRecord,
  at: Date,
): Promise<void> {
  const description = textWith(texts.why, aboutOf(recurring))
  const title = texts.declined
  const notice = { type: 'ActionDecided', title, description, of: 'declined', at }
  return notifyMaker(db, jobs, recurring, notice)
}

/** Who made it, or colleagues who see its page where that person has left. */
async function notifyMaker(
  db: Db,
  jobs: Jobs,
  { id, maker_id, merchant_id: merchantId }: RecurringRecord,
  notice: {
    readonly type: string
    readonly title: Text
    readonly description: Text
    readonly of: string
    readonly at: Date
  },
): Promise<void> {
  const { type, title, description, of, at } = notice
  const permission = 'Merchant.Payments.Single.View'
  await notify(db, jobs, {
    to: { userIds: [maker_id], otherwise: { audience: 'merchant', permission, merchantId } },
    ...{ type, title, description, isImportant: true },
    objectUrl: `/merchant/payments/recurring-payments?recurring=${id}`,
    ...{ onceFor: `recurring payout ${id} ${of}`, now: at },
  })
}
