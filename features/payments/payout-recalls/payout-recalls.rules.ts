import { isBusinessDay } from '@counterfoil/features/payments/payout-orders/calendar.rules.ts'
import type {
  PayoutState,
  Rail,
} from '@counterfoil/features/payments/payout-orders/payout-orders.schema.ts'
import { addDays, addMonths } from '@counterfoil/kit/contract/calendar-days.ts'
import { dayMs, hourMs } from '@counterfoil/kit/contract/durations.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { type RecallReason, recallReasons } from './payout-recalls.schema.ts'

// When a payout can be recalled: SEPA's rules. Faster Payments and the Turkish systems have no recall.

interface ReasonTerms {
  /** The scheme's own code. */
  readonly code: string
  /** From the day on which it was sent: banking days of a bank's recall, or months. */
  readonly within: { readonly bankingDays: number } | { readonly months: number }
}

/** Sent twice and technical faults are a bank's recall; a wrong account or amount is a request of its customer. */
export const reasonTerms: Readonly<Record<RecallReason, ReasonTerms>> = {
  duplicate: { code: 'DUPL', within: { bankingDays: 10 } },
  technical: { code: 'TECH', within: { bankingDays: 10 } },
  fraud: { code: 'FRAD', within: { months: 13 } },
  wrong_account: { code: 'AC03', within: { months: 13 } },
  wrong_amount: { code: 'AM09', within: { months: 13 } },
}

const answerBankingDays = 15

const recallableRails: ReadonlySet<Rail> = new Set(['sepa_credit_transfer', 'sepa_instant'])

export interface RecallablePayout {
  readonly rail: Rail
  readonly state: PayoutState
  /** On the rail's calendar; null: nothing was sent. */
  readonly sentOn: string | null
}

export interface RecallOffer {
  readonly reasons: readonly { readonly reason: RecallReason; readonly until: string }[]
  readonly obstacle: Problem | undefined
}

/** For which reasons a payout can be recalled on a day, or why it cannot. */
export function recallOfferOf(
  payout: RecallablePayout,
  earlier: readonly { readonly reason: string; readonly state: string }[],
  today: string,
): RecallOffer {
  const refused = (code: string, text: string): RecallOffer => ({
    reasons: [],
    obstacle: new Problem(`payout_recall.${code}`, 409, text),
  })
  if (payout.state === 'returned') return refused('returned', 'This payout has come back already')
  if (payout.state === 'declined' || payout.state === 'failed') {
    return refused('not_paid', 'This payout was not carried out: there is nothing to recall')
  }
  if (!recallableRails.has(payout.rail)) {
    return refused(
      'no_recall',
      'Transfers over this rail cannot be recalled. Ask the payee, or the payee’s bank, to send the money back.',
    )
  }
  if ((payout.state !== 'sent' && payout.state !== 'paid') || payout.sentOn === null) {
    return refused('not_sent', 'This payout was not sent yet: withdraw it instead')
  }
  if (earlier.some(({ state }) => state === 'asked')) {
    return refused('open', 'A recall of this payout is waiting for its answer')
  }
  const { sentOn } = payout
  const reasons = recallReasons
    .map((reason) => ({ reason, until: lastDayFor(payout.rail, reason, sentOn) }))
    .filter(({ reason, until }) => until >= today && !earlier.some((one) => one.reason === reason))
  if (reasons.length === 0) {
    const text = 'It is too late for a recall, or one was refused for every reason that is left'
    return refused('too_late', text)
  }
  return { reasons, obstacle: undefined }
}

/** The last day on which a recall for a reason can be asked for. */
export function lastDayFor(rail: Rail, reason: RecallReason, sentOn: string): string {
  const { within } = reasonTerms[reason]
  return 'months' in within
    ? addMonths(sentOn, within.months)
    : bankingDaysAfter(rail, sentOn, within.bankingDays)
}

/** By when the scheme has the payee's bank answer. */
export const answerDayOf = (rail: Rail, askedOn: string): string =>
  bankingDaysAfter(rail, askedOn, answerBankingDays)

function bankingDaysAfter(rail: Rail, from: string, count: number): string {
  let day = from
  for (let left = count; left > 0; ) {
    day = addDays(day, 1)
    if (isBusinessDay(rail, day)) left -= 1
  }
  return day
}

/** Why a payee's bank refuses, in words. */
const refusals: Readonly<Record<string, string>> = {
  LEGL: 'The law forbids it',
  CUST: 'The payee does not agree',
  NOAS: 'The payee did not answer',
  AC04: 'The account is closed',
  AM04: 'The account has not enough money',
  ARDT: 'The transfer was sent back already',
  NOOR: 'The bank never received the transfer',
}

export const refusalText = (code: string): string =>
  refusals[code] ?? 'The bank gave no reason that is known'

const firstCheckMs = 2_000
const maxCheckMs = 6 * hourMs

/** When the rail is asked next: ever more rarely. */
export function nextQuestionAt(since: Date, now: Date): Date {
  const ageMs = now.getTime() - since.getTime()
  return new Date(now.getTime() + Math.min(Math.max(firstCheckMs, ageMs / 2), maxCheckMs))
}

/** Banks answer late, too; after this time none is expected any more. */
const graceMs = 30 * dayMs
export const isGivenUp = (answerBy: string, now: Date): boolean =>
  now.getTime() > Date.parse(answerBy) + graceMs
