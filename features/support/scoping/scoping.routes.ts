import { auditOf } from '@counterfoil/features/support/feed/feed.public.ts'
import { auditOn, openTicket } from '@counterfoil/features/support/tickets/tickets.public.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { readScoping, scope, startScoping } from './scoping.contract.ts'
import { findScope, upsertScope } from './scoping.queries.ts'
import { abandonedAfterMs, scopeJob } from './scoping.rules.ts'

export const routes: Route[] = [
  route(startScoping, async ({ params }, context) => {
    const { caller, database, jobs, now } = context
    const open = await openTicket(context, 'platformAgent', params)
    const { ticket } = open
    await database.transaction(open.access.organisationScope, async (db) => {
      const abandonedBefore = new Date(now.getTime() - abandonedAfterMs)
      // also when a draft is running already
      await auditOn(db, context, auditOf(open, { scoping: true }))
      if (!(await upsertScope(db, ticket, now, abandonedBefore))) return
      await jobs.enqueue(db, scopeJob, {
        platformId: caller.tenantId,
        tenantId: ticket.tenant_id,
        ticketId: ticket.id,
      })
    })
    return undefined
  }),
  route(readScoping, async ({ params }, context) => {
    const { ticket, access } = await openTicket(context, 'platformAgent', params)
    const row = await findScope(context.database.reader(access.organisationScope), ticket.id)
    const isAbandoned =
      row !== undefined && row.started_at.getTime() < context.now.getTime() - abandonedAfterMs
    return {
      scopingStatus: (row?.is_running ?? false) && !isAbandoned,
      scope: row?.draft == null ? null : scope.parse(row.draft),
      failure: row?.failure ?? null,
    }
  }),
]
