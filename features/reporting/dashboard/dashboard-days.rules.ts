// Apart from the figures, so that the browser has these alone.
import { dayMs } from '@counterfoil/kit/contract/durations.ts'

/** How many days before today each period begins. */
export const daysBack = { today: 0, last7: 6, last30: 29 } as const

/** A day some days before another. */
export function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10)
}

/** The first day that the summary needs. */
export const firstDay = (today: string): string => dayBefore(today, daysBack.last30)
