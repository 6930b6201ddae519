import { shownAt } from '@counterfoil/kit/contract/calendar-days.ts'
import type { Condition, RoutedFacts, Rule } from './rule-sets.schema.ts'

/** `unknown`: the payment does not name what is asked for, so the condition does not hold. */
export type Verdict = 'holds' | 'fails' | 'unknown'

/** Whether a condition holds for a payment. */
export function judge(condition: Condition, facts: RoutedFacts): Verdict {
  switch (condition.fact) {
    case 'amount': {
      const { currency, min, max } = condition
      if (currency !== facts.currency) return 'fails'
      const { amountMinor } = facts
      return verdict(
        // of a bigint and a number, which compare exactly, no other bigint is made
        (min === null || amountMinor >= min) && (max === null || amountMinor <= max),
      )
    }
    case 'iin':
      if (facts.iin === null) return 'unknown'
      // six digits each, so that texts compare like numbers
      return verdict(facts.iin >= condition.from && facts.iin <= condition.to)
    case 'time':
      return verdict(isWithin(facts.weekMinute, condition))
    case 'health':
      return verdict(condition.is.includes(facts.health[condition.midId] ?? 'healthy'))
    default: {
      const value = facts[condition.fact]
      if (value === null) return 'unknown'
      return verdict(condition.values.includes(value) !== condition.isNot)
    }
  }
}

const verdict = (holds: boolean): Verdict => (holds ? 'holds' : 'fails')

/** Whether all conditions of a rule hold. */
export const isMet = (rule: Pick<Rule, 'conditions'>, facts: RoutedFacts): boolean =>
  rule.conditions.every((one) => judge(one, facts) === 'holds')

export const minutesOfWeek = 7 * 24 * 60
const minutesOfDay = 24 * 60

const minutesOf = (clock: string): number =>
  Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

/** The parts of the week that a condition names, as minutes since Monday; the end is not included. */
export function spansOf({
  days,
  from,
  to,
}: Extract<Condition, { fact: 'time' }>): { readonly from: number; readonly to: number }[] {
  const [start, end] = [minutesOf(from), minutesOf(to)]
  // until the same time of the next day
  const length = end > start ? end - start : end + minutesOfDay - start
  return [...new Set(days)].flatMap((day) => {
    const begins = (day - 1) * minutesOfDay + start
    const ends = begins + length
    return ends <= minutesOfWeek
      ? [{ from: begins, to: ends }]
      : [
          { from: begins, to: minutesOfWeek },
          { from: 0, to: ends - minutesOfWeek },
        ]
  })
}

type TimeCondition = Extract<Condition, { fact: 'time' }>
/** Of conditions that were asked before: a rule set is asked of many payments. */
const knownSpans = new WeakMap<TimeCondition, ReturnType<typeof spansOf>>()

function isWithin(minute: number, condition: TimeCondition): boolean {
  let spans = knownSpans.get(condition)
  if (spans === undefined) {
    spans = spansOf(condition)
    knownSpans.set(condition, spans)
  }
  return spans.some(({ from, to }) => minute >= from && minute < to)
}

/** Minutes since Monday, 00:00, of an instant in a time zone. */
export function weekMinuteOf(at: Date, timeZone: string): number {
  const shown = shownAt(at, timeZone)
  const day = (shown.getUTCDay() + 6) % 7
  return day * minutesOfDay + shown.getUTCHours() * 60 + shown.getUTCMinutes()
}
