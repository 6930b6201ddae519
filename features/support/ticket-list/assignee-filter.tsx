import { listAssignees } from '@counterfoil/features/support/tickets/agent-actions.contract.ts'
import { maxOfSeveral } from '@counterfoil/kit/contract/fields.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import {
  FoundFilter,
  FoundPanel,
  foundChoices,
} from '@counterfoil/kit/web/filters/found-filter.tsx'
import { severalOf } from '@counterfoil/kit/web/filters/list-filters.tsx'
import type { ListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { listTexts } from './ticket-list.messages.ts'
import type { TicketFilterName } from './ticket-query.rules.ts'

/** How long the typing rests before colleagues are searched. */
const searchDelayMs = 250
const options = { quiet: true, staleMs: 60_000 }

/** Filters by who works on the tickets; colleagues are searched on the server. */
export function AssigneeFilter({ list }: { list: ListState<TicketFilterName> }) {
  const t = useTexts(listTexts)
  const { value, onChange } = severalOf(list, 'assigneeId')
  const names = useColleagueNames(value)
  return (
    <FoundFilter label={t.assignee} value={value} nameOf={names.nameOf}>
      <FoundColleagues value={value} onChange={onChange} names={names} />
    </FoundFilter>
  )
}

type Names = ReturnType<typeof useColleagueNames>

/** The names of colleagues that were found or chosen; those of a link are looked up. */
function useColleagueNames(chosen: readonly string[]) {
  const t = useTexts(listTexts)
  const [known] = useState(() => new Map<string, string>())
  const fixed = [
    { value: 'me', label: t.me },
    { value: 'none', label: t.nobody },
  ]
  for (const { value, label } of fixed) known.set(value, label)
  const unknown = chosen.filter((id) => !known.has(id))
  const named = useCall(
    listAssignees,
    { query: { ids: unknown.slice(0, maxOfSeveral).join(',') } },
    { ...options, enabled: unknown.length > 0 },
  )
  if (named.data !== undefined) {
    // also for those who left, or they would be asked for again
    for (const id of unknown) known.set(id, id)
    for (const { id, name } of named.data) known.set(id, name)
  }
  return { fixed, known, nameOf: (id: string) => known.get(id) ?? (named.isFetching ? '…' : id) }
}

function FoundColleagues(props: {
  value: readonly string[]
  onChange(ids: string[]): void
  names: Names
}) {
  const t = useTexts(listTexts)
  const { id: ownId } = useUser()
  const { fixed, known, nameOf } = props.names
  const [typed, onType] = useState('')
  const [rested] = useDebouncedValue(typed.trim(), searchDelayMs)
  const search = typed.trim() === '' ? '' : rested
  const people = useCall(listAssignees, { query: { search } }, { ...options, keepPrevious: true })
  const colleagues = (people.data ?? [])
    .filter(({ id }) => id !== ownId)
    .map(({ id, name }) => ({ value: id, label: name }))
  for (const { value, label } of colleagues) known.set(value, label)
  const choices = search === '' ? [...fixed, ...colleagues] : colleagues
  const state = {
    isUnderWay: people.isFetching || search !== typed.trim(),
    isError: people.isError,
  }
  return (
    <FoundPanel
      label={t.assignee}
      value={props.value}
      onChange={props.onChange}
      found={foundChoices(choices, state, nameOf)}
      search={{ typed, onType }}
    />
  )
}
