import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { formatDate } from '@counterfoil/kit/web/formats/dates.tsx'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { useTimeZone } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { TicketApi } from './ticket-api.rules.ts'
import { ticketTexts } from './ticket-page.messages.ts'
import classes from './ticket-page.module.css'
import type { TicketDetails } from './tickets.contract.ts'

/** The invited external parties, until when their links work, and a button that ends an invitation. */
export function ExternalParties({ ticket, api }: { ticket: TicketDetails; api: TicketApi }) {
  const t = useTexts(ticketTexts)
  const timeZone = useTimeZone()
  const revoke = useAction(api.calls.revokeInvitation)
  if (ticket.externalParties.length === 0) return null
  return (
    <Section title={t.parties}>
      <ul className={classes.references}>
        {ticket.externalParties.map((party) => (
          <li key={party.invitationId} className={classes.party}>
            <span>
              {party.email}{' '}
              <span className={classes.kind}>
                {party.isActive
                  ? t.until({ date: formatDate(new Date(party.expiresAt), timeZone) })
                  : t.ended}
              </span>
            </span>
            {party.isActive && ticket.actions.includes('invite') && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={t.revoke({ email: party.email })}
                title={t.revoke({ email: party.email })}
                loading={revoke.isRunning}
                onClick={() =>
                  revoke.run({ params: { ...api.params, invitationId: party.invitationId } })
                }
              >
                <IconX size={14} stroke={1.75} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
