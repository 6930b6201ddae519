import { ticketLabel } from '@counterfoil/features/support/tickets/ticket-labels.rules.ts'
import { ticketPath } from '@counterfoil/features/support/tickets/ticket-paths.rules.ts'
import {
  listMyTickets,
  listTickets,
  type TicketRow,
} from '@counterfoil/features/support/tickets/tickets.contract.ts'
import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import type { Client } from '@counterfoil/kit/web/calls/call.ts'
import { HitLine } from '@counterfoil/kit/web/calls/hit-line.tsx'
import type { RecordHit } from '@counterfoil/kit/web/calls/record-search.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { useLanguage } from '@counterfoil/kit/web/texts/i18n.tsx'

/** The most tickets of one search. */
const maxResults = 5

/** The tickets of a code or of words of their subject, those of customers before those that the tenant has itself. */
export async function findTickets(
  client: Client,
  search: string,
  signal: AbortSignal,
  audience: Audience,
): Promise<RecordHit[]> {
  const query = { search, page: 0, size: maxResults }
  const lists =
    audience === 'platform'
      ? [client.send(listTickets, { query }, { signal })]
      : (audience === 'tenant' ? (['', 'TenantToPlatform'] as const) : ([''] as const)).map(
          (ticketChannelType) =>
            client.send(listMyTickets, { query: { ...query, ticketChannelType } }, { signal }),
        )
  const found = (await Promise.all(lists)).flatMap(({ data }) => data)
  return found.slice(0, maxResults).map((ticket) => ({
    to: ticketPath(audience, ticket),
    label: `${ticket.code} ${ticket.subject}`,
    content: <TicketHit ticket={ticket} />,
  }))
}

function TicketHit({ ticket }: { ticket: TicketRow }) {
  const { language } = useLanguage()
  return (
    <HitLine name={`${ticket.code} · ${ticket.subject}`}>
      {ticket.customerName}
      <DateTime value={ticket.createdAt} />
      <StatusPill
        status={ticket.state}
        label={ticketLabel('state', ticket.state, language)}
        isQuiet={ticket.state === 'Closed'}
      />
    </HitLine>
  )
}
