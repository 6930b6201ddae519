import { ticketLabel } from '@counterfoil/features/support/tickets/ticket-labels.rules.ts'
import { ticketPath } from '@counterfoil/features/support/tickets/ticket-paths.rules.ts'
import {
  listMyTickets,
  listTickets,
} from '@counterfoil/features/support/tickets/tickets.contract.ts'
import { HitLine } from '@counterfoil/kit/web/calls/hit-line.tsx'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { supportLookups } from '@counterfoil/kit/web/session/support-request.tsx'
import { useMay, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useDebouncedValue } from '@mantine/hooks'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { contactTexts } from './contact-support.messages.ts'
import classes from './contact-support.module.css'
import { searchDelayMs } from './picker-fields.tsx'

/** The most tickets that are shown below the subject. */
const maxTickets = 3
const minSearchLength = 3

/** Tickets that are there already with what is typed as the subject, by a code or words of theirs. */
export function SimilarTickets(props: {
  channel: 'CustomerToTenant' | 'TenantToPlatform'
  tenantId: string | undefined
}) {
  const t = useTexts(contactTexts)
  const { audience } = useUser()
  const { language } = useLanguage()
  const subject: string = useWatch({ name: 'subject' }) ?? ''
  const [search] = useDebouncedValue(subject.trim(), searchDelayMs)
  const isAsked = useMay(...supportLookups) && search.length >= minSearchLength
  const of = { page: 0, size: maxTickets, search, sort: 'updated' as const }
  const found = useCall(
    audience === 'platform' ? listTickets : listMyTickets,
    {
      query:
        audience === 'platform'
          ? { ...of, ...(props.tenantId === undefined ? {} : { tenantId: props.tenantId }) }
          : { ...of, ticketChannelType: props.channel },
    },
    { enabled: isAsked, quiet: true },
  )
  const tickets = !isAsked ? [] : (found.data?.data ?? [])
  return (
    <div role="status">
      {tickets.length > 0 && (
        <>
          <p className={classes.hint}>{t.similar({ text: search })}</p>
          <ul className={classes.similar}>
            {tickets.map((ticket) => (
              <li key={ticket.ticketId}>
                <Link to={ticketPath(audience, ticket)}>
                  <HitLine name={`${ticket.code} · ${ticket.subject}`}>
                    {ticketLabel('state', ticket.state, language)}
                  </HitLine>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
