import '@counterfoil/kit/web/theme/input-styles.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button, Checkbox, NativeSelect, Select, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import {
  assignCustomerTicket,
  assignTenantTicket,
  listAssignees,
  setBillable,
  setJiraTicket,
  setNonBillable,
} from './desk.contract.ts'
import { priorities } from './terms.contract.ts'
import type { TicketCallsByRole } from './ticket-calls.rules.ts'
import { ticketLabel } from './ticket-labels.rules.ts'
import { ticketTexts } from './ticket-page.messages.ts'
import classes from './ticket-page.module.css'
import type { TicketDetails } from './tickets.contract.ts'

interface FieldProps {
  readonly ticket: TicketDetails
  readonly seat: TicketCallsByRole
}

/** How urgent it is, and another urgency by choosing it. */
export function PriorityField({ ticket, seat }: FieldProps) {
  const t = useTexts(ticketTexts)
  const { language } = useLanguage()
  const change = useAction(seat.calls.priority)
  if (!ticket.actions.includes('priority'))
    return ticketLabel('priority', ticket.priority, language)
  return (
    <NativeSelect
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
          params: seat.params,
          body: { priority: event.currentTarget.value as (typeof priorities)[number] },
        })
      }
    />
  )
}

const nobody = 'none'

/** Who works on it: a colleague who may see it. */
export function AssigneeField({ ticket, seat }: FieldProps) {
  const t = useTexts(ticketTexts)
  const { customerId, tenantId } = seat.params
  const people = useCall(
    listAssignees,
    { query: customerId === undefined ? {} : { customerId } },
    { quiet: true, staleMs: 60_000 },
  )
  const ofCustomer = useAction(assignCustomerTicket)
  const ofTenant = useAction(assignTenantTicket)
  const { ticketId, assignee } = ticket
  const known = (people.data ?? []).map(({ id, name, awayUntil }) => ({
    value: id,
    label: awayUntil === null ? name : t.away(name, awayUntil.split('-').reverse().join('/')),
  }))
  const isKnown = assignee === null || known.some(({ value }) => value === assignee.id)
  function assign(chosen: string | null) {
    const body = { assignee: chosen === null || chosen === nobody ? null : chosen }
    return tenantId === undefined
      ? ofCustomer.run({ params: { customerId: customerId ?? '', ticketId }, body })
      : ofTenant.run({ params: { tenantId, ticketId }, body })
  }
  return (
    <Select
      size="xs"
      aria-label={t.assignee}
      searchable
      allowDeselect={false}
      disabled={ofCustomer.isRunning || ofTenant.isRunning}
      data={[
        { value: nobody, label: t.nobody },
        ...(isKnown || assignee === null ? [] : [{ value: assignee.id, label: assignee.name }]),
        ...known,
      ]}
      value={assignee?.id ?? nobody}
      onChange={assign}
    />
  )
}

/** Whether the tenant pays for the work. */
export function BillableField({ ticket, seat }: FieldProps) {
  const t = useTexts(ticketTexts)
  const yes = useAction(setBillable)
  const no = useAction(setNonBillable)
  const params = { tenantId: seat.params.tenantId ?? '', ticketId: ticket.ticketId }
  return (
    <Checkbox
      size="xs"
      aria-label={t.billable}
      // as it was chosen, not only once the server says so
      checked={yes.isRunning || (!no.isRunning && ticket.billable === true)}
      disabled={yes.isRunning || no.isRunning}
      onChange={(event) => (event.currentTarget.checked ? yes : no).run({ params })}
    />
  )
}

/** The key of the same work in Jira. */
export function JiraField({ ticket, seat }: FieldProps) {
  const t = useTexts(ticketTexts)
  const [typed, setTyped] = useState(ticket.jiraTicket ?? '')
  const save = useAction(setJiraTicket, { quiet: true })
  useEffect(() => setTyped(ticket.jiraTicket ?? ''), [ticket.jiraTicket])
  const isChanged = typed.trim() !== (ticket.jiraTicket ?? '')
  function submit(event: FormEvent) {
    event.preventDefault()
    const params = { tenantId: seat.params.tenantId ?? '', ticketId: ticket.ticketId }
    void save.run({ params, body: { jiraTicket: typed.trim() === '' ? null : typed.trim() } })
  }
  return (
    <form onSubmit={submit} className={classes.inline}>
      <TextInput
        size="xs"
        aria-label={t.jira}
        placeholder={t.jiraHint}
        maxLength={50}
        value={typed}
        error={save.problem === null ? undefined : t.jiraHint}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {isChanged && (
        <Button type="submit" size="xs" loading={save.isRunning}>
          {t.save}
        </Button>
      )}
    </form>
  )
}
