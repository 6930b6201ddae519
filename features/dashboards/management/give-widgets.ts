import {
  findProductWidget,
  productWidgets,
} from '@counterfoil/features/dashboards/widgets/default-widgets.rules.ts'
import {
  findTenantWidgetIds,
  listOrganisationWidgets,
  listWidgetRows,
} from '@counterfoil/features/dashboards/widgets/widgets.public.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { lockUntilCommit } from '@counterfoil/kit/database/named-locks.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { copyLater } from './copy-widgets.jobs.ts'
import { type ManagedRole, rights } from './management.contract.ts'
import {
  deleteCopiesBut,
  listManagedRoles,
  updateRoleWidgets,
  updateTenantWidgets,
  upsertCopy,
} from './management.queries.ts'

type Call = Context<UserCaller>

/** Gives a tenant widgets of the product and copies of the platform's own; what is not among them is taken from it. */
export async function giveTenant(
  tenantId: string,
  widgetIds: readonly string[] | null,
  { db: reader, caller, now, transaction, audit, jobs }: Call,
): Promise<undefined> {
  // the platform's own people are given widgets by their roles
  if (caller.userType !== 'platform' || tenantId === caller.tenantId) throw notFound('The tenant')
  const own = (widgetIds ?? []).filter((id) => findProductWidget(id) === undefined)
  const rows = await listWidgetRows(reader, caller.tenantId)
  const sources = own.map((id) => {
    const source = rows.find((row) => row.id === id)
    if (source === undefined) throw unknownWidget(id)
    return source
  })
  await transaction(async (db) => {
    // of two that give at the same moment the second gives after the first
    await lockUntilCommit(db, `given-widgets ${tenantId}`)
    const before = await givenToTenant(db, tenantId)
    const product =
      widgetIds === null ? null : widgetIds.filter((id) => findProductWidget(id) !== undefined)
    const isAll = product === null || product.length === productWidgets.length
    await updateTenantWidgets(db, tenantId, isAll ? null : product, now)
    await deleteCopiesBut(db, tenantId, own)
    for (const source of sources) {
      await upsertCopy(db, tenantId, source, now)
      // it may be changed before this is committed
      await copyLater(jobs, db, { tenantId: caller.tenantId, widgetId: source.id })
    }
    const after = await givenToTenant(db, tenantId)
    await audit(db, { type: 'tenant', id: tenantId, before, after })
  }, tenantId)
  return undefined
}

/** What a tenant is given: widgets of the product (null: all of them), and the platform's own that it has copies of. */
async function givenToTenant(db: Db, tenantId: string) {
  const product = (await findTenantWidgetIds(db, tenantId)) ?? null
  const copies = (await listWidgetRows(db, tenantId)).flatMap((row) => row.source_id ?? [])
  return { product, copies }
}

/** Roles of the whole organisation, and those of the merchants that `db` may see. */
export async function listEachManagedRole(db: Db, tenantId: string) {
  const own = await db.inWholeTenant((whole) => listManagedRoles(whole, tenantId, false))
  return [...own, ...(await listManagedRoles(db, tenantId, true))]
}

/** What a role is given, in the order of its default dashboard; null gives it the product's again. */
export function giveRole(
  body: { readonly roleId: string; readonly widgetIds: readonly string[] | null },
  userTypes: readonly ManagedRole['userType'][],
  { caller, now, transaction, audit }: Call,
): Promise<undefined> {
  return transaction(async (db) => {
    const { tenantId, permissions } = caller
    await lockUntilCommit(db, `given-widgets ${body.roleId}`)
    const roles = await listEachManagedRole(db, tenantId)
    const role = roles.find(({ id }) => id === body.roleId)
    const isMerchants = role?.userType === 'merchant'
    const may = permissions.has(isMerchants ? rights.merchantRoles : rights.tenantRoles)
    if (role === undefined || !may || !userTypes.some((one) => one === role.userType)) {
      throw notFound('The role')
    }
    const widgets = await listOrganisationWidgets(db, tenantId)
    const unknown = body.widgetIds?.find((id) => !widgets.some(({ widgetId }) => widgetId === id))
    if (unknown !== undefined) throw unknownWidget(unknown)
    const chosen = body.widgetIds === null ? null : [...new Set(body.widgetIds)]
    await updateRoleWidgets(db, { tenantId, roleId: role.id }, chosen, now)
    await audit(db, {
      ...{ type: 'role', id: role.id },
      before: { widgetIds: role.widgetIds },
      after: { widgetIds: chosen },
    })
    return undefined
  })
}

function unknownWidget(id: string): Problem {
  const message = `There is no widget ${id}`
  return new Problem('dashboard.unknown_widget', 400, message, {
    path: 'widgetIds',
    params: { widget: id },
  })
}
