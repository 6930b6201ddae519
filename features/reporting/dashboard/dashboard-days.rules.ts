import { addDays } from '@counterfoil/kit/contract/calendar-days.ts'
// Apart from the figures, so that the browser has these alone.

/** How many days before today each period begins. */
export const daysBack = { today: 0, last7: 6, last30: 29 } as const

/** The first day that the summary needs. */
export const firstDay = (today: string): string => addDays(today, -daysBack.last30)
