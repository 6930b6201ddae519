import { auditOf } from '@counterfoil/features/support/feed/feed.public.ts'
import { auditOn, openTicket } from '@counterfoil/features/support/tickets/tickets.public.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { readScoping, scope, startScoping } from './scoping.contract.ts'
import { findScope, upsertScope } from './scoping.queries.ts'
import { lostAfterMs, scopeJob } from './scoping.rules.ts'

export const routes: Route[] = [
  route(startScoping, async ({ params }, context) => {
    const { caller, database, jobs, now } = context
    const open = await openTicket(context, 'platformDesk', params)
    const { ticket } = open
    await database.transaction(open.at.ownScope, async (db) => {
      const lostBefore = new Date(now.getTime() - lostAfterMs)
      // also of what runs already
      await auditOn(db, context, auditOf(open, { scoping: true }))
      if (!(await upsertScope(db, ticket, now, lostBefore))) return
      await jobs.enqueue(db, scopeJob, {
        platformId: caller.tenantId,
        tenantId: ticket.tenant_id,
        ticketId: ticket.id,
      })
    })
    return undefined
  }),
  route(readScoping, async ({ params }, context) => {
    const { ticket, at } = await openTicket(context, 'platformDesk', params)
    const row = await findScope(context.database.reader(at.ownScope), ticket.id)
    const isLost =
      row !== undefined && row.started_at.getTime() < context.now.getTime() - lostAfterMs
    return {
      scopingStatus: (row?.is_running ?? false) && !isLost,
      scope: row?.draft == null ? null : scope.parse(row.draft),
      failure: row?.failure ?? null,
    }
  }),
]
