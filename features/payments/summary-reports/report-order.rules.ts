import type { Dimension } from '@counterfoil/features/reporting/figures/dimensions.schema.ts'
import type { Measure } from '@counterfoil/features/reporting/figures/figures.schema.ts'
import type { ReportRow } from './summary-report.schema.ts'

export interface ReportOrder {
  /** A dimension, the currency or a measure. */
  readonly by: string
  readonly descending: boolean
}

/** These are read in their own order; other groups by how many payments they have. */
const ordered: readonly Dimension[] = ['day', 'month', 'weekday', 'hour']

export function defaultOrder(by: readonly Dimension[]): ReportOrder {
  const [first] = by
  return first !== undefined && ordered.includes(first)
    ? { by: first, descending: first === 'day' || first === 'month' }
    : { by: 'count', descending: true }
}

/** Rows in an order; equal ones by their keys and currency, so that the order is always the same. */
export function sortRows<Row extends ReportRow>(
  rows: readonly Row[],
  by: readonly Dimension[],
  order: ReportOrder,
): Row[] {
  const direction = order.descending ? -1 : 1
  const rest = by.filter((one) => one !== order.by)
  return [...rows].sort(
    (a, b) =>
      direction * compareBy(a, b, order.by) ||
      rest.map((one) => compareTexts(a.keys[one], b.keys[one])).find((result) => result !== 0) ||
      compareTexts(a.currency, b.currency),
  )
}

function compareBy(a: ReportRow, b: ReportRow, by: string): number {
  if (by === 'currency') return compareTexts(a.currency, b.currency)
  if (by in a.keys) return compareTexts(a.keys[by as Dimension], b.keys[by as Dimension])
  return compareNumbers(a[by as Measure], b[by as Measure])
}

/** None comes first. */
const compareTexts = (a: string | null | undefined, b: string | null | undefined): number =>
  (a ?? '') < (b ?? '') ? -1 : (a ?? '') > (b ?? '') ? 1 : 0

const compareNumbers = (a: number | null | undefined, b: number | null | undefined): number =>
  (a ?? Number.NEGATIVE_INFINITY) === (b ?? Number.NEGATIVE_INFINITY)
    ? 0
    : (a ?? Number.NEGATIVE_INFINITY) < (b ?? Number.NEGATIVE_INFINITY)
      ? -1
      : 1
