import { listAssignees } from '@counterfoil/features/support/tickets/agent-actions.contract.ts'
import '@counterfoil/kit/web/theme/input-styles.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { formatDay } from '@counterfoil/kit/web/formats/dates.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { stepTexts } from './ticket-steps.messages.ts'

const unassigned = 'none'
/** How long the typing rests before colleagues are searched. */
const searchDelayMs = 250

/** Assigns the chosen tickets to a colleague, or to nobody; `customerId`: the one merchant of them all. */
export function AssignTo(props: {
  readonly customerId: string | undefined
  readonly isDisabled: boolean
  onAssign(assigneeId: string | null): void
}) {
  const t = useTexts(stepTexts)
  const { customerId, isDisabled, onAssign } = props
  const [text, setText] = useState('')
  const typed = text.trim()
  const [rested] = useDebouncedValue(typed, searchDelayMs)
  const search = typed === '' ? '' : rested
  const people = useCall(
    listAssignees,
    { query: { search, ...(customerId === undefined ? {} : { customerId }) } },
    { quiet: true, staleMs: 60_000, keepPrevious: true },
  )
  const colleagues = (people.data ?? []).map(({ id, name, awayUntil }) => ({
    value: id,
    label: awayUntil === null ? name : t.away({ name, until: formatDay(awayUntil) }),
  }))
  return (
    <Select
      size="xs"
      aria-label={t.assignTo}
      placeholder={t.assignTo}
      disabled={isDisabled}
      searchable
      // the server has filtered: there may be more colleagues than one answer has
      filter={({ options: found }) => found}
      searchValue={text}
      onSearchChange={setText}
      value={null}
      data={
        search === '' ? [{ value: unassigned, label: t.unassigned }, ...colleagues] : colleagues
      }
      onChange={(chosen) => {
        if (chosen !== null) onAssign(chosen === unassigned ? null : chosen)
      }}
    />
  )
}
