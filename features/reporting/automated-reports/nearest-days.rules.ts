import { addDays, addMonths, countDays } from '@counterfoil/kit/contract/calendar-days.ts'
import type { ReportDays, RunTimes } from './next-run.rules.ts'

/** The days of a report as its page has them: the address of the page names both, one or none. */
export interface PageDays {
  readonly dateFrom?: string | undefined
  readonly dateTo?: string | undefined
}

export interface NearestDays {
  readonly days: ReportDays
  /** The page's own days, where the choice is of others. */
  readonly instead?: { readonly from: string; readonly to: string }
}

/** Of a page whose days have no beginning. */
const usualDays = 30

/** About how many days the choices have that others stand for. */
const lengths = [
  ['yesterday', 1],
  ['last_seven', 7],
  ['last_month', 30],
] as const

/** The choice that is of the page's days, or of about as many; undefined where the page names none. */
export function nearestDays(page: PageDays, today: string): NearestDays | undefined {
  const { dateFrom, dateTo = today } = page
  if (dateFrom === undefined && page.dateTo === undefined) return undefined
  const to = dateTo.slice(0, 10)
  const from = dateFrom?.slice(0, 10) ?? addDays(to, 1 - usualDays)
  const isOfDays = dateFrom?.length === 10 && dateTo.length === 10
  const same = Object.entries(spansAt(today)).find(
    ([, [first, last]]) => isOfDays && first === from && last === to,
  )
  if (same !== undefined) return { days: same[0] as ReportDays }
  const length = countDays(from, to)
  const [days] = lengths.reduce((best, one) =>
    Math.abs(one[1] - length) < Math.abs(best[1] - length) ? one : best,
  )
  return { days, instead: { from, to } }
}

/** How often a report of these days has something new: of a month on its first day, of a week on Monday. */
export function usualTimes(days: ReportDays): Pick<RunTimes, 'frequency' | 'day'> {
  if (days === 'last_month') return { frequency: 'monthly', day: 1 }
  if (days === 'last_week') return { frequency: 'weekly', day: 1 }
  return { frequency: 'daily', day: null }
}

/** What each choice is of on a day. */
function spansAt(today: string): Readonly<Record<ReportDays, readonly [string, string]>> {
  const yesterday = addDays(today, -1)
  const monday = addDays(today, -((new Date(today).getUTCDay() + 6) % 7))
  const month = `${today.slice(0, 7)}-01`
  return {
    yesterday: [yesterday, yesterday],
    last_seven: [addDays(today, -7), yesterday],
    last_week: [addDays(monday, -7), addDays(monday, -1)],
    this_month: [month, today],
    last_month: [addMonths(month, -1), addDays(month, -1)],
  }
}
