import { formatDay } from '@counterfoil/kit/web/formats/dates.tsx'
import '@counterfoil/kit/web/theme/input-styles.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { inputRules } from '@counterfoil/kit/web/form/input-kinds.ts'
import { RuledInput } from '@counterfoil/kit/web/form/ruled-input.tsx'
import { useShortcuts } from '@counterfoil/kit/web/overlays/shortcuts.ts'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button, Checkbox, NativeSelect, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import {
  assignCustomerTicket,
  assignTenantTicket,
  listAssignees,
  setBillable,
  setJiraTicket,
  setNonBillable,
} from './agent-actions.contract.ts'
import { priorities } from './terms.schema.ts'
import type { TicketApi } from './ticket-api.rules.ts'
import { ticketLabel } from './ticket-labels.rules.ts'
import { ticketTexts } from './ticket-page.messages.ts'
import classes from './ticket-page.module.css'
import type { TicketDetails } from './tickets.contract.ts'

interface FieldProps {
  readonly ticket: TicketDetails
  readonly api: TicketApi
}

/** Shows the priority, and lets one change it. */
export function PriorityField({ ticket, api }: FieldProps) {
  const t = useTexts(ticketTexts)
  const { language } = useLanguage()
  const change = useAction(api.calls.priority)
  const select = useRef<HTMLSelectElement>(null)
  const mayChange = ticket.actions.includes('priority')
  useShortcuts(
    t.title,
    mayChange ? [{ key: 'p', label: t.changePriority, run: () => select.current?.focus() }] : [],
  )
  if (!mayChange) return ticketLabel('priority', ticket.priority, language)
  return (
    <NativeSelect
      ref={select}
      size="xs"
      aria-label={t.priority}
      value={ticket.priority}
      disabled={change.isRunning}
      data={priorities.map((value) => ({
        value,
        label: ticketLabel('priority', value, language),
      }))}
      onChange={(event) =>
        change.run({
          params: api.params,
          body: { priority: event.currentTarget.value as (typeof priorities)[number] },
        })
      }
    />
  )
}

const unassigned = 'none'
/** How long the typing rests before colleagues are searched. */
const searchDelayMs = 250

/** Shows who works on the ticket, and lets one assign it to a colleague who may see it. */
export function AssigneeField({ ticket, api }: FieldProps) {
  const t = useTexts(ticketTexts)
  const { customerId, tenantId } = api.params
  const { ticketId, assignee } = ticket
  const [text, setText] = useState('')
  // the field shows who is chosen, which is no search
  const shown = useRef<string>(undefined)
  const typed = text === shown.current ? '' : text.trim()
  const [rested] = useDebouncedValue(typed, searchDelayMs)
  const search = typed === '' ? '' : rested
  const people = useCall(
    listAssignees,
    { query: { search, ...(customerId === undefined ? {} : { customerId }) } },
    { quiet: true, staleMs: 60_000, keepPrevious: true },
  )
  const assignCustomers = useAction(assignCustomerTicket, { rereadsOnConflict: true })
  const assignTenants = useAction(assignTenantTicket, { rereadsOnConflict: true })
  const options = (people.data ?? []).map(({ id, name, awayUntil }) => ({
    value: id,
    label: awayUntil === null ? name : t.away({ name, until: formatDay(awayUntil) }),
  }))
  const isKnown = assignee === null || options.some(({ value }) => value === assignee.id)
  const data = [
    { value: unassigned, label: t.nobody },
    ...(isKnown || assignee === null ? [] : [{ value: assignee.id, label: assignee.name }]),
    ...options,
  ]
  shown.current = data.find(({ value }) => value === (assignee?.id ?? unassigned))?.label
  function assign(chosen: string | null) {
    const body = {
      assignee: chosen === null || chosen === unassigned ? null : chosen,
      from: assignee?.id ?? null,
    }
    return tenantId === undefined
      ? assignCustomers.run({ params: { customerId: customerId ?? '', ticketId }, body })
      : assignTenants.run({ params: { tenantId, ticketId }, body })
  }
  return (
    <Select
      size="xs"
      aria-label={t.assignee}
      searchable
      // the server has filtered: there may be more colleagues than one answer has
      filter={({ options: found }) => found}
      onSearchChange={setText}
      allowDeselect={false}
      disabled={assignCustomers.isRunning || assignTenants.isRunning}
      data={data}
      value={assignee?.id ?? unassigned}
      onChange={assign}
    />
  )
}

/** A checkbox for whether the tenant pays for the work. */
export function BillableField({ ticket, api }: FieldProps) {
  const t = useTexts(ticketTexts)
  const bill = useAction(setBillable)
  const exempt = useAction(setNonBillable)
  const params = { tenantId: api.params.tenantId ?? '', ticketId: ticket.ticketId }
  return (
    <Checkbox
      size="xs"
      aria-label={t.billable}
      // shows the choice at once, before the server has answered
      checked={bill.isRunning || (!exempt.isRunning && ticket.billable === true)}
      disabled={bill.isRunning || exempt.isRunning}
      onChange={(event) => (event.currentTarget.checked ? bill : exempt).run({ params })}
    />
  )
}

/** The key of the Jira issue for the same work. */
export function JiraField({ ticket, api }: FieldProps) {
  const t = useTexts(ticketTexts)
  const [typed, setTyped] = useState(ticket.jiraTicket ?? '')
  const save = useAction(setJiraTicket, { quiet: true })
  useEffect(() => setTyped(ticket.jiraTicket ?? ''), [ticket.jiraTicket])
  const isChanged = typed.trim() !== (ticket.jiraTicket ?? '')
  function submit(event: FormEvent) {
    event.preventDefault()
    const params = { tenantId: api.params.tenantId ?? '', ticketId: ticket.ticketId }
    void save.run({ params, body: { jiraTicket: typed.trim() === '' ? null : typed.trim() } })
  }
  return (
    <form onSubmit={submit} className={classes.inline}>
      <RuledInput
        size="xs"
        rule={{ ...inputRules.text, maxLength: 50 }}
        aria-label={t.jira}
        placeholder={t.jiraHint}
        value={typed}
        error={save.problem === null ? undefined : t.jiraHint}
        onValue={setTyped}
      />
      {isChanged && (
        <Button type="submit" size="xs" loading={save.isRunning}>
          {t.save}
        </Button>
      )}
    </form>
  )
}
