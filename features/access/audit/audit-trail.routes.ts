import { copyOut } from '@counterfoil/kit/database/copy.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { zipOf } from '@counterfoil/kit/server/codecs/zip.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import {
  currencyFieldsOf,
  nameRecords,
  recordNames,
  wordsFor,
} from '@counterfoil/kit/server/resources/record-names.ts'
import { snapshotOf } from './audit.rules.ts'
import {
  exportTrail,
  listTrail,
  listTrailActions,
  type TrailEntry,
} from './audit-trail.contract.ts'
import {
  countTrail,
  listKinds,
  listTrailRows,
  type TrailFilter,
  type TrailRow,
  trailExport,
} from './audit-trail.queries.ts'
import { recordLabels } from './record-labels.rules.ts'

nameRecords(recordLabels)

/** Counted so far beyond the page that is shown. */
const countedAhead = 1_000
/** Entries whose kinds can be chosen. */
const newest = 5_000

export const routes: Route[] = [
  route(listTrail, async ({ query }, { db, caller }) => {
    const { pageIndex, pageSize, ...asked } = query
    const filter = { ...asked, ...limitOf(caller) }
    const offset = pageIndex * pageSize
    const most = offset + pageSize + countedAhead
    const [rows, found] = await Promise.all([
      listTrailRows(db, filter, { limit: pageSize, offset }),
      countTrail(db, filter, most),
    ])
    const data = rows.map(entryOf)
    return found < most ? { data, count: found } : { data, count: null, countAtLeast: found }
  }),
  route(listTrailActions, async (_, { db, caller }) => {
    const kinds = await listKinds(db, limitOf(caller), newest)
    return {
      actions: [...new Set(kinds.map(({ action }) => action))],
      recordTypes: [...new Set(kinds.map((kind) => kind.record_type))].sort(),
      recordNames: recordNames() as Record<string, [string, string]>,
    }
  }),
  route(exportTrail, async ({ query }, context) => {
    const { audit, caller, database, db, now, reply, scope, transaction } = context
    const filter = { ...query, ...limitOf(caller) }
    const copy = await copyOut(database, scope, trailExport(db, filter))
    // whoever goes away while it runs takes the query along
    reply.raw.once('close', () => copy.stop())
    await transaction((tx) => audit(tx, { type: 'audit_export', id: newId(now), after: query }))
    reply.header('content-disposition', 'attachment; filename="audit-trail.zip"')
    return zipOf('audit-trail.csv', copy.stream, now) as unknown as undefined
  }),
]

/** Entries name payments: who may not see all of these sees what it did itself. */
function limitOf({ id, methods, providers }: UserCaller): TrailFilter {
  return methods === null && providers === null ? {} : { onlyActorId: id }
}

function entryOf(row: TrailRow): TrailEntry {
  const [before, after] = [snapshotOf(row.before), snapshotOf(row.after)]
  return {
    id: row.id,
    tenantId: row.tenant_id,
    tenantName: row.tenant_name,
    actorId: row.actor_id,
    actorName: row.actor_name,
    action: row.action,
    recordType: row.record_type,
    recordId: row.record_id,
    ip: row.ip,
    recordLabel: row.record_label,
    before,
    after,
    words: wordsFor(row.record_type, [before, after]),
    currencyFields: currencyFieldsOf(row.record_type),
    requestId: row.request_id,
    createdAt: row.created_at.toISOString(),
  }
}
