import { dayMs, hourMs } from '@counterfoil/kit/contract/durations.ts'
import { randomOf, seedOf } from '../random.ts'
import type { GeneratedTenant } from './organisations.ts'

/** What is to be made: `count` payments over the days before `until`. */
export interface Calendar {
  readonly count: number
  readonly days: number
  /** Midnight, UTC; or within a day, which is then the last one, and not over. */
  readonly until: Date
}

/** How busy each hour of the day is, at the merchant's place. */
export const hourWeights: readonly number[] = [
  ...[1, 1, 1, 1, 1, 2, 4, 7, 10, 12, 13, 14],
  ...[14, 13, 13, 13, 14, 15, 16, 16, 14, 10, 6, 3],
]

/** The last midnight, UTC, before or at an instant: a history ends there. */
export const midnightBefore = (at: Date): Date => new Date(Math.floor(at.getTime() / dayMs) * dayMs)

/** The midnight on which a day begins; day 0 is the first. */
export function dayStart(calendar: Calendar, day: number): number {
  const end = Math.ceil(calendar.until.getTime() / dayMs) * dayMs
  return end - (calendar.days - day) * dayMs
}

/** What of a day's payments there are by an instant of it. */
function shareBy(ms: number): number {
  const hours = Math.min(24, Math.max(0, ms / hourMs))
  const sum = (weights: readonly number[]) => weights.reduce((total, weight) => total + weight, 0)
  const begun = hourWeights[Math.floor(hours)] ?? 0
  return (sum(hourWeights.slice(0, Math.floor(hours))) + begun * (hours % 1)) / sum(hourWeights)
}

/**
 * How many payments each tenant has on each day: `[day][tenant]`. Business grows over the years, weekends are busier,
 * the weeks before Christmas busiest. Adds up to exactly `count`.
 */
export function paymentsByDay(
  calendar: Calendar,
  tenants: readonly Pick<GeneratedTenant, 'share'>[],
): number[][] {
  const counts = tenants.map(({ share }, at) => {
    const before = tenants.slice(0, at).reduce((sum, one) => sum + one.share, 0)
    // from running totals, so that nothing is lost or made by rounding
    return Math.round(calendar.count * (before + share)) - Math.round(calendar.count * before)
  })
  const byTenant = counts.map((count, at) => spread(count, dayWeights(calendar, at)))
  return Array.from({ length: calendar.days }, (_, day) => byTenant.map((days) => days[day] ?? 0))
}

function dayWeights(calendar: Calendar, tenantAt: number): number[] {
  return Array.from({ length: calendar.days }, (_, day) => {
    const date = new Date(dayStart(calendar, day))
    const random = randomOf(seedOf(11, tenantAt, date.getTime() / dayMs))
    const growth = 0.6 + 0.8 * (day / calendar.days)
    const weekday = [1.05, 0.85, 0.85, 0.9, 1, 1.2, 1.3][date.getUTCDay()] ?? 1
    const month = date.getUTCMonth()
    const season = month === 11 ? 1.5 : month === 10 ? 1.3 : month === 0 ? 0.8 : 1
    const whole = growth * weekday * season * (0.85 + 0.3 * random.fraction())
    return whole * shareBy(calendar.until.getTime() - date.getTime())
  })
}

/** Deals `count` out by weight, in whole numbers that add up to it. */
function spread(count: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  let passed = 0
  let dealt = 0
  return weights.map((weight) => {
    passed += weight
    const upTo = Math.round((count * passed) / sum)
    const own = upTo - dealt
    dealt = upTo
    return own
  })
}
