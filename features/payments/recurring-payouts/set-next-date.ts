import { chosenRail } from '@counterfoil/features/payments/payout-orders/payout-orders.public.ts'
import type { PayoutSpeed } from '@counterfoil/features/payments/payout-orders/payout-orders.schema.ts'
import { executionOf, railTerms } from '@counterfoil/features/payments/payout-orders/rails.rules.ts'
import { addDays, localDay } from '@counterfoil/kit/contract/calendar-days.ts'
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
  missed: {
    code: 'recurring_payout.missed',
    message: 'No payouts were made on this date, and a later one has come since',
  },
} as const
type Why = keyof typeof skipped

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
  localDay(now, railTerms[railOf(recurring)].zone)

/** The day on which the payout of a date goes: the rail's next business day, where the date is none. */
export const goesOn = (recurring: RecurringRecord, day: string): string =>
  executionOf(railOf(recurring), new Date(day), day).day

/**
 * Lets a recurring payout that waited, or was paused, go on with its next date from today on. Dates that have passed are not
 * made up for: they stand in its history with the reason. One whose payout goes on a business day that is still to come, or is
 * today, has not passed.
 */
export async function startFrom(
  db: Db,
  recurring: RecurringRecord,
  why: Why,
  now: Date,
): Promise<void> {
  const today = todayOf(recurring, now)
  const from = recurring.next_day ?? recurring.first_day
  const come = daysBetween(recurrenceOf(recurring), from, today)
  const passed = come.filter((day) => goesOn(recurring, day) < today)
  await skip(db, recurring, passed, why, now)
  await setNextDate(db, recurring, come[passed.length] ?? laterOf(from, today), now)
}

/**
 * Of several dates that have come while no payouts were made, as while the tenant was suspended, the last one is made up for
 * alone: the rent of months is not expected to be paid at once. Answers whether there were earlier ones.
 */
export async function skipMissed(db: Db, recurring: RecurringRecord, now: Date): Promise<boolean> {
  const { next_day: from } = recurring
  if (from === null) return false
  const untilToday = addDays(todayOf(recurring, now), 1)
  const come = daysBetween(recurrenceOf(recurring), from, untilToday)
  const last = come.pop()
  if (last === undefined || come.length === 0) return false
  await skip(db, recurring, come, 'missed', now)
  await setNextDate(db, recurring, last, now)
  return true
}

const skip = (
  db: Db,
  recurring: RecurringRecord,
  days: readonly string[],
  why: Why,
  now: Date,
): Promise<void> =>
  insertRuns(
    db,
    recurring,
    days.map((day) => ({ day, payout_order_id: null, ...skipped[why], created_at: now })),
  )

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
