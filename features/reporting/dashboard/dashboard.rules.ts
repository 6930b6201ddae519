import type { DashboardSummary, PeriodFigures } from './dashboard.contract.ts'

/** Rollup sums of one day, currency and status. */
export interface DaySums {
  readonly day: string
  readonly currency: string
  readonly status: string
  readonly payments: bigint
  readonly amountMinor: bigint
  readonly capturedMinor: bigint
  readonly refundedMinor: bigint
}

const approved = new Set([
  'reserved',
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
export function summarise(rows: readonly DaySums[], today: string, now: Date): DashboardSummary {
  return {
    asOf: now.toISOString(),
    today,
    periods: (['today', 'last7', 'last30'] as const).map((id) => {
      const from = dayBefore(today, daysBack[id])
      return { id, from, to: today, currencies: figuresOf(rows.filter(({ day }) => day >= from)) }
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

function figuresOf(rows: readonly DaySums[]): PeriodFigures[] {
  return [...groupBy(rows, ({ currency }) => currency)]
    .map(([currency, group]) => ({
      currency,
      count: Number(sum(group, 'payments')),
      amount: Number(sum(group, 'amountMinor')),
      capturedAmount: Number(sum(group, 'capturedMinor')),
      refundedAmount: Number(sum(group, 'refundedMinor')),
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

type SumName = 'payments' | 'amountMinor' | 'capturedMinor' | 'refundedMinor'

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
