import { openTicket } from '@counterfoil/features/support/tickets/tickets.public.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { escalateTicket } from './escalation.contract.ts'
import { escalate } from './escalation.public.ts'

export const routes: Route[] = [
  route(escalateTicket, async ({ params, body }, context) => ({
    ticketId: await escalate(context, await openTicket(context, 'tenantAgent', params), body),
  })),
]
