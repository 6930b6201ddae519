import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import type { Rail } from './payout-orders.schema.ts'

// Days on which banks settle: TARGET for euro, the Turkish central bank's for lira.

const targetFixed = new Set(['01-01', '05-01', '12-25', '12-26'])
const turkishFixed = new Set([...['01-01', '04-23', '05-01', '05-19', '07-15', '08-30', '10-29']])
/** Religious holidays follow the moon; those of 2026 and 2027. */
const turkishMoving = new Set([
  ...['2026-03-20', '2026-03-21', '2026-03-22', '2026-05-27', '2026-05-28', '2026-05-29'],
  ...['2026-05-30', '2027-03-09', '2027-03-10', '2027-03-11', '2027-05-16', '2027-05-17'],
  ...['2027-05-18', '2027-05-19'],
])

/** Whether a rail that keeps hours settles on this day. */
export function isBusinessDay(rail: Rail, day: string): boolean {
  const weekday = new Date(day).getUTCDay()
  if (weekday === 0 || weekday === 6) return false
  const date = day.slice(5)
  if (rail === 'tr_eft') return !turkishFixed.has(date) && !turkishMoving.has(day)
  return !targetFixed.has(date) && !isEaster(day)
}

/** Good Friday and Easter Monday. */
function isEaster(day: string): boolean {
  const sunday = easterSunday(Number(day.slice(0, 4)))
  const days = (Date.parse(day) - sunday) / dayMs
  return days === -2 || days === 1
}

/** By the Gregorian computus (Meeus). */
function easterSunday(year: number): number {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor(b / 4)
  const e = b % 4
  const f = Math.floor((b + 8) / 25)
  const g = Math.floor((b - f + 1) / 3)
  const h = (19 * a + b - d - g + 15) % 30
  const i = Math.floor(c / 4)
  const k = c % 4
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const month = Math.floor((h + l - 7 * m + 114) / 31)
  const dayOfMonth = ((h + l - 7 * m + 114) % 31) + 1
  return Date.UTC(year, month - 1, dayOfMonth)
}
