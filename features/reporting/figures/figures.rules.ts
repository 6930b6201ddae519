import type { Dimension, Keys } from './dimensions.schema.ts'
import type { Counts, Figures, Measure } from './figures.schema.ts'
import { countsOf, figuresOf, measures, type StatusSums } from './measures.rules.ts'

/** Sums with the keys of their group. */
export interface Fact extends StatusSums {
  readonly keys: Keys
}

/** One group in one currency. */
export interface FigureRow {
  readonly keys: Keys
  readonly currency: string
  readonly figures: Figures
}

/** The figures of each group and currency, in the order in which the groups come first. */
export function figuresBy(facts: readonly Fact[], by: readonly Dimension[]): FigureRow[] {
  const ungrouped = ungroupedBy(by)
  const groups = Map.groupBy(facts, ({ keys, currency }) =>
    // in JSON null differs from the text "null"
    JSON.stringify([...by.map((one) => keys[one] ?? null), currency]),
  )
  return [...groups.values()].map((group) => {
    const [first] = group as [Fact, ...Fact[]]
    return {
      keys: Object.fromEntries(by.map((one) => [one, first.keys[one] ?? null])),
      currency: first.currency,
      figures: { ...figuresOf(group), ...ungrouped },
    }
  })
}

/** Null for each figure that is not grouped by one of the dimensions. */
function ungroupedBy(by: readonly Dimension[]): Partial<Figures> {
  const ungrouped = (Object.keys(measures) as Measure[]).filter((one) =>
    measures[one].notBy?.some((dimension) => by.includes(dimension)),
  )
  return Object.fromEntries(ungrouped.map((one) => [one, null]))
}

export interface Totals {
  readonly currencies: readonly (Figures & { readonly currency: string })[]
  readonly all: Counts
}

/** The figures of everything: by currency, most payments first, and the counts of all currencies together. */
export function totalsOf(facts: readonly Fact[]): Totals {
  const groups = Map.groupBy(facts, ({ currency }) => currency)
  const currencies = [...groups]
    .map(([currency, group]) => ({ currency, ...figuresOf(group) }))
    .sort((a, b) => b.count - a.count)
  return { currencies, all: countsOf(facts) }
}

/** The weekday of a day, from 1 (Monday) to 7. */
export function weekdayOf(day: string): string {
  return String(new Date(`${day}T00:00:00Z`).getUTCDay() || 7)
}
