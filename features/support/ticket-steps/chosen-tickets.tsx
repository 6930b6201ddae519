import { priorities, type TicketRole } from '@counterfoil/features/support/tickets/terms.schema.ts'
import { ticketLabel } from '@counterfoil/features/support/tickets/ticket-labels.rules.ts'
import { ticketPath } from '@counterfoil/features/support/tickets/ticket-paths.rules.ts'
import type { TicketRow } from '@counterfoil/features/support/tickets/tickets.contract.ts'
import { useShortcuts } from '@counterfoil/kit/web/overlays/shortcuts.ts'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button, NativeSelect } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { AssignTo } from './assign-to.tsx'
import { composerId } from './main-action.rules.ts'
import { keepTicketOrder } from './ticket-order.tsx'
import { stepTexts } from './ticket-steps.messages.ts'
import classes from './ticket-steps.module.css'
import { useTicketSteps } from './use-ticket-steps.tsx'

/** More are not said of some tickets that could not be changed. */
const mostCauses = 2

/** What can be done with the chosen tickets together, by buttons, and with them or the row in focus by keys. */
export default function ChosenTickets(props: {
  role: TicketRole
  rows: readonly TicketRow[]
  chosen: ReadonlySet<string>
  onChoose(ids: ReadonlySet<string>): void
}) {
  const t = useTexts(stepTexts)
  const { language } = useLanguage()
  const navigate = useNavigate()
  const { audience } = useUser()
  const { role, rows, chosen, onChoose } = props
  const causes = useRef(new Set<string>())
  const onProblem = ({ message }: { message: string }) => void causes.current.add(message)
  const steps = useTicketSteps(role, { quiet: true, onProblem })
  const isAgent = role !== 'requester'
  useEffect(() => keepTicketOrder(rows.map((row) => ticketPath(audience, row))), [rows, audience])

  async function doWith(
    tickets: readonly TicketRow[],
    step: (ticket: TicketRow) => Promise<boolean>,
  ) {
    const failed = new Set<string>()
    causes.current.clear()
    for (const ticket of tickets) if (!(await step(ticket))) failed.add(ticket.ticketId)
    const count = tickets.length - failed.size
    showSnackbar({
      message:
        failed.size === 0
          ? t.changed({ count })
          : [
              t.notAll({ count, failed: failed.size }),
              ...[...causes.current].slice(0, mostCauses),
            ].join(' '),
      tone: failed.size === 0 ? 'success' : 'error',
    })
    // those that could not be changed stay chosen, so that one sees which they are
    onChoose(failed)
  }
  const close = (tickets: readonly TicketRow[]) =>
    doWith(
      tickets.filter(({ state }) => state === 'Opened'),
      (ticket) => steps.setState(ticket, 'Closed'),
    )
  const assign = (tickets: readonly TicketRow[], assignee?: string | null) =>
    doWith(tickets, (ticket) => steps.assignTo(ticket, assignee))
  const focused = () => {
    const row = document.activeElement?.closest('tr')
    const href = row?.querySelector('[data-row-link]')?.getAttribute('href')
    return rows.find((one) => ticketPath(audience, one) === href)
  }
  const meant = () => {
    const picked = rows.filter(({ ticketId }) => chosen.has(ticketId))
    return picked.length > 0 ? picked : [focused()].filter((one) => one !== undefined)
  }
  function turn() {
    const id = focused()?.ticketId
    if (id === undefined) return
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChoose(next)
  }
  function reply() {
    const ticket = focused()
    if (ticket !== undefined) navigate({ pathname: ticketPath(audience, ticket), hash: composerId })
  }
  useShortcuts(t.title, [
    { key: 'x', label: t.choose, run: turn },
    { key: 'r', label: t.reply, run: reply },
    ...(isAgent
      ? [{ key: 'a', label: t.assignToMe, run: () => meant().length > 0 && void assign(meant()) }]
      : []),
    { key: 'e', label: t.close, run: () => meant().length > 0 && void close(meant()) },
  ])
  if (chosen.size === 0) return null
  const customers = new Set(meant().map(({ customerId }) => customerId))
  return (
    <div className={classes.chosen}>
      <span role="status">{t.chosen({ count: chosen.size })}</span>
      {isAgent && (
        <>
          <Button
            size="compact-xs"
            variant="default"
            disabled={steps.isRunning}
            onClick={() => assign(meant())}
          >
            {t.assignToMe}
          </Button>
          <AssignTo
            customerId={customers.size === 1 ? ([...customers][0] ?? undefined) : undefined}
            isDisabled={steps.isRunning}
            onAssign={(assignee) => void assign(meant(), assignee)}
          />
        </>
      )}
      <NativeSelect
        size="xs"
        aria-label={t.priority}
        disabled={steps.isRunning}
        value=""
        data={[
          { value: '', label: t.priority },
          ...priorities.map((value) => ({
            value,
            label: ticketLabel('priority', value, language),
          })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const priority = priorities.find((one) => one === value)
          if (priority === undefined) return
          void doWith(meant(), (ticket) => steps.setPriority(ticket, priority))
        }}
      />
      <Button
        size="compact-xs"
        variant="default"
        disabled={steps.isRunning}
        onClick={() => close(meant())}
      >
        {t.close}
      </Button>
    </div>
  )
}
