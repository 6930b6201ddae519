import { notFound } from '@counterfoil/kit/contract/problem.ts'
import { type Route, route } from '@counterfoil/kit/server/route.ts'
import { type AuditEntry, listRecordAudit } from './audit.contract.ts'
import { auditGuardOf } from './audit.public.ts'
import { countEntries, listEntries } from './audit.queries.ts'
import { snapshotOf } from './audit.rules.ts'

export const routes: Route[] = [
  route(listRecordAudit, async ({ params, query }, { db, caller }) => {
    const guard = auditGuardOf(params.recordType)
    const maySee = guard?.permissions.some((one) => caller.permissions.has(one)) ?? false
    if (guard === undefined || !maySee) throw notFound('The record')
    if (!(await guard.exists(db, params.recordId, caller))) throw notFound('The record')
    const page = { limit: query.pageSize, offset: query.pageIndex * query.pageSize }
    const [rows, count] = await Promise.all([
      listEntries(db, params, page),
      countEntries(db, params),
    ])
    return { data: rows.map(entryOf), count }
  }),
]

type Row = Awaited<ReturnType<typeof listEntries>>[number]

function entryOf(row: Row): AuditEntry {
  return {
    id: row.id,
    actorId: row.actor_id,
    actorName: row.actor_name,
    action: row.action,
    before: snapshotOf(row.before),
    after: snapshotOf(row.after),
    requestId: row.request_id,
    createdAt: row.created_at.toISOString(),
  }
}
