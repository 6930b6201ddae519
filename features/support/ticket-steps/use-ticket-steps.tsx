import {
  customerTicketCalls,
  requesterCalls,
  type TicketCalls,
  tenantTicketCalls,
} from '@counterfoil/features/support/feed/feed.contract.ts'
import {
  assignCustomerTicket,
  assignTenantTicket,
} from '@counterfoil/features/support/tickets/agent-actions.contract.ts'
import type {
  Priority,
  State,
  TicketRole,
} from '@counterfoil/features/support/tickets/terms.schema.ts'
import type {
  TicketPath,
  TicketRow,
} from '@counterfoil/features/support/tickets/tickets.contract.ts'
import type { CallProblem } from '@counterfoil/kit/web/calls/problem.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'

type NamedTicket = Pick<
  TicketRow,
  'ticketId' | 'customerId' | 'tenantId' | 'assignee' | 'updatedAt'
>

const callsOf: Record<TicketRole, unknown> = {
  requester: requesterCalls,
  tenantAgent: customerTicketCalls,
  platformAgent: tenantTicketCalls,
}

function paramsOf({ ticketId, customerId, tenantId }: NamedTicket, role: TicketRole) {
  if (role === 'requester') return { ticketId }
  return role === 'tenantAgent'
    ? { ticketId, customerId: customerId ?? '' }
    : { ticketId, tenantId }
}

/** The steps that the ticket's page and the list offer alike; each answers whether it was done. */
export function useTicketSteps(
  role: TicketRole,
  options: { readonly quiet?: boolean; onProblem?(problem: CallProblem): void } = {},
) {
  const user = useUser()
  const calls = callsOf[role] as TicketCalls<TicketPath>
  const close = useAction(calls.close, { ...options, rereadsOnConflict: true })
  const open = useAction(calls.open, options)
  const priority = useAction(calls.priority, options)
  const assign = useAction(
    (role === 'platformAgent'
      ? assignTenantTicket
      : assignCustomerTicket) as typeof assignTenantTicket,
    { ...options, rereadsOnConflict: true },
  )
  return {
    isRunning: [close, open, priority, assign].some(({ isRunning }) => isRunning),
    setState: (ticket: NamedTicket, state: State) =>
      state === 'Closed'
        ? close.tryRun({ params: paramsOf(ticket, role), query: { seen: ticket.updatedAt } })
        : open.tryRun({ params: paramsOf(ticket, role) }),
    setPriority: (ticket: NamedTicket, chosen: Priority) =>
      priority.tryRun({ params: paramsOf(ticket, role), body: { priority: chosen } }),
    /** To the user, or to a colleague; null: to nobody. */
    assignTo: (ticket: NamedTicket, assignee: string | null = user.id) => {
      const params = paramsOf(ticket, role) as { ticketId: string; tenantId: string }
      return assign.tryRun({ params, body: { assignee, from: ticket.assignee?.id ?? null } })
    },
  }
}
