import { auditOf, storeItems } from '@counterfoil/features/support/feed/feed.public.ts'
import { tellJob } from '@counterfoil/features/support/telling/telling.rules.ts'
import { supportPermissions } from '@counterfoil/features/support/tickets/terms.contract.ts'
import type { TenantTicketPath } from '@counterfoil/features/support/tickets/tickets.contract.ts'
import {
  changeTicket,
  lockTicket,
  type OpenTicket,
  openTicket,
  organisationScope,
  type SupportContext,
  type TicketChange,
} from '@counterfoil/features/support/tickets/tickets.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { type Route, route } from '@counterfoil/kit/server/route.ts'
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
import { type ColleagueSearch, listColleagues } from './desk.queries.ts'

const own = { transaction: 'own' } as const
const mostShown = 50

function colleagues(
  { caller, database }: SupportContext,
  wish: Pick<ColleagueSearch, 'merchantId' | 'search' | 'userId'>,
) {
  const userType = caller.userType === 'platform' ? 'platform' : 'tenant'
  const search = { ...wish, userType, permission: supportPermissions[userType] } as const
  return listColleagues(database.reader(organisationScope(caller)), search, mostShown)
}

const nameOf = (row: { first_name: string; last_name: string }) =>
  `${row.first_name} ${row.last_name}`.trim()

async function assign(
  context: SupportContext,
  open: OpenTicket,
  assigneeId: string | null,
): Promise<undefined> {
  const { caller, database, jobs, now } = context
  const { ticket, at } = open
  const name = assigneeId === null ? null : await nameOfColleague(context, open, assigneeId)
  const isNew = await database.transaction(at.ticketScope, async (db) => {
    const { assignee_id: before } = await lockTicket(db, ticket.id)
    if (before === assigneeId) return false
    await changeTicket(db, ticket.id, {
      assignee_id: assigneeId,
      assignee_name: name,
      updated_at: now,
    })
    if (assigneeId !== null) {
      await jobs.enqueue(db, tellJob, {
        tenantId: ticket.tenant_id,
        ticketId: ticket.id,
        kind: 'assigned',
        assigneeId,
        actorId: caller.id,
        actorSide: at.side,
        at: now.toISOString(),
      })
    }
    return true
  })
  if (isNew) {
    // in the own organisation, where the other side does not look
    await database.transaction(at.ownScope, (db) =>
      storeItems.assignment(db, {
        ticketId: ticket.id,
        ticketTenantId: ticket.tenant_id,
        merchantId: null,
        assignee: name,
        actor: { id: caller.id, name: caller.name, side: at.side },
        at: now,
      }),
    )
  }
  context.audit(auditOf(open, { assignee: name }))
  return undefined
}

async function nameOfColleague(
  context: SupportContext,
  { ticket }: OpenTicket,
  userId: string,
): Promise<string> {
  const [found] = await colleagues(context, { merchantId: ticket.merchant_id, userId })
  if (found !== undefined) return nameOf(found)
  const message = 'There is no such colleague who can work on this ticket'
  throw new Problem('assignee.unknown', 422, message, { errors: [{ message, path: 'assignee' }] })
}

/** What the platform alone sets. */
async function set(
  context: SupportContext,
  path: TenantTicketPath,
  change: TicketChange,
): Promise<undefined> {
  const open = await openTicket(context, 'platformDesk', path)
  await context.database.transaction(open.at.ticketScope, (db) =>
    changeTicket(db, open.ticket.id, { ...change, updated_at: context.now }),
  )
  context.audit(auditOf(open, change))
  return undefined
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text))

export const routes: Route[] = [
  route(
    assignCustomerTicket,
    async ({ params, body }, context) =>
      assign(context, await openTicket(context, 'tenantDesk', params), body.assignee),
    own,
  ),
  route(
    assignTenantTicket,
    async ({ params, body }, context) =>
      assign(context, await openTicket(context, 'platformDesk', params), body.assignee),
    own,
  ),
  route(listAssignees, async ({ query }, context) => {
    const rows = await colleagues(context, {
      search: query.search,
      merchantId: query.customerId ?? null,
    })
    return rows.map((row) => ({ id: row.id, name: nameOf(row), email: row.email }))
  }),
  route(setBillable, ({ params }, context) => set(context, params, { is_billable: true }), own),
  route(setNonBillable, ({ params }, context) => set(context, params, { is_billable: false }), own),
  route(
    setJiraTicket,
    ({ params, body }, context) =>
      set(context, params, { jira_ticket: body.jiraTicket?.toUpperCase() || null }),
    own,
  ),
  route(
    setInitialRequestTime,
    ({ params, body }, context) =>
      set(context, params, { initial_request_at: dateOf(body.initialRequestDateTime) }),
    own,
  ),
  route(
    setResponseTime,
    ({ params, body }, context) =>
      set(context, params, { response_at: dateOf(body.responseDateTime) }),
    own,
  ),
  route(
    setResolutionTime,
    ({ params, body }, context) =>
      set(context, params, { resolution_at: dateOf(body.resolutionDateTime) }),
    own,
  ),
]
