import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { type Asked, change, create, found, ownerOf, remove, savedFilterOf } from './keep-views.ts'
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
  updateSavedFilter,
} from './saved-filters.contract.ts'
import {
  findFilterRow,
  listFilterRows,
  listSharedRows,
  type SavedView,
} from './saved-filters.queries.ts'

const lookup = 'transaction-lookup'

/** A view of a report, with the owner's role if it is shared with it. */
const sharedView = (
  { isShared, ...view }: SavedView & { readonly isShared: boolean },
  { caller }: Asked,
): SavedView => ({ ...view, sharedRoleId: isShared ? caller.roleId : null })

export const routes: Route[] = [
  route(listSavedFilters, async (_input, { db, caller }) => {
    const rows = await listFilterRows(db, ownerOf(caller, lookup), maxSavedFilters)
    return { data: rows.map((row) => savedFilterOf(row)), count: rows.length }
  }),
  route(readSavedFilter, async ({ params }, { db, caller }) =>
    savedFilterOf(found(await findFilterRow(db, ownerOf(caller, lookup), params.id))),
  ),
  route(createSavedFilter, ({ body }, context) =>
    create(body, ownerOf(context.caller, lookup), context),
  ),
  route(updateSavedFilter, ({ params, body }, context) =>
    change(params.id, body, ownerOf(context.caller, lookup), context),
  ),
  route(deleteSavedFilter, ({ params }, context) =>
    remove(params.id, ownerOf(context.caller, lookup), context),
  ),
  route(listReportViews, async ({ query }, { db, caller }) => {
    const owner = ownerOf(caller, query.screen)
    const [own, shared] = await Promise.all([
      listFilterRows(db, owner, maxSavedFilters),
      db.inWholeTenant((whole) => listSharedRows(whole, owner, caller, maxSavedFilters)),
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
