import { EscalateTicket } from '@counterfoil/features/support/create-ticket/contact-support.screens.ts'
import type { TicketApi } from '@counterfoil/features/support/tickets/ticket-api.rules.ts'
import type { TicketDetails } from '@counterfoil/features/support/tickets/tickets.contract.ts'
import { useShortcuts } from '@counterfoil/kit/web/overlays/shortcuts.ts'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { ActionIcon, Button } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { InviteDialog } from './invite-dialog.tsx'
import { composerId, mainActionOf } from './main-action.rules.ts'
import { neighboursOf } from './ticket-order.tsx'
import { stepTexts } from './ticket-steps.messages.ts'
import { useTicketSteps } from './use-ticket-steps.tsx'

/** Buttons for the actions that the server allows now; the one that the ticket's state asks for stands out. */
export default function TicketActions({ ticket, api }: { ticket: TicketDetails; api: TicketApi }) {
  const t = useTexts(stepTexts)
  const user = useUser()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'escalate' | 'invite'>()
  const steps = useTicketSteps(api.role)
  const main = mainActionOf(ticket, api.role !== 'requester')
  const may = (action: TicketDetails['actions'][number]) => ticket.actions.includes(action)
  const done = () => setDialog(undefined)
  const isMine = ticket.assignee?.id === user.id
  const actions = {
    assign: {
      label: t.assignToMe,
      key: 'a',
      isOffered: may('assign') && !isMine && ticket.state === 'Opened',
      run: () => steps.assignTo(ticket),
    },
    reply: {
      label: t.reply,
      isOffered: may('comment') && main === 'reply',
      run: () => navigate({ hash: composerId }, { replace: true }),
    },
    close: {
      label: t.close,
      key: 'e',
      isOffered: may('close'),
      run: () => steps.setState(ticket, 'Closed'),
    },
    open: {
      label: t.open,
      key: 'e',
      isOffered: may('open'),
      run: () => steps.setState(ticket, 'Opened'),
    },
  }
  const offered = Object.entries(actions).filter(([, { isOffered }]) => isOffered)
  useShortcuts(
    t.title,
    offered.flatMap(([, action]) => ('key' in action ? [action] : [])),
  )
  return (
    <>
      <Neighbours />
      {may('invite') && (
        <Button size="xs" variant="default" onClick={() => setDialog('invite')}>
          {t.invite}
        </Button>
      )}
      {may('escalate') && (
        <Button size="xs" variant="default" onClick={() => setDialog('escalate')}>
          {t.escalate}
        </Button>
      )}
      {offered
        .toSorted(([a], [b]) => Number(a === main) - Number(b === main))
        .map(([name, action]) => (
          <Button
            key={name}
            size="xs"
            variant={name === main ? 'filled' : 'default'}
            disabled={steps.isRunning}
            onClick={action.run}
          >
            {action.label}
          </Button>
        ))}
      {dialog === 'invite' && <InviteDialog api={api} onClose={done} />}
      <Suspense>
        {dialog === 'escalate' && <EscalateTicket ticket={ticket} onClose={done} />}
      </Suspense>
    </>
  )
}

/** Leads to the tickets before and after this one in the list that it was opened from. */
function Neighbours() {
  const t = useTexts(stepTexts)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { previous, next } = neighboursOf(pathname)
  const steps = [
    { key: 'k', label: t.previousTicket, path: previous, Icon: IconChevronUp },
    { key: 'j', label: t.nextTicket, path: next, Icon: IconChevronDown },
  ].map((step) => ({ ...step, run: () => void (step.path && navigate(step.path)) }))
  useShortcuts(
    t.title,
    steps.filter(({ path }) => path !== undefined),
  )
  if (previous === undefined && next === undefined) return null
  return (
    <ActionIcon.Group>
      {steps.map(({ key, label, path, Icon, run }) => (
        <ActionIcon
          key={key}
          variant="default"
          size={30}
          aria-label={label}
          title={label}
          disabled={path === undefined}
          onClick={run}
        >
          <Icon size={16} stroke={1.75} />
        </ActionIcon>
      ))}
    </ActionIcon.Group>
  )
}
