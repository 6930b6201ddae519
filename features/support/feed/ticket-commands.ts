import { notifyTicketJob } from '@counterfoil/features/support/notifications/recipients.rules.ts'
import { decideClock } from '@counterfoil/features/support/service-levels/clock.rules.ts'
import { readClock } from '@counterfoil/features/support/service-levels/service-levels.public.ts'
import type {
  Channel,
  Priority,
  State,
} from '@counterfoil/features/support/tickets/terms.schema.ts'
import {
  auditOn,
  isAgent,
  lockTicket,
  type OpenTicket,
  type SupportContext,
  type TicketChange,
  type TicketRecord,
  updateTicket,
} from '@counterfoil/features/support/tickets/tickets.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { insertPublicItem } from './feed.queries.ts'

export function requireOpenTicket({ state }: TicketRecord): void {
  if (state === 'Opened') return
  throw new Problem('ticket.closed', 409, 'This ticket is closed. Open it again to go on.')
}

/** A public item by the caller. */
export function itemOf(open: OpenTicket, id: string, { caller, now }: SupportContext) {
  return {
    id,
    merchant_id: open.ticket.merchant_id,
    ticket_id: open.ticket.id,
    actor_id: caller.id,
    actor_name: caller.name,
    actor_side: open.access.side,
    created_at: now,
  }
}

/** Marks the ticket as unread for the other side. */
export function unreadMarkOf({ access }: OpenTicket, now: Date): TicketChange {
  return isAgent(access) ? { requester_news_at: now } : { agent_news_at: now }
}

/** Closes an open ticket, or opens a closed one. Refused when the other side did something that the caller has not `seen`. */
export async function changeState(
  context: SupportContext,
  open: OpenTicket,
  state: State,
  seen?: string,
): Promise<undefined> {
  const { caller, database, now, jobs } = context
  const { tenant_id: tenantId, id: ticketId, channel } = open.ticket
  const clock = await readClock(database, channel as Channel, tenantId)
  await database.transaction(open.access.ticketScope, async (db) => {
    const ticket = await lockTicket(db, ticketId)
    if (ticket.state === state) throw alreadyProblem(state)
    const newsAt = isAgent(open.access) ? ticket.agent_news_at : ticket.requester_news_at
    if (seen !== undefined && newsAt !== null && newsAt > new Date(seen)) {
      const message = 'The other side wrote meanwhile. Read it before you close the ticket.'
      throw new Problem('ticket.news', 409, message)
    }
    const itemId = newId(now)
    await insertPublicItem(db, {
      ...itemOf(open, itemId, context),
      kind: 'statusChange',
      detail: state,
    })
    const kind = state === 'Closed' ? 'closed' : 'opened'
    await updateTicket(db, ticketId, {
      ...decideClock(clock, ticket, { kind }, now),
      ...unreadMarkOf(open, now),
      state,
      closed_at: state === 'Closed' ? now : null,
      updated_at: now,
    })
    await jobs.enqueue(db, notifyTicketJob, {
      tenantId,
      ticketId,
      kind,
      itemId,
      actorId: caller.id,
      actorSide: open.access.side,
    })
    await auditOn(db, context, auditOf(open, { state }, { state: ticket.state }))
  })
  return undefined
}

const alreadyProblem = (state: State): Problem =>
  state === 'Closed'
    ? new Problem('ticket.already_closed', 409, 'This ticket is closed already')
    : new Problem('ticket.already_open', 409, 'This ticket is open already')

export async function changePriority(
  context: SupportContext,
  open: OpenTicket,
  priority: Priority,
): Promise<undefined> {
  const { database, now } = context
  const { tenant_id: tenantId, id: ticketId, channel } = open.ticket
  const clock = await readClock(database, channel as Channel, tenantId)
  await database.transaction(open.access.ticketScope, async (db) => {
    const ticket = await lockTicket(db, ticketId)
    requireOpenTicket(ticket)
    await auditOn(db, context, auditOf(open, { priority }, { priority: ticket.priority }))
    if (ticket.priority === priority) return
    const item = { ...itemOf(open, newId(now), context), detail: priority }
    await insertPublicItem(db, { ...item, kind: 'priorityChange' })
    await updateTicket(db, ticketId, {
      ...decideClock(clock, ticket, { kind: 'priority', priority }, now),
      ...unreadMarkOf(open, now),
      updated_at: now,
    })
  })
  return undefined
}

/** The audit entry of a change of a ticket. What was written is in the feed, not in the entry. */
export function auditOf(
  { ticket, access }: OpenTicket,
  after: Record<string, unknown>,
  /** The values before a change; none where something was added. */
  before?: Record<string, unknown>,
) {
  // a merchant reads its own audit entries, which must not show who works on its ticket
  const merchantId = access.side === 'customer' ? ticket.merchant_id : null
  return { type: 'support_ticket', id: ticket.id, merchantId, before, after }
}
