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

/**
 * The figures of each group and currency, in the order in which the groups come first. `chosenBy`: the dimensions by which the
 * payments were chosen.
 */
export function figuresBy(
  facts: readonly Fact[],
  by: readonly Dimension[],
  chosenBy: readonly Dimension[] = [],
): FigureRow[] {
  const undefinedFigures = undefinedBy([...by, ...chosenBy])
  const groups = Map.groupBy(facts, ({ keys, currency }) =>
    // in JSON null differs from the text "null"
    JSON.stringify([...by.map((one) => keys[one] ?? null), currency]),
  )
  return [...groups.values()].map((group) => {
    const [first] = group as [Fact, ...Fact[]]
    return {
      keys: Object.fromEntries(by.map((one) => [one, first.keys[one] ?? null])),
      currency: first.currency,
      figures: { ...figuresOf(group), ...undefinedFigures },
    }
  })
}

/** Null for each figure that means nothing by one of the dimensions. */
const undefinedBy = (by: readonly Dimension[]): Partial<Figures> =>
  Object.fromEntries(measuresNotBy(by).map((one) => [one, null]))

/** The figures that mean nothing of payments that are grouped or chosen by one of the dimensions. */
const measuresNotBy = (by: readonly Dimension[]): Measure[] =>
  (Object.keys(measures) as Measure[]).filter((one) =>
    measures[one].notBy?.some((dimension) => by.includes(dimension)),
  )

/** Whether a figure is none because of what the payments are grouped or chosen by, and not because there is nothing to count. */
export function isUndefinedBy(row: Partial<Figures>, one: Measure): boolean {
  const measure = measures[one]
  return measure.notBy !== undefined && row[measure.kind === 'sum' ? one : measure.of] === null
}

export interface Totals {
  readonly currencies: readonly (Figures & { readonly currency: string })[]
  readonly all: Counts
}

/** The figures of everything: by currency, most payments first, and the counts of all currencies together. */
export function totalsOf(facts: readonly Fact[], chosenBy: readonly Dimension[] = []): Totals {
  const undefinedFigures = undefinedBy(chosenBy)
  const groups = Map.groupBy(facts, ({ currency }) => currency)
  const currencies = [...groups]
    .map(([currency, group]) => ({ currency, ...figuresOf(group), ...undefinedFigures }))
    .sort((a, b) => b.count - a.count)
  return { currencies, all: { ...countsOf(facts), ...undefinedFigures } }
}

/** The weekday of a day, from 1 (Monday) to 7. */
export function weekdayOf(day: string): string {
  return String(new Date(`${day}T00:00:00Z`).getUTCDay() || 7)
}
