import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { copyOut } from '@counterfoil/kit/database/copy.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { zipOf } from '@counterfoil/kit/server/codecs/zip.ts'
import { declareExport } from '@counterfoil/kit/server/exports/export-source.ts'
import { openListExport } from '@counterfoil/kit/server/exports/list-export.ts'
import { isLimitedToPayments } from '@counterfoil/kit/server/request/caller-scope.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { countedPage } from '@counterfoil/kit/server/request/counted-page.ts'
import { givenDays } from '@counterfoil/kit/server/request/day-range.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import {
  currencyFieldsOf,
  recordNames,
  wordsFor,
} from '@counterfoil/kit/server/resources/record-names.ts'
import type { z } from 'zod'
import { snapshotOf } from './audit.rules.ts'
import {
  exportTrail,
  listTrail,
  listTrailActions,
  type TrailEntry,
  trailFilter,
  trailPermission,
} from './audit-trail.contract.ts'
import {
  countTrail,
  listActionsAndTypes,
  listTrailRows,
  type TrailFilter,
  type TrailRow,
  trailExport,
} from './audit-trail.queries.ts'
import { listIdWords } from './named-ids.queries.ts'

const msg = messagesOf(import.meta.url)

/** The filter offers the actions and types of this many of the newest entries. */
const newestEntries = 5_000

declareExport({
  id: 'audit-trail',
  name: msg('Audit trail'),
  stem: 'audit-trail',
  permissions: trailPermission,
  query: trailFilter,
  hasModes: false,
  open: (query, reader) =>
    openListExport(reader, {
      statement: trailExport(reader.database.reader(reader.scope), {
        ...filterOf(query, reader.caller),
      }),
      columns: {
        'Time (UTC)': 'time',
        Organisation: 'text',
        Who: 'text',
        User: 'text',
        From: 'text',
        Action: 'text',
        'Record type': 'text',
        Record: 'text',
        Request: 'text',
        Before: 'text',
        After: 'text',
      },
      query,
      filterNames: msg({
        searchKey: 'Search',
        action: 'Action',
        recordType: 'Record type',
        actorId: 'User',
        dateFrom: 'From',
        dateTo: 'Until',
        tenantId: 'Tenant',
      }),
      timeZone: 'UTC',
    }),
})

export const routes: Route[] = [
  route(listTrail, async ({ query }, { db, caller }) => {
    const { pageIndex, pageSize, ...filterInput } = query
    const filter = filterOf(filterInput, caller)
    return countedPage(
      { pageIndex, pageSize },
      {
        rows: async (page) => {
          const rows = await listTrailRows(db, filter, page)
          const idWords = await listIdWords(db, rows)
          return rows.map((row) => entryOf(row, idWords.get(row.id)))
        },
        count: (limit) => countTrail(db, filter, limit),
      },
    )
  }),
  route(listTrailActions, async (_, { db, caller }) => {
    const kinds = await listActionsAndTypes(db, actorFilter(caller), newestEntries)
    return {
      actions: [...new Set(kinds.map(({ action }) => action))],
      recordTypes: [...new Set(kinds.map((kind) => kind.record_type))].sort(),
      recordNames: recordNames(),
    }
  }),
  route(exportTrail, async ({ query }, context) => {
    const { audit, caller, database, db, now, reply, scope, transaction } = context
    const filter = filterOf(query, caller)
    const copy = await copyOut(database, scope, trailExport(db, filter))
    // a client that disconnects stops the query
    reply.raw.once('close', () => copy.stop())
    await transaction((tx) => audit(tx, { type: 'audit_export', id: newId(now), after: query }))
    reply.header('content-disposition', 'attachment; filename="audit-trail.zip"')
    return zipOf('audit-trail.csv', copy.stream, now) as unknown as undefined
  }),
]

function filterOf(
  { dateFrom, dateTo, ...asked }: z.output<typeof trailFilter>,
  caller: UserCaller,
): TrailFilter {
  return { ...asked, ...givenDays({ dateFrom, dateTo }, caller.timeZone), ...actorFilter(caller) }
}

/** Entries contain payments: a user who may not see all payments sees only their own entries. */
function actorFilter(caller: UserCaller): TrailFilter {
  return isLimitedToPayments(caller) ? { onlyActorId: caller.id } : {}
}

function entryOf(row: TrailRow, idWords: TrailEntry['words'] = {}): TrailEntry {
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
    words: { ...idWords, ...wordsFor(row.record_type, [before, after]) },
    currencyFields: currencyFieldsOf(row.record_type),
    requestId: row.request_id,
    createdAt: row.created_at.toISOString(),
  }
}
