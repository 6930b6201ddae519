import { chosenRail } from '@counterfoil/features/payments/payout-orders/payout-orders.public.ts'
import type { PayoutSpeed } from '@counterfoil/features/payments/payout-orders/payout-orders.schema.ts'
import {
  executionOf,
  localTime,
  railTerms,
} from '@counterfoil/features/payments/payout-orders/rails.rules.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { daysBetween, nextDayFrom } from './recurrence.rules.ts'
import {
  insertRecurringStep,
  insertRuns,
  type RecurringRecord,
  updateRecurring,
} from './recurring-payouts.queries.ts'
import { recurrenceOf } from './recurring-payouts.rules.ts'

/** Why a date was passed over, by what it waited for. */
const skipped = {
  not_approved: {
    code: 'recurring_payout.not_approved',
    message: 'It was not approved by this date',
  },
  paused: { code: 'recurring_payout.paused', message: 'It was paused on this date' },
} as const

const railOf = ({ currency, amount_minor, speed, ...payee }: RecurringRecord) =>
  chosenRail(
    {
      ...{ currency, amountMinor: amount_minor },
      speed: (speed as PayoutSpeed | null) ?? undefined,
    },
    { country: payee.payee_country, isCard: payee.payee_card_id !== null },
  )

/** Today where the rail has its clock. */
export const todayOf = (recurring: RecurringRecord, now: Date): string =>
  localTime(now, railTerms[railOf(recurring)].zone).day

/** The day on which the payout of a date goes: the rail's next business day, where the date is none. */
export const goesOn = (recurring: RecurringRecord, day: string): string =>
  executionOf(railOf(recurring), new Date(day), day).day

/**
 * Lets a recurring payout that waited, or was paused, go on with its next date from today on. Dates that have passed are not
 * made up for: they stand in its history with the reason.
 */
export async function startFrom(
  db: Db,
  recurring: RecurringRecord,
  why: keyof typeof skipped,
  now: Date,
): Promise<void> {
  const today = todayOf(recurring, now)
  const from = recurring.next_day ?? recurring.first_day
  const missed = daysBetween(recurrenceOf(recurring), from, today)
  await insertRuns(
    db,
    recurring,
    missed.map((day) => ({ day, payout_order_id: null, ...skipped[why], created_at: now })),
  )
  await setNextDate(db, recurring, laterOf(from, today), now)
}

const laterOf = (one: string, other: string): string => [one, other].toSorted()[1] ?? one

/** Sets the first date from a day on, or ends what has none any more. Answers the date. */
export async function setNextDate(
  db: Db,
  recurring: RecurringRecord,
  from: string,
  now: Date,
): Promise<string | null> {
  const day = nextDayFrom(recurrenceOf(recurring), from)
  if (day === null) {
    const ended = { state: 'ended', next_day: null, next_run_at: null, ended_at: now }
    await updateRecurring(db, recurring.id, ended, now)
    await insertRecurringStep(db, recurring, {
      ...{ kind: 'ended', actorId: null, actorName: null, reason: null, at: now },
    })
    return null
  }
  // a date on no business day goes on the next one, and what is missed goes as soon as it can
  const { sendAt } = executionOf(railOf(recurring), now, day)
  const next = { state: 'active', next_day: day, next_run_at: sendAt, failures: 0 }
  await updateRecurring(db, recurring.id, next, now)
  return day
}
