import { allMerchants, monthOf } from './rollups.rules.ts'

interface Sums {
  readonly payments: bigint
  readonly amount_minor: bigint
  readonly captured_minor: bigint
  readonly refunded_minor: bigint
}

interface DaySum extends Sums {
  readonly merchant_id: string
  readonly day: string
  readonly mode: number
  readonly method: string
  readonly provider: string
  readonly currency: string
  readonly status: string
}

export interface GrainSum extends DaySum {
  readonly grain: 'day' | 'month'
}

/**
 * The rollup rows of a merchant's daily sums: by day and by month, for the merchant and for all merchants, without zeros.
 * They are in the order in which every worker locks rows, which prevents deadlocks.
 */
export function rollupRowsOf(sums: readonly DaySum[]): GrainSum[] {
  const rows = new Map<string, GrainSum>()
  for (const sum of sums) {
    for (const merchantId of [sum.merchant_id, allMerchants]) {
      add(rows, { ...headsOf(sum), ...sumsOf(sum), merchant_id: merchantId, grain: 'day' })
      const month = monthOf(sum.day)
      add(rows, {
        ...headsOf(sum),
        ...sumsOf(sum),
        merchant_id: merchantId,
        grain: 'month',
        day: month,
      })
    }
  }
  return [...rows]
    .filter(([, row]) => !isNothing(row))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row)
}

function add(rows: Map<string, GrainSum>, row: GrainSum): void {
  const { merchant_id, grain, day, mode, method, provider, currency, status } = row
  const key = [merchant_id, grain, day, mode, method, provider, currency, status].join(' ')
  const known = rows.get(key)
  rows.set(
    key,
    known === undefined
      ? row
      : {
          ...row,
          payments: known.payments + row.payments,
          amount_minor: known.amount_minor + row.amount_minor,
          captured_minor: known.captured_minor + row.captured_minor,
          refunded_minor: known.refunded_minor + row.refunded_minor,
        },
  )
}

function headsOf({ day, mode, method, provider, currency, status }: DaySum) {
  return { day, mode, method, provider, currency, status }
}

function sumsOf({ payments, amount_minor, captured_minor, refunded_minor }: DaySum): Sums {
  return { payments, amount_minor, captured_minor, refunded_minor }
}

function isNothing(sums: Sums): boolean {
  return (
    sums.payments === 0n &&
    sums.amount_minor === 0n &&
    sums.captured_minor === 0n &&
    sums.refunded_minor === 0n
  )
}
