import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import type { Rail } from './payout-orders.schema.ts'

// Days on which banks settle: TARGET for euro, the Turkish central bank's for lira.

const targetFixed = new Set(['01-01', '05-01', '12-25', '12-26'])
const turkishFixed = new Set(['01-01', '04-23', '05-01', '05-19', '07-15', '08-30', '10-29'])
/**
 * Ramazan (three days from 1 Shawwal) and Kurban Bayramı (four from 10 Dhu al-Hijjah). From 2017 to 2027 they fall on these days of
 * the Umm al-Qura calendar; later ones are published some years ahead, and can be a day off.
 */
const turkishMoving = [
  { month: 10, first: 1, last: 3 },
  { month: 12, first: 10, last: 13 },
]
const islamic = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura', {
  ...{ month: 'numeric', day: 'numeric', timeZone: 'UTC' },
})

/** Whether a rail that keeps hours settles on this day. */
export function isBusinessDay(rail: Rail, day: string): boolean {
  const weekday = new Date(day).getUTCDay()
  if (weekday === 0 || weekday === 6) return false
  const date = day.slice(5)
  if (rail === 'tr_eft') return !turkishFixed.has(date) && !isBayram(day)
  return !targetFixed.has(date) && !isEaster(day)
}

function isBayram(day: string): boolean {
  const parts = islamic.formatToParts(Date.parse(day))
  const numberOf = (type: 'month' | 'day') => Number(parts.find((one) => one.type === type)?.value)
  const [month, date] = [numberOf('month'), numberOf('day')]
  return turkishMoving.some((of) => of.month === month && date >= of.first && date <= of.last)
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
