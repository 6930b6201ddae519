import { auditOf } from '@counterfoil/features/support/feed/feed.public.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { assign, colleagues, nameOf } from './assign-ticket.ts'
import {
  assignCustomerTicket,
  assignTenantTicket,
  listAssignees,
  setBillable,
  setInitialRequestTime,
  setJiraTicket,
  setNonBillable,
  setResolutionTime,
  setResponseTime,
} from './desk.contract.ts'
import type { TenantTicketPath } from './tickets.contract.ts'
import {
  auditOn,
  lockTicket,
  openTicket,
  type SupportContext,
  type TicketChange,
  updateTicket,
} from './tickets.public.ts'

/** What the platform alone sets. */
async function set(
  context: SupportContext,
  path: TenantTicketPath,
  change: TicketChange,
): Promise<undefined> {
  const open = await openTicket(context, 'platformDesk', path)
  await context.database.transaction(open.at.ticketScope, async (db) => {
    const ticket = await lockTicket(db, open.ticket.id)
    const before = Object.keys(change).map((name) => [name, ticket[name as keyof TicketChange]])
    await updateTicket(db, ticket.id, { ...change, updated_at: context.now })
    await auditOn(db, context, auditOf(open, change, Object.fromEntries(before)))
  })
  return undefined
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text))

export const routes: Route[] = [
  route(assignCustomerTicket, async ({ params, body }, context) =>
    assign(context, await openTicket(context, 'tenantDesk', params), body.assignee),
  ),
  route(assignTenantTicket, async ({ params, body }, context) =>
    assign(context, await openTicket(context, 'platformDesk', params), body.assignee),
  ),
  route(listAssignees, async ({ query }, context) => {
    const rows = await colleagues(context, {
      search: query.search,
      merchantId: query.customerId ?? null,
    })
    return rows.map((row) => ({
      id: row.id,
      name: nameOf(row),
      email: row.email,
      awayUntil: row.away_until,
    }))
  }),
  route(setBillable, ({ params }, context) => set(context, params, { is_billable: true })),
  route(setNonBillable, ({ params }, context) => set(context, params, { is_billable: false })),
  route(setJiraTicket, ({ params, body }, context) =>
    set(context, params, { jira_ticket: body.jiraTicket?.toUpperCase() || null }),
  ),
  route(setInitialRequestTime, ({ params, body }, context) =>
    set(context, params, { initial_request_at: dateOf(body.initialRequestDateTime) }),
  ),
  route(setResponseTime, ({ params, body }, context) =>
    set(context, params, { response_at: dateOf(body.responseDateTime) }),
  ),
  route(setResolutionTime, ({ params, body }, context) =>
    set(context, params, { resolution_at: dateOf(body.resolutionDateTime) }),
  ),
]
