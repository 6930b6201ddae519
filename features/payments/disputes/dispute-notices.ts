import { notify } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { disputeReasons } from '@counterfoil/features/payments/action-options/reasons.rules.ts'
import type { Payment } from '@counterfoil/features/payments/processing/payment-views.rules.ts'
import type { Engine } from '@counterfoil/features/payments/processing/payments.public.ts'
import { isDisputeOpen } from '@counterfoil/features/payments/processing/payments.schema.ts'
import { findTenantZone } from '@counterfoil/features/reporting/figures/figures.public.ts'
import { localDay } from '@counterfoil/kit/contract/calendar-days.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { moneyText } from '@counterfoil/kit/contract/money.ts'
import { type Text, textWith } from '@counterfoil/kit/contract/texts.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { escaped } from '@counterfoil/kit/server/codecs/html.ts'
import type { Dispute } from './disputes.queries.ts'

const msg = messagesOf(import.meta.url)

const titles = msg({
  opened: 'A payment is disputed',
  goesOn: 'A dispute goes on to its next stage',
  waitsAgain: 'A dispute waits for an answer again',
  won: 'A dispute was won',
  lost: 'A dispute was lost',
})
const texts = msg({
  answer: '{amount} of payment {payment}. {reason}. Answer it by {day}, or it is lost.',
  ended: '{amount} of payment {payment}. {reason}.',
  inTest: 'In Test: {text}',
  soon: '{count, plural, one {A dispute is} other {# disputes are}} lost soon without an answer',
  until: '{merchant}: answer by {day}.',
})

type What = keyof typeof titles

/** What people learn of a change: undefined where they made it themselves, or nothing is for them to know. */
function whatOf(before: Dispute | undefined, after: Dispute): What | undefined {
  if (before === undefined) return isDisputeOpen(after.state) ? 'opened' : undefined
  if (after.state === 'won' || after.state === 'lost') {
    return after.state === before.state ? undefined : after.state
  }
  if (after.state !== 'opened') return undefined
  if (before.stage !== after.stage) return 'goesOn'
  return before.state === 'opened' ? undefined : 'waitsAgain'
}

/** Notifies the merchant's people who answer disputes of one that begins, waits for an answer again, or has ended. */
export async function notifyOfDispute(
  db: Db,
  { jobs, now }: Engine,
  payment: Payment,
  before: Dispute | undefined,
  after: Dispute,
): Promise<void> {
  const what = whatOf(before, after)
  if (what === undefined) return
  const { id, merchantId, externalId, mode, method, provider } = payment
  const about = {
    amount: moneyText(after.amountMinor, after.currency),
    payment: escaped(externalId ?? id.slice(-12)),
    reason: reasonText(after),
  }
  const { respondBy } = after
  const text =
    respondBy === null || what === 'won' || what === 'lost'
      ? textWith(texts.ended, about)
      : textWith(texts.answer, { ...about, day: await dueText(db, respondBy) })
  await notify(db, jobs, {
    to: {
      ...{ audience: 'merchant', permission: 'Merchant.Transaction.Actions.Dispute', merchantId },
      seeing: { merchantId, method, provider },
    },
    type: 'Dispute',
    isImportant: mode !== 1,
    title: titles[what],
    description: mode === 1 ? textWith(texts.inTest, { text }) : text,
    objectUrl: `/merchant/transaction-management/transaction-lookup/${id}`,
    onceFor: `dispute ${after.id} ${what} ${after.stage} ${after.sequence}`,
    now: now(),
  })
}

/**
 * When an answer is due, by the tenant's clock, which is named: a day alone is another one for readers elsewhere, and one who
 * relies on it may come hours too late.
 */
async function dueText(db: Db, at: Date): Promise<string> {
  const timeZone = (await findTenantZone(db, tenantOf(db))) ?? 'UTC'
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const day = localDay(at, timeZone).split('-').reverse().join('/')
  return `${day} ${at.toLocaleTimeString('en-GB', { timeZone, ...clock })} (${timeZone})`
}

function reasonText({ reasonCode, reason }: Dispute): Text | string {
  const known: Readonly<Partial<Record<string, Text>>> = disputeReasons
  return known[reasonCode] ?? escaped(reason)
}

const forwardTexts = msg({
  title: 'A merchant contests a dispute that no acquirer reports',
  text: '{amount} of payment {payment}. {reason}. The answer is not sent to the acquirer: pass it on, with its files, by {day}.',
})

/** Notifies the operators who see the payment of an answer of its merchant that goes nowhere unless they pass it on. */
export async function notifyToForward(
  db: Db,
  { jobs, now }: Engine,
  { id, merchantId, externalId, method, mode, provider }: Payment,
  dispute: Dispute & { readonly respondBy: Date },
): Promise<void> {
  const text = textWith(forwardTexts.text, {
    amount: moneyText(dispute.amountMinor, dispute.currency),
    payment: escaped(externalId ?? id.slice(-12)),
    reason: reasonText(dispute),
    day: await dueText(db, dispute.respondBy),
  })
  await notify(db, jobs, {
    to: {
      ...{ audience: 'tenant', permission: 'CRM.Transaction.Actions.Dispute', merchantId },
      seeing: { merchantId, method, provider },
    },
    ...{ type: 'Dispute', isImportant: mode !== 1, title: forwardTexts.title },
    description: mode === 1 ? textWith(texts.inTest, { text }) : text,
    objectUrl: `/transaction-management/transaction-lookup/${id}`,
    onceFor: `dispute ${dispute.id} to forward ${dispute.stage}`,
    now: now(),
  })
}

export interface DueDispute {
  readonly id: string
  readonly mode: number
  readonly method: string
  readonly provider: string | null
  readonly paymentId: string
  readonly merchantId: string
  readonly merchantName: string
  readonly respondBy: Date
}

/** Reminds those of a merchant's people and operators who see them of disputes of one mode, method and provider without an answer. */
export async function remindOfDisputes(
  db: Db,
  { jobs, now }: Pick<Engine, 'jobs' | 'now'>,
  disputes: readonly DueDispute[],
): Promise<void> {
  const [first] = disputes.toSorted((a, b) => a.respondBy.getTime() - b.respondBy.getTime())
  if (first === undefined) return
  const { merchantId, method, provider } = first
  const seeing = { merchantId, method, provider }
  const lookup = '/transaction-management/transaction-lookup'
  const page =
    disputes.length === 1 ? `${lookup}/${first.paymentId}` : `${lookup}?disputeState=opened`
  const text = textWith(texts.until, {
    merchant: escaped(first.merchantName),
    day: await dueText(db, first.respondBy),
  })
  const notice = {
    type: 'Dispute',
    isImportant: first.mode !== 1,
    title: textWith(texts.soon, { count: disputes.length }),
    description: first.mode === 1 ? textWith(texts.inTest, { text }) : text,
    now: now(),
  }
  const key = `disputes due ${first.id} ${first.respondBy.toISOString()}`
  await notify(db, jobs, {
    ...notice,
    to: {
      ...{ audience: 'merchant', permission: 'Merchant.Transaction.Actions.Dispute', merchantId },
      seeing,
    },
    ...{ objectUrl: `/merchant${page}`, onceFor: `${key} merchant` },
  })
  await notify(db, jobs, {
    ...notice,
    to: {
      ...{ audience: 'tenant', permission: 'CRM.Transaction.Actions.Dispute', merchantId },
      seeing,
    },
    ...{ objectUrl: page, onceFor: `${key} operators` },
  })
}
