import { readGallery } from '@counterfoil/features/dashboards/widgets/gallery.public.ts'
import { listGivenByRole } from '@counterfoil/features/dashboards/widgets/widgets.public.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import {
  listBaseWidgets,
  listGallery,
  listShares,
  shareWidget,
  unShareWidget,
} from './boards.contract.ts'
import { findPlacedRow } from './boards.queries.ts'
import { boardRecord, ownerOf, withShares } from './read-board.ts'
import {
  insertShare,
  listRolesToShareWith,
  listSharesBy,
  updateShareEnded,
} from './shares.queries.ts'

/** The roles that a widget is shared with. */
const sharedWith = async (db: Db, caller: UserCaller, placedId: string) => {
  const shares = await withShares(db, caller, (whole) => listSharesBy(whole, ownerOf(caller)))
  return shares.filter(({ widgetId }) => widgetId === placedId).map(({ roleId }) => roleId)
}

/** The roles that the caller may share with, each with the widgets that its people are given. */
const rolesFor = (db: Db, { tenantId, merchantId, userType }: UserCaller) =>
  db.inWholeTenant(async (whole) => {
    const roles = await listRolesToShareWith(whole, { tenantId, merchantId, userType })
    const given = await listGivenByRole(whole, { tenantId, userType }, roles)
    return roles.map(({ id, name }) => ({ id, name, widgetIds: [...(given.get(id) ?? [])] }))
  })

export const routes: Route[] = [
  route(listGallery, async (_input, context) => {
    const data = await readGallery(context)
    return { data, count: data.length }
  }),
  route(listBaseWidgets, async ({ params }, context) => {
    const gallery = await readGallery(context)
    const category = gallery.find(({ categoryId }) => categoryId === params.id)
    if (category === undefined) throw notFound('The category')
    return { data: category.widgets, count: category.widgets.length }
  }),
  route(listShares, async (_input, { db, caller }) => {
    const owner = ownerOf(caller)
    const [rows, roles] = await Promise.all([
      db.inWholeTenant((whole) => listSharesBy(whole, owner)),
      rolesFor(db, caller),
    ])
    const data = rows.map((row) => ({ ...row, sharedAt: row.sharedAt.toISOString() }))
    return { data, count: data.length, roles }
  }),
  route(shareWidget, ({ body }, { caller, now, transaction, audit }) =>
    transaction(async (db) => {
      const placed = await findPlacedRow(db, ownerOf(caller), body.widgetId)
      if (placed === undefined) throw notFound('The widget')
      const roles = await rolesFor(db, caller)
      const role = roles.find(({ id }) => id === body.roleId)
      if (role === undefined) throw notFound('The role')
      if (!role.widgetIds.includes(placed.widget_id)) {
        const params = { role: role.name }
        const message = `People with the role “${role.name}” are not given this widget.`
        throw new Problem('dashboard.not_given_to_role', 409, message, { params })
      }
      const { tenantId, merchantId, id, name } = caller
      const readers = { tenantId, merchantId, roleId: body.roleId }
      const before = { widgetId: placed.id, roles: await sharedWith(db, caller, placed.id) }
      await withShares(db, caller, (whole) =>
        insertShare(whole, readers, placed, { id, name, at: now }),
      )
      const after = { widgetId: placed.id, roles: await sharedWith(db, caller, placed.id) }
      await audit(db, { ...boardRecord(caller, placed.dashboard_id), before, after })
      return undefined
    }),
  ),
  route(unShareWidget, ({ body }, { caller, now, transaction, audit }) =>
    transaction(async (db) => {
      const placed = await findPlacedRow(db, ownerOf(caller), body.widgetId)
      if (placed === undefined) throw notFound('The share')
      const before = { widgetId: placed.id, roles: await sharedWith(db, caller, placed.id) }
      const isEnded = await withShares(db, caller, (whole) =>
        updateShareEnded(whole, ownerOf(caller), { ...body, at: now }),
      )
      if (!isEnded) throw notFound('The share')
      const after = { widgetId: placed.id, roles: await sharedWith(db, caller, placed.id) }
      await audit(db, { ...boardRecord(caller, placed.dashboard_id), before, after })
      return undefined
    }),
  ),
]
