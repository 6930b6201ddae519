import { searchableText } from '@counterfoil/kit/contract/searchable-text.ts'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'

const searchDelayMs = 300

/** What is typed into a `FoundSelect`, as the query of the call that searches: empty while it is the chosen one's own name. */
export function useFoundSearch(chosenLabel: string | undefined) {
  const [typed, onSearchChange] = useState('')
  const [settled] = useDebouncedValue(typed.trim(), searchDelayMs)
  const isEmpty = settled === '' || chosenLabel === settled
  return { query: isEmpty ? {} : { searchKey: searchableText(settled) }, onSearchChange }
}

/** One of what the server has found; the chosen one stays although a later search does not find it. */
export function FoundSelect<One>(props: {
  readonly label: string
  readonly description: string
  /** Shown when nothing is found. */
  readonly none: string
  readonly found: { readonly data: readonly One[] | undefined; readonly isFetching: boolean }
  readonly chosen: One | undefined
  idOf(one: One): string
  labelOf(one: One): string
  onSearchChange(typed: string): void
  onChoose(one: One | undefined): void
}) {
  const { found, chosen, idOf, labelOf } = props
  const data = found.data ?? []
  const chosenId = chosen === undefined ? null : idOf(chosen)
  const isListed = chosen === undefined || data.some((one) => idOf(one) === chosenId)
  const all = isListed ? data : [chosen, ...data]
  return (
    <Select
      label={props.label}
      description={props.description}
      searchable
      required
      data={all.map((one) => ({ value: idOf(one), label: labelOf(one) }))}
      // the server has searched already
      filter={({ options }) => options}
      nothingFoundMessage={found.isFetching ? undefined : props.none}
      value={chosenId}
      onSearchChange={props.onSearchChange}
      onChange={(value) => props.onChoose(all.find((one) => idOf(one) === value))}
    />
  )
}
