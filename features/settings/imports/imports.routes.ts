import {
  cancelImport,
  exportImportRows,
  type ImportOutcome,
  listImportRows,
  listImports,
  readImport,
} from '@counterfoil/kit/contract/imports.ts'
import { notFound, type ProblemParams } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { findImportOf, type ImportRecord } from '@counterfoil/kit/database/imports.ts'
import { answerCsv } from '@counterfoil/kit/server/codecs/csv.ts'
import { viewOfImport } from '@counterfoil/kit/server/imports/store-import.ts'
import { pageOf } from '@counterfoil/kit/server/request/counted-page.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { listImportRowsOf } from './import-rows.queries.ts'
import {
  copyImportRows,
  countImportsOf,
  listImportsOf,
  updateImportEnded,
} from './imports.queries.ts'

export const routes: Route[] = [
  route(listImports, async ({ query }, { db, caller }) => {
    const search = { userId: caller.id, resource: query.resource }
    const [rows, count] = await Promise.all([
      listImportsOf(db, search, pageOf(query)),
      countImportsOf(db, search),
    ])
    return { data: rows.map(viewOfImport), count }
  }),
  route(readImport, async ({ params }, { db, caller }) =>
    viewOfImport(await ownImport(db, caller.id, params.id)),
  ),
  route(listImportRows, async ({ params, query }, { db, caller }) => {
    const one = await ownImport(db, caller.id, params.id)
    const search = { tenantId: one.tenant_id, importId: one.id, outcome: query.outcome }
    const rows = await listImportRowsOf(db, search, pageOf(query))
    const data = rows.map((row) => ({
      line: row.line,
      outcome: row.state as ImportOutcome,
      recordKey: row.record_key,
      code: row.code,
      params: row.params as ProblemParams | null,
      path: row.path,
      message: row.message,
    }))
    return { data, count: countOf(one, query.outcome) }
  }),
  route(exportImportRows, async ({ params, query }, context) => {
    const { db, caller, database, reply } = context
    const one = await ownImport(db, caller.id, params.id)
    const search = { tenantId: one.tenant_id, importId: one.id, outcome: query.outcome }
    const csv = await copyImportRows(database, db, search)
    const record = { type: `${one.resource}-import`, id: one.id, after: query }
    await context.transaction((tx) => context.audit(tx, record), one.tenant_id)
    return answerCsv(csv, reply, `${one.resource}-import.csv`)
  }),
  route(cancelImport, async ({ params }, context) => {
    const { db, caller, now } = context
    const one = await ownImport(db, caller.id, params.id)
    return context.transaction(async (forUploader) => {
      const ended = await updateImportEnded(forUploader, one.id, 'cancelled', now)
      if (ended === undefined) return viewOfImport(await ownImport(forUploader, caller.id, one.id))
      const view = viewOfImport(ended)
      const { created, changed, unchanged, refused } = view
      const after = { state: view.state, created, changed, unchanged, refused }
      const before = { state: one.state }
      await context.audit(forUploader, {
        type: `${one.resource}-import`,
        id: one.id,
        before,
        after,
      })
      return view
    }, one.tenant_id)
  }),
]

/** Finds an import only for the user who uploaded it, because rows may contain what others may not see. */
async function ownImport(db: Db, userId: string, id: string): Promise<ImportRecord> {
  const one = await findImportOf(db, userId, id)
  if (one === undefined) throw notFound('The import')
  return one
}

function countOf(one: ImportRecord, outcome: ImportOutcome | undefined): number {
  const view = viewOfImport(one)
  if (outcome !== undefined) return view[outcome]
  return view.created + view.changed + view.unchanged + view.refused
}
