import {
  countsOf,
  type StatusSums,
} from '@counterfoil/features/reporting/figures/measures.rules.ts'
import { addDays } from '@counterfoil/kit/contract/calendar-days.ts'
import type { DashboardSummary, PeriodFigures } from './dashboard.contract.ts'
import { daysBack } from './dashboard-days.rules.ts'

/** Rollup sums of one day, currency and status. */
export interface DaySums extends StatusSums {
  readonly day: string
}

/** What was refunded on a day, whenever the payments were made. */
export interface DayRefunds {
  readonly day: string
  readonly currency: string
  readonly refundedMinor: bigint
}

/** Builds the dashboard from the sums of thirty days. Currencies are never added up. */
export function summarise(
  rows: readonly DaySums[],
  refunds: readonly DayRefunds[],
  today: string,
  now: Date,
): DashboardSummary {
  return {
    asOf: now.toISOString(),
    today,
    periods: (['today', 'last7', 'last30'] as const).map((id) => {
      const from = addDays(today, -daysBack[id])
      const isWithin = ({ day }: { day: string }) => day >= from && day <= today
      const currencies = figuresOf(rows.filter(isWithin), refunds.filter(isWithin))
      return { id, from, to: today, currencies }
    }),
    statuses: [...groupBy(rows, ({ status }) => status)]
      .map(([status, group]) => ({ status, count: Number(sum(group, 'payments')) }))
      .sort((a, b) => b.count - a.count),
    days: [...groupBy(rows, ({ day, currency }) => `${day} ${currency}`)].map(([key, group]) => {
      const [day = '', currency = ''] = key.split(' ')
      return {
        day,
        currency,
        count: Number(sum(group, 'payments')),
        capturedAmount: Number(sum(group, 'capturedMinor')),
      }
    }),
  }
}

function figuresOf(rows: readonly DaySums[], refunds: readonly DayRefunds[]): PeriodFigures[] {
  const groups = groupBy(rows, ({ currency }) => currency)
  // a day may have refunds and no payments; one on which only fees or disputes moved has nothing to show
  for (const { currency, refundedMinor } of refunds) {
    if (refundedMinor !== 0n && !groups.has(currency)) groups.set(currency, [])
  }
  return [...groups]
    .map(([currency, group]) => ({
      currency,
      count: Number(sum(group, 'payments')),
      amount: Number(sum(group, 'amountMinor')),
      capturedAmount: Number(sum(group, 'capturedMinor')),
      refundedAmount: Number(
        refunds
          .filter((one) => one.currency === currency)
          .reduce((total, { refundedMinor }) => total + refundedMinor, 0n),
      ),
      approvalRate: countsOf(group).approvalRate,
    }))
    .sort((a, b) => b.count - a.count)
}

type SumName = 'payments' | 'amountMinor' | 'capturedMinor'

const sum = (rows: readonly DaySums[], name: SumName): bigint =>
  rows.reduce((total, row) => total + row[name], 0n)

function groupBy(rows: readonly DaySums[], keyOf: (row: DaySums) => string) {
  const groups = new Map<string, DaySums[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}
