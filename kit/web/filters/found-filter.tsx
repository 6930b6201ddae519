// A filter whose choices are too many to be fetched: the server is asked as one types.
import { type ReactNode, useState } from 'react'
import { type Choice, Choices, type SearchState, useChosenText } from './choice-filter.tsx'
import { FilterButton } from './filter-button.tsx'

/** What was found so far, with what the chosen ones are called. */
export interface FoundChoices {
  readonly state: SearchState
  /** What was found, with these before it. */
  withChosen(ids: readonly string[]): Choice[]
}

interface FoundFilterProps {
  readonly label: string
  readonly value: readonly string[]
  nameOf(id: string): string
  /** A component with `FoundPanel`: is there while the filter is open, so that nothing is asked before somebody looks. */
  readonly children: ReactNode
}

export function FoundFilter({ label, value, nameOf, children }: FoundFilterProps) {
  return (
    <FilterButton label={label} value={useChosenText(value, nameOf)}>
      {children}
    </FilterButton>
  )
}

export interface FoundPanelProps {
  readonly label: string
  readonly value: readonly string[]
  onChange(ids: string[]): void
}

export function FoundPanel(
  props: FoundPanelProps & {
    readonly found: FoundChoices
    readonly search: { readonly typed: string; onType(typed: string): void }
  },
) {
  const { value, found } = props
  // what is taken away stays until the panel closes: it can be taken back, and the keyboard's place is not lost
  const [held] = useState(() => new Set<string>())
  for (const id of value) held.add(id)
  return <Choices {...props} choices={found.withChosen([...held])} state={found.state} />
}

/** `isUnderWay`: the answer to what was typed last is still to come. */
export function foundChoices(
  found: readonly Choice[],
  { isUnderWay, isError }: { isUnderWay: boolean; isError: boolean },
  nameOf: (id: string) => string,
): FoundChoices {
  const nothing = isUnderWay ? 'searching' : isError ? 'failed' : 'none'
  return {
    state: found.length > 0 ? 'found' : nothing,
    withChosen: (ids) => [
      ...ids
        .filter((id) => !found.some(({ value }) => value === id))
        .map((id) => ({ value: id, label: nameOf(id) })),
      ...found,
    ],
  }
}
