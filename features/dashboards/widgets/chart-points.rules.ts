import type { Measure } from '@counterfoil/features/reporting/figures/figures.schema.ts'
import {
  type MeasureDeclaration,
  measures,
} from '@counterfoil/features/reporting/figures/measures.rules.ts'
import { daysOf } from '@counterfoil/kit/contract/calendar-days.ts'
import { hourMs } from '@counterfoil/kit/contract/durations.ts'
import type { WidgetData, WidgetRow } from './widget.schema.ts'

export const timeColumns: readonly string[] = ['day', 'month', 'weekday', 'hour']

export interface ChartRow {
  readonly key: string
  /** Undefined: a day without any. */
  readonly row: WidgetRow | undefined
  readonly values: readonly (number | null)[]
  readonly to: string | undefined
  readonly isPartial: boolean
}

type Column = Pick<WidgetData['columns'][number], 'id' | 'unit'>

/** The currencies of the rows, the most payments first. */
export function currenciesOf({ data }: Pick<WidgetData, 'data'>): string[] {
  const counts = new Map<string, number>()
  for (const { baseCurrency, count } of data) {
    if (baseCurrency !== null)
      counts.set(baseCurrency, (counts.get(baseCurrency) ?? 0) + (count ?? 0))
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([currency]) => currency)
}

/** A point for each value of a column, in the order of the rows, or the biggest first where the rows are so; counts of currencies are added up, amounts never. */
export function chartRows(
  { data, from, to }: Pick<WidgetData, 'data' | 'from' | 'to'>,
  axis: string,
  columns: readonly Column[],
  currency: string | undefined,
): ChartRow[] {
  const rows = data.filter(
    ({ baseCurrency }) => currency === undefined || baseCurrency === currency,
  )
  const groups = Map.groupBy(
    rows,
    (row) => row.keys[axis] ?? JSON.stringify(row.cells[axis] ?? null),
  )
  const sizes = rows.map(({ count }) => count ?? 0)
  const isBiggestFirst = sizes.every((size, at) => size <= (sizes[at - 1] ?? size))
  const found = [...groups].toSorted(([, a], [, b]) =>
    isBiggestFirst && !timeColumns.includes(axis) ? sizeOf(b) - sizeOf(a) : 0,
  )
  const keys = keysOf(
    axis,
    found.map(([key]) => key),
    from,
    to,
  )
  return keys.map((key) => {
    const group = groups.get(key) ?? []
    const [row] = group
    return {
      key,
      row,
      values: columns.map((column) => groupValue(group, column)),
      to: linkOfGroup(group, columns),
      isPartial: row?.isPartial ?? false,
    }
  })
}

/**
 * Rows that differ in their currency alone lead together to the payments of these currencies; others to no one list. Rows
 * without payments add none.
 */
function linkOfGroup(group: readonly WidgetRow[], columns: readonly Column[]): string | undefined {
  const figure = columns[0]?.id === 'before' ? 'before' : 'count'
  const links = group
    .filter(({ cells }) => cells[figure] !== 0)
    .map((row) => linkOfPoint(row, columns))
  if (links.length < 2) return links[0]
  const apart = links.map((link) => {
    const [path = '', query] = (link ?? '').split('?')
    const filters = new URLSearchParams(query)
    const currency = filters.get('currency') ?? ''
    filters.delete('currency')
    return { path, rest: filters.toString(), currency }
  })
  const [first] = apart
  if (first === undefined || apart.some((one) => one.currency === '')) return undefined
  if (apart.some((one) => one.path !== first.path || one.rest !== first.rest)) return undefined
  const currencies = apart.map(({ currency }) => currency).join(',')
  return `${first.path}?${first.rest}&currency=${currencies}`
}

/** To the payments that the first figure counts, or to all of the group; never to those of other days. */
function linkOfPoint({ links }: WidgetRow, [first]: readonly Column[]): string | undefined {
  return links[first?.id ?? ''] ?? (first?.id === 'before' ? undefined : links.count)
}

const sizeOf = (group: readonly WidgetRow[]) =>
  group.reduce((total, { count }) => total + (count ?? 0), 0)

function groupValue(group: readonly WidgetRow[], { id, unit }: Column): number | null {
  const sum = (of: string) =>
    group.reduce(
      (total, { cells }) => total + (typeof cells[of] === 'number' ? Number(cells[of]) : 0),
      0,
    )
  const measure = measures[id as Measure] as MeasureDeclaration | undefined
  const isRatio = measure?.kind === 'ratio'
  if (unit !== 'share' && !isRatio) return group.length === 0 ? 0 : sum(id)
  if (group.length === 1) {
    const value = group[0]?.cells[id]
    return typeof value === 'number' ? value : null
  }
  if (measure?.kind !== 'ratio' || measure.unit === 'money') return null
  // ratios of several currencies are divided anew, never averaged
  const per = measure.per.reduce((total, one) => total + sum(one), 0)
  return per > 0 ? sum(measure.of) / per : null
}

/** Of days and hours also those without any, as a chart along time would else leave them out unseen. */
function keysOf(axis: string, found: string[], from: string | null, to: string | null): string[] {
  if (from === null || to === null) return found
  if (axis === 'day') return daysOf(from.slice(0, 10), to.slice(0, 10))
  return axis === 'hour' && from.includes('T') && to.includes('T')
    ? hoursBetween(found, from, to)
    : found
}

/** As an hour of the zone begins where the known ones do: some zones are half an hour apart. */
function hoursBetween([known, ...others]: string[], from: string, to: string): string[] {
  if (known === undefined) return []
  const first = Date.parse(known)
  const begin = first - Math.floor((first - Date.parse(from)) / hourMs) * hourMs
  const hours: string[] = []
  for (let at = begin; at <= Date.parse(to); at += hourMs) {
    hours.push(new Date(at).toISOString().replace('.000Z', 'Z'))
  }
  return [...new Set([...hours, known, ...others])].sort()
}
