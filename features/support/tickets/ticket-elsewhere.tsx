import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { ticketPath } from './ticket-paths.rules.ts'
import { readTicketPlace } from './tickets.contract.ts'

/** Leads to the reader's own address of a ticket; its children where they may not see it. */
export function TicketElsewhere(props: { ticketId: string; search: string; children: ReactNode }) {
  const { ticketId, search, children } = props
  const { audience } = useUser()
  const { data, error } = useCall(readTicketPlace, { params: { ticketId } }, { quiet: true })
  if (error !== null) return children
  if (data === undefined) return <LoadingLines lines={6} />
  return <Navigate to={ticketPath(audience, data) + search} replace />
}
