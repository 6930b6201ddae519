import type { DashboardSummary, PeriodFigures } from './dashboard.contract.ts'

/** Rollup sums of one day, currency and status. */
export interface DaySums {
  readonly day: string
  readonly currency: string
  readonly status: string
  readonly payments: bigint
  readonly amountMinor: bigint
  readonly capturedMinor: bigint
}

/** What was refunded on a day, whenever the payments were made. */
export interface DayRefunds {
  readonly day: string
  readonly currency: string
  readonly amountMinor: bigint
}

const approved = new Set([
  'partially_reserved',
  'reserved',
  'partially_captured',
  'captured',
  'partially_refunded',
  'refunded',
  'voided',
  'reversed',
])
const refused = new Set(['declined', 'failed', 'blocked'])

const dayMs = 86_400_000
const daysBack = { today: 0, last7: 6, last30: 29 } as const

/** A day some days before another. */
export function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10)
}

/** The first day that the summary needs. */
export const firstDay = (today: string): string => dayBefore(today, daysBack.last30)

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
      const from = dayBefore(today, daysBack[id])
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
  // a day may have refunds and no payments
  for (const { currency } of refunds) if (!groups.has(currency)) groups.set(currency, [])
  return [...groups]
    .map(([currency, group]) => ({
      currency,
      count: Number(sum(group, 'payments')),
      amount: Number(sum(group, 'amountMinor')),
      capturedAmount: Number(sum(group, 'capturedMinor')),
      refundedAmount: Number(
        refunds
          .filter((one) => one.currency === currency)
          .reduce((total, { amountMinor }) => total + amountMinor, 0n),
      ),
      approvalRate: approvalRateOf(group),
    }))
    .sort((a, b) => b.count - a.count)
}

function approvalRateOf(rows: readonly DaySums[]): number | null {
  const count = (of: ReadonlySet<string>) =>
    Number(
      sum(
        rows.filter(({ status }) => of.has(status)),
        'payments',
      ),
    )
  const [yes, no] = [count(approved), count(refused)]
  return yes + no === 0 ? null : yes / (yes + no)
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
