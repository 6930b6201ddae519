import { viewers } from '@counterfoil/features/payments/lookup/faces.schema.ts'
import { forbidden, notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { type Asked, change, create, found, ownerOf, remove, savedFilterOf } from './keep-views.ts'
import {
  createLookupView,
  deleteLookupView,
  type LookupView,
  listLookupViewRoles,
  listLookupViews,
  sharers,
  updateLookupView,
} from './lookup-views.contract.ts'
import { maxSavedFilters, type SavedFilter } from './saved-filters.contract.ts'
import {
  findFilterRow,
  listFilterRows,
  listRoleNames,
  listSharableRoles,
  listSharedRows,
} from './saved-filters.queries.ts'

interface Role {
  readonly id: string
  readonly name: string
}

/** The owner of the views; a lookup that the caller has no right to is not there. */
function ownerAt(screen: string, caller: UserCaller) {
  if (!viewers(screen).some((one) => caller.permissions.has(one))) throw notFound('The lookup')
  return ownerOf(caller, screen)
}

const rolesFor = (db: Db, screen: string, { tenantId, merchantId, userType }: UserCaller) =>
  db.inWholeTenant((whole) =>
    listSharableRoles(whole, { tenantId, merchantId, userType }, viewers(screen)),
  )

/** The role that a view is to be shared with, and may be; a view that is already shared with it stays so. */
async function sharedRole(
  roleId: string | null,
  before: string | null,
  screen: string,
  { db, caller }: Asked,
): Promise<Role | null> {
  if (roleId === null) return null
  if (roleId === before) {
    const names = await db.inWholeTenant((whole) => listRoleNames(whole, caller.tenantId, [roleId]))
    return { id: roleId, name: names.get(roleId) ?? '' }
  }
  if (!sharers.some((one) => caller.permissions.has(one))) throw forbidden()
  const role = (await rolesFor(db, screen, caller)).find(({ id }) => id === roleId)
  if (role === undefined) throw notFound('The role')
  return role
}

const ownView = (saved: SavedFilter, role: Role | null): LookupView => ({
  ...saved,
  sharedRoleId: role?.id ?? null,
  sharedRoleName: role?.name ?? null,
  sharedBy: null,
})

const nameOf = (one: { first_name: string | null; last_name: string | null; email: string }) =>
  [one.first_name, one.last_name].filter(Boolean).join(' ') || one.email

export const routes: Route[] = [
  route(listLookupViews, async ({ query }, { db, caller }) => {
    const owner = ownerAt(query.screen, caller)
    const [own, shared] = await Promise.all([
      listFilterRows(db, owner, maxSavedFilters),
      db.inWholeTenant((whole) => listSharedRows(whole, owner, caller, maxSavedFilters)),
    ])
    const roleIds = [...new Set(own.flatMap((row) => row.shared_role_id ?? []))]
    const names = await db.inWholeTenant((whole) => listRoleNames(whole, owner.tenantId, roleIds))
    const data = [
      ...own.map((row) => {
        const name = names.get(row.shared_role_id ?? '')
        const role = name === undefined ? null : { id: row.shared_role_id ?? '', name }
        return ownView({ ...savedFilterOf(row), isShared: role !== null }, role)
      }),
      ...shared.map((row) => ({
        ...savedFilterOf(row, false),
        ...{ sharedRoleId: null, sharedRoleName: null, sharedBy: nameOf(row) },
      })),
    ]
    return { data, count: data.length }
  }),
  route(listLookupViewRoles, ({ query }, { db, caller }) => {
    ownerAt(query.screen, caller)
    return rolesFor(db, query.screen, caller)
  }),
  route(createLookupView, async ({ query, body }, context) => {
    const owner = ownerAt(query.screen, context.caller)
    const { sharedRoleId, ...view } = body
    const role = await sharedRole(sharedRoleId, null, query.screen, context)
    return ownView(await create({ ...view, sharedRoleId: role?.id ?? null }, owner, context), role)
  }),
  route(updateLookupView, async ({ params, query, body }, context) => {
    const owner = ownerAt(query.screen, context.caller)
    const before = found(await findFilterRow(context.db, owner, params.id))
    const { sharedRoleId, ...view } = body
    const role = await sharedRole(sharedRoleId, before.shared_role_id, query.screen, context)
    const kept = { ...view, sharedRoleId: role?.id ?? null }
    return ownView(await change(params.id, kept, owner, context), role)
  }),
  route(deleteLookupView, ({ params, query }, context) =>
    remove(params.id, ownerAt(query.screen, context.caller), context),
  ),
]
