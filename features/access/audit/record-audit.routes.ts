import { notFound } from '@counterfoil/kit/contract/problem.ts'
import { failureCode } from '@counterfoil/kit/database/failures.ts'
import { pageOf } from '@counterfoil/kit/server/request/counted-page.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { currencyFieldsOf, wordsFor } from '@counterfoil/kit/server/resources/record-names.ts'
import { findAuditGuard } from './audit.public.ts'
import { snapshotOf } from './audit.rules.ts'
import { listIdWords } from './named-ids.queries.ts'
import { type AuditEntry, listRecordAudit } from './record-audit.contract.ts'
import { countEntries, listEntries } from './record-audit.queries.ts'

export const routes: Route[] = [
  route(listRecordAudit, async ({ params, query }, { db, caller, requireCode }) => {
    const guard = findAuditGuard(params.recordType)
    const maySee = guard?.permissions.some((one) => caller.permissions.has(one)) ?? false
    if (guard === undefined || !maySee) throw notFound('The record')
    const isThere = await guard.exists(db, params.recordId, caller).catch(falseForWrongId)
    if (!isThere) throw notFound('The record')
    await requireCode(guard.permissions)
    const page = pageOf(query)
    const [rows, count] = await Promise.all([
      listEntries(db, params, page),
      countEntries(db, params),
    ])
    const idWords = await listIdWords(db, rows)
    const data = rows.map((row) => entryOf(row, params.recordType, idWords.get(row.id)))
    return { data, count }
  }),
]

/** An id of another form than the record's own is one that does not exist. */
function falseForWrongId(error: unknown): false {
  if (failureCode(error) === invalidText) return false
  throw error
}
const invalidText = '22P02'

type Row = Awaited<ReturnType<typeof listEntries>>[number]

function entryOf(row: Row, recordType: string, idWords: AuditEntry['words'] = {}): AuditEntry {
  const [before, after] = [snapshotOf(row.before), snapshotOf(row.after)]
  return {
    id: row.id,
    actorId: row.actor_id,
    actorName: row.actor_name,
    action: row.action,
    before,
    after,
    words: { ...idWords, ...wordsFor(recordType, [before, after]) },
    currencyFields: currencyFieldsOf(recordType),
    requestId: row.request_id,
    ip: row.ip,
    createdAt: row.created_at.toISOString(),
  }
}
