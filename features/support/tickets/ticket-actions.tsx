import { EscalateTicket } from '@counterfoil/features/support/create-ticket/contact-support.screens.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { InviteDialog } from './invite-dialog.tsx'
import type { TicketApi } from './ticket-api.rules.ts'
import { ticketTexts } from './ticket-page.messages.ts'
import type { TicketDetails } from './tickets.contract.ts'

/** Buttons for the actions that the server allows now. */
export function TicketActions({ ticket, api }: { ticket: TicketDetails; api: TicketApi }) {
  const t = useTexts(ticketTexts)
  const [dialog, setDialog] = useState<'escalate' | 'invite'>()
  const close = useAction(api.calls.close)
  const open = useAction(api.calls.open)
  const may = (action: TicketDetails['actions'][number]) => ticket.actions.includes(action)
  const done = () => setDialog(undefined)
  return (
    <>
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
      {may('close') && (
        <Button
          size="xs"
          loading={close.isRunning}
          onClick={() => close.run({ params: api.params })}
        >
          {t.close}
        </Button>
      )}
      {may('open') && (
        <Button size="xs" loading={open.isRunning} onClick={() => open.run({ params: api.params })}>
          {t.open}
        </Button>
      )}
      {dialog === 'invite' && <InviteDialog api={api} onClose={done} />}
      <Suspense>
        {dialog === 'escalate' && <EscalateTicket ticket={ticket} onClose={done} />}
      </Suspense>
    </>
  )
}
