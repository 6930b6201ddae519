import { auditOf } from '@counterfoil/features/support/feed/feed.public.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
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
} from './agent-actions.contract.ts'
import { assignTicket, fullName, listAssignableColleagues } from './assign-ticket.public.ts'
import type { TenantTicketPath } from './tickets.contract.ts'
import {
  auditOn,
  lockTicket,
  openTicket,
  type SupportContext,
  type TicketChange,
  updateTicket,
} from './tickets.public.ts'

/** Changes what only platform staff may set. */
async function changeTicket(
  context: SupportContext,
  path: TenantTicketPath,
  change: TicketChange,
): Promise<undefined> {
  const open = await openTicket(context, 'platformAgent', path)
  await context.database.transaction(open.access.ticketScope, async (db) => {
    const ticket = await lockTicket(db, open.ticket.id)
    const before = Object.keys(change).map((name) => [name, ticket[name as keyof TicketChange]])
    await updateTicket(db, ticket.id, { ...change, updated_at: context.now })
    await auditOn(db, context, auditOf(open, change, Object.fromEntries(before)))
  })
  return undefined
}

const parseDate = (text: string | null) => (text === null ? null : new Date(text))

export const routes: Route[] = [
  route(assignCustomerTicket, async ({ params, body }, context) =>
    assignTicket(context, await openTicket(context, 'tenantAgent', params), body),
  ),
  route(assignTenantTicket, async ({ params, body }, context) =>
    assignTicket(context, await openTicket(context, 'platformAgent', params), body),
  ),
  route(listAssignees, async ({ query }, context) => {
    const rows = await listAssignableColleagues(context, {
      search: query.search,
      merchantId: query.customerId ?? null,
      userIds: query.ids,
    })
    return rows.map((row) => ({
      id: row.id,
      name: fullName(row),
      email: row.email,
      awayUntil: row.away_until,
    }))
  }),
  route(setBillable, ({ params }, context) => changeTicket(context, params, { is_billable: true })),
  route(setNonBillable, ({ params }, context) =>
    changeTicket(context, params, { is_billable: false }),
  ),
  route(setJiraTicket, ({ params, body }, context) =>
    changeTicket(context, params, { jira_ticket: body.jiraTicket?.toUpperCase() || null }),
  ),
  route(setInitialRequestTime, ({ params, body }, context) =>
    changeTicket(context, params, { initial_request_at: parseDate(body.initialRequestDateTime) }),
  ),
  route(setResponseTime, ({ params, body }, context) =>
    changeTicket(context, params, { response_at: parseDate(body.responseDateTime) }),
  ),
  route(setResolutionTime, ({ params, body }, context) =>
    changeTicket(context, params, { resolution_at: parseDate(body.resolutionDateTime) }),
  ),
]
