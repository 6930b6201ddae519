import { insertFeedItems } from '@counterfoil/features/support/feed/feed.public.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type TenantScope, tenantScope } from '@counterfoil/kit/database/scope.ts'
import { readPlatformTenantId } from '@counterfoil/kit/database/tenants.ts'
import { forEachTenant } from '@counterfoil/kit/jobs/for-each-tenant.ts'
import { type JobContext, schedule } from '@counterfoil/kit/jobs/job.ts'
import { insertAuditEntry } from '@counterfoil/kit/server/request/audit.ts'
import { v7 } from 'uuid'
import { assignCustomerTicket, assignTenantTicket } from './agent-actions.contract.ts'
import { listActiveIds } from './colleagues.queries.ts'
import { type Channel, channels } from './terms.schema.ts'
import {
  listAssignedTicketIds,
  listAssigneeIds,
  lockTicket,
  updateTicket,
} from './tickets.queries.ts'

const msg = messagesOf(import.meta.url)

export const schedules = [
  schedule({
    name: 'support.unassign-leavers',
    label: msg('Unassign tickets of users who left'),
    everyS: 300,
    run: unassignLeavers,
  }),
]

/** The open tickets of one channel of a tenant, and the organisation whose users answer them. */
interface Answered {
  readonly tenantId: string
  readonly channel: Channel
  readonly agentScope: TenantScope
}

/** Unassigns open tickets whose assignee was deactivated or removed, so that they are among the unassigned ones. */
export async function unassignLeavers(context: JobContext): Promise<void> {
  // asked for once, and by no installation whose first organisation is not made yet
  let asked: Promise<string> | undefined
  const platformId = () => {
    asked ??= readPlatformTenantId(context.database.shared)
    return asked
  }
  await forEachTenant(
    context,
    'tickets of users who left were not unassigned',
    async (tenantId) => {
      for (const channel of channels) {
        const agentTenantId = channel === 'TenantToPlatform' ? await platformId() : tenantId
        const answered = { tenantId, channel, agentScope: tenantScope(agentTenantId) }
        for (const ticketId of await listTicketsOfLeavers(context, answered)) {
          if (context.signal.aborted) return
          await unassign(context, answered, ticketId)
        }
      }
    },
  )
}

async function listTicketsOfLeavers(
  { database }: JobContext,
  { tenantId, channel, agentScope }: Answered,
): Promise<string[]> {
  const reader = database.reader(tenantScope(tenantId))
  const assigneeIds = await listAssigneeIds(reader, channel)
  // a tenant without assigned tickets to the platform does not depend on the platform's own rows
  if (assigneeIds.length === 0) return []
  const active = await listActiveIds(database.reader(agentScope), assigneeIds)
  const leavers = assigneeIds.filter((id) => !active.has(id))
  return listAssignedTicketIds(reader, channel, leavers)
}

async function unassign(
  { database, now }: JobContext,
  { tenantId, channel, agentScope }: Answered,
  ticketId: string,
): Promise<void> {
  const at = now()
  const isCustomers = channel === 'CustomerToTenant'
  const actor = { id: null, name: 'Counterfoil', side: isCustomers ? 'tenant' : 'platform' }
  await database.transaction(tenantScope(tenantId), async (db) => {
    const { state, assignee_id: assigneeId, assignee_name: name } = await lockTicket(db, ticketId)
    if (state !== 'Opened' || assigneeId === null) return
    const isActive = await db.inScope(agentScope, (agentDb) => listActiveIds(agentDb, [assigneeId]))
    if (isActive.has(assigneeId)) return
    await updateTicket(db, ticketId, { assignee_id: null, assignee_name: null, updated_at: at })
    await db.inScope(agentScope, async (agentDb) => {
      const item = { ticketId, ticketTenantId: tenantId, merchantId: null, assignee: null }
      await insertFeedItems.assignment(agentDb, { ...item, actor, at })
      await insertAuditEntry(agentDb, {
        ...{ actorId: null, actorName: actor.name, ip: null, requestId: v7(), at },
        action: (isCustomers ? assignCustomerTicket : assignTenantTicket).id,
        record: {
          ...{ type: 'support_ticket', id: ticketId, merchantId: null },
          ...{ before: { assignee: name }, after: { assignee: null } },
        },
      })
    })
  })
}
