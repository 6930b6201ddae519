import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { v4 } from 'uuid'
import {
  createReportView,
  deleteReportView,
  listReportViews,
  updateReportView,
} from './report-views.contract.ts'
import {
  createSavedFilter,
  deleteSavedFilter,
  listSavedFilters,
  maxSavedFilters,
  readSavedFilter,
  type SavedFilter,
  updateSavedFilter,
} from './saved-filters.contract.ts'
import {
  countFilterRows,
  deleteFilterRow,
  findFilterRow,
  insertFilterRow,
  listFilterRows,
  listSharedRows,
  type Owner,
  type SavedView,
  updateFilterRow,
} from './saved-filters.queries.ts'

type Row = Awaited<ReturnType<typeof insertFilterRow>>

const lookup = 'transaction-lookup'

const ownerOf = (caller: UserCaller, screen = lookup): Owner => ({
  tenantId: caller.tenantId,
  userId: caller.id,
  screen,
})

function savedFilterOf(row: Row, isOwn = true): SavedFilter {
  const { filters, sort, columns } = row.filter as unknown as SavedView
  return {
    id: row.id,
    externalId: row.external_id,
    name: row.name,
    filters: { ...filters },
    sort: sort ?? null,
    columns: columns ? [...columns] : null,
    isShared: row.shared_role_id !== null,
    isOwn,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

function found(row: Row | undefined): Row {
  if (row === undefined) throw notFound('The filter')
  return row
}

type Asked = Context<UserCaller>

const recordOf = (saved: SavedFilter, { caller }: Asked) => ({
  type: 'saved_filter',
  id: saved.id,
  merchantId: caller.merchantId,
})

function create(view: SavedView, owner: Owner, context: Asked): Promise<SavedFilter> {
  const { now } = context
  return context.transaction(async (db) => {
    if ((await countFilterRows(db, owner)) >= maxSavedFilters) {
      throw new Problem(
        'saved_filter.too_many',
        409,
        `You have ${maxSavedFilters} saved filters. Delete one to save another.`,
        { params: { most: maxSavedFilters } },
      )
    }
    const ids = { id: newId(now), externalId: v4() }
    const saved = savedFilterOf(await insertFilterRow(db, owner, ids, view, now))
    await context.audit(db, { ...recordOf(saved, context), after: saved })
    return saved
  })
}

function change(id: string, view: SavedView, owner: Owner, context: Asked): Promise<SavedFilter> {
  return context.transaction(async (db) => {
    const before = savedFilterOf(found(await findFilterRow(db, owner, id)))
    const after = savedFilterOf(found(await updateFilterRow(db, owner, id, view, context.now)))
    await context.audit(db, { ...recordOf(after, context), before, after })
    return after
  })
}

function remove(id: string, owner: Owner, context: Asked): Promise<undefined> {
  return context.transaction(async (db) => {
    const before = savedFilterOf(found(await deleteFilterRow(db, owner, id)))
    await context.audit(db, { ...recordOf(before, context), before })
    return undefined
  })
}

/** A view of a report, with the owner's role if it is shared with it. */
const sharedView = (
  { isShared, ...view }: SavedView & { readonly isShared: boolean },
  { caller }: Asked,
): SavedView => ({ ...view, sharedRoleId: isShared ? caller.roleId : null })

export const routes: Route[] = [
  route(listSavedFilters, async (_input, { db, caller }) => {
    const rows = await listFilterRows(db, ownerOf(caller), maxSavedFilters)
    return { data: rows.map((row) => savedFilterOf(row)), count: rows.length }
  }),
  route(readSavedFilter, async ({ params }, { db, caller }) =>
    savedFilterOf(found(await findFilterRow(db, ownerOf(caller), params.id))),
  ),
  route(createSavedFilter, ({ body }, context) => create(body, ownerOf(context.caller), context)),
  route(updateSavedFilter, ({ params, body }, context) =>
    change(params.id, body, ownerOf(context.caller), context),
  ),
  route(deleteSavedFilter, ({ params }, context) =>
    remove(params.id, ownerOf(context.caller), context),
  ),
  route(listReportViews, async ({ query }, { db, caller }) => {
    const owner = ownerOf(caller, query.screen)
    const [own, shared] = await Promise.all([
      listFilterRows(db, owner, maxSavedFilters),
      listSharedRows(db, owner, caller.roleId, maxSavedFilters),
    ])
    const data = [
      ...own.map((row) => savedFilterOf(row)),
      ...shared.map((row) => savedFilterOf(row, false)),
    ]
    return { data, count: data.length }
  }),
  route(createReportView, ({ query, body }, context) =>
    create(sharedView(body, context), ownerOf(context.caller, query.screen), context),
  ),
  route(updateReportView, ({ params, query, body }, context) =>
    change(params.id, sharedView(body, context), ownerOf(context.caller, query.screen), context),
  ),
  route(deleteReportView, ({ params, query }, context) =>
    remove(params.id, ownerOf(context.caller, query.screen), context),
  ),
]
