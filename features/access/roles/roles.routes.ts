import { registerAuditGuard } from '@counterfoil/features/access/audit/audit.public.ts'
import type { Manager } from '@counterfoil/features/access/users/users.rules.ts'
import {
  mayManage,
  maySee,
  ungrantablePermissions,
} from '@counterfoil/features/access/users/users.rules.ts'
import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { pageOf } from '@counterfoil/kit/server/request/counted-page.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import {
  createRole,
  listAllRoles,
  listGrantableRoles,
  listOperatorRoles,
  listRoles,
  listTenantRoles,
  type Role,
  type RoleRow,
  readRole,
  removeRole,
  updateRole,
} from './roles.contract.ts'
import { tenantReader } from './roles.public.ts'
import {
  countRoleRows,
  deleteRole,
  findMerchantName,
  findRoleRow,
  insertRole,
  isNameTaken,
  listRoleRows,
  lockRole,
  nameTaken,
  type RoleListRow,
  type RoleSearch,
  updateRoleRow,
} from './roles.queries.ts'
import {
  auditedFields,
  decideNewRole,
  decideRoleChange,
  decideRoleRemoval,
  type RoleRecord,
  userTypeNames,
} from './roles.rules.ts'

type Caller = Pick<Context<UserCaller>, 'caller' | 'database'>

const wholeList = { pageIndex: 0, pageSize: 1000 }

async function rolePage(
  context: Caller,
  type: keyof typeof userTypeNames,
  query: Partial<Omit<RoleSearch, 'userType'>> & { pageIndex: number; pageSize: number },
) {
  const userType = userTypeNames[type]
  const { caller } = context
  if (!maySee(caller, { userType, merchantId: caller.merchantId }))
    throw notFound('This kind of role')
  const db = tenantReader(context)
  const search = { ...query, userType, merchantIds: caller.merchantIds }
  const page = pageOf(query)
  const [rows, count] = await Promise.all([
    listRoleRows(db, search, page),
    countRoleRows(db, search),
  ])
  return { data: rows.map(rowOf), count }
}

export const routes: Route[] = [
  route(listRoles, ({ params, query }, context) => rolePage(context, params.x, query)),
  route(listOperatorRoles, ({ params, query }, context) => rolePage(context, params.x, query)),
  route(listAllRoles, ({ params }, context) => rolePage(context, params.x, wholeList)),
  route(listTenantRoles, ({ params, query }, context) => {
    const { caller } = context
    if (caller.userType !== 'platform' && params.id !== caller.tenantId) {
      throw notFound('The tenant')
    }
    return rolePage(context, params.x, { ...query, tenantId: params.id })
  }),
  route(listGrantableRoles, async ({ params, query }, context) => {
    const { caller } = context
    const tenantId = caller.userType === 'platform' ? query.tenantId : undefined
    const merchantId = caller.merchantId ?? query.merchantId
    const userType = userTypeNames[params.x]
    if (!maySee(caller, { userType, merchantId: caller.merchantId }))
      throw notFound('This kind of role')
    const search = { userType, tenantId, merchantId, merchantIds: caller.merchantIds }
    const rows = await listRoleRows(tenantReader(context), search, { limit: 1000, offset: 0 })
    return rows
      .filter((row) => ungrantablePermissions(caller, row.permissions).length === 0)
      .filter((row) => merchantId !== undefined || row.merchant_id === null)
      .map((row) => ({
        id: row.id,
        name:
          caller.userType === 'platform' && tenantId === undefined
            ? `${row.name} · ${row.tenant_name}`
            : row.name,
        isAdministrator: row.is_administrator,
      }))
  }),
  route(readRole, async ({ params }, context) => {
    const row = await requireRole(context, params.id)
    return roleOf(row, context.caller)
  }),
  route(createRole, async ({ params, body }, context) => {
    const { caller, transaction, now, audit } = context
    const userType = userTypeNames[params.type]
    const merchantId = body.merchantId ?? (userType === 'merchant' ? caller.merchantId : null)
    decideNewRole(caller, { userType, merchantId }, body)
    const tenantId = userType === 'platform' ? caller.tenantId : (body.tenantId ?? caller.tenantId)
    const roleId = newId(now)
    await transaction(async (db) => {
      if (merchantId !== null && !(await findMerchantName(db, merchantId))) {
        throw refused('role.merchant_unknown', 'There is no such merchant', 'merchantId')
      }
      await requireFreeName(db, { userType, merchantId, name: body.name })
      await insertRole(db, { ...body, id: roleId, userType, merchantId, at: now })
      await audit(db, { type: 'role', id: roleId, merchantId, after: auditedFields(body) })
    }, tenantId)
    return roleOf(await requireRole(context, roleId), caller)
  }),
  route(updateRole, async ({ params, body }, context) => {
    const { caller, transaction, audit } = context
    const row = await requireRole(context, params.id, userTypeNames[params.type])
    const before = recordOf(row)
    decideRoleChange(caller, before, body)
    await transaction(async (db) => {
      const locked = await lockRole(db, params.id)
      if (locked === undefined) throw notFound('The role')
      const isStale =
        locked.version !== row.version || (body.version ?? row.version) !== row.version
      if (isStale) {
        throw new Problem('role.stale', 409, 'Somebody else has changed this role in the meantime')
      }
      await requireFreeName(db, { ...before, name: body.name, exceptId: params.id })
      await updateRoleRow(db, params.id, body)
      await audit(db, {
        ...{ type: 'role', id: params.id, merchantId: row.merchant_id },
        ...{ before: auditedFields(before), after: auditedFields(body) },
      })
    }, row.tenant_id)
    return roleOf(await requireRole(context, params.id), caller)
  }),
  route(removeRole, async ({ params }, context) => {
    const row = await requireRole(context, params.id, userTypeNames[params.type])
    decideRoleRemoval(context.caller, recordOf(row), Number(row.user_count))
    await context.transaction(async (db) => {
      await deleteRole(db, params.id)
      const before = auditedFields(recordOf(row))
      await context.audit(db, { type: 'role', id: params.id, merchantId: row.merchant_id, before })
    }, row.tenant_id)
    return undefined
  }),
]

registerAuditGuard(
  'role',
  async (db, roleId, caller) => {
    const row = await findRoleRow(db, roleId, caller.merchantIds)
    return row !== undefined && maySee(caller, subjectOf(row, caller))
  },
  ['manageCrmRoles', 'manageMerchantRoles'],
)

/** With a user type, only a role of that type. A role that the caller may not see is answered as not found. */
async function requireRole(
  context: Caller,
  roleId: string,
  userType?: Audience,
): Promise<RoleListRow> {
  const { caller } = context
  const row = await findRoleRow(tenantReader(context), roleId, caller.merchantIds)
  const isVisible =
    row !== undefined &&
    (userType === undefined || row.user_type === userType) &&
    maySee(caller, subjectOf(row, caller))
  if (!isVisible) throw notFound('The role')
  return row
}

/** The users that the role is for; a role for every merchant is also for the caller's. */
const subjectOf = (row: RoleListRow, caller: UserCaller) => ({
  userType: row.user_type as Audience,
  merchantId: row.merchant_id ?? caller.merchantId,
})

async function requireFreeName(
  db: Db,
  role: { userType: Audience; merchantId: string | null; name: string; exceptId?: string },
): Promise<void> {
  if (await isNameTaken(db, role)) throw nameTaken()
}

function recordOf(row: RoleListRow): RoleRecord {
  return {
    id: row.id,
    userType: row.user_type as Audience,
    merchantId: row.merchant_id,
    isAdministrator: row.is_administrator,
    name: row.name,
    permissions: row.permissions,
    scaRequiredPermissions: row.sca_required_permissions,
    version: row.version,
  }
}

function rowOf(row: RoleListRow): RoleRow {
  return {
    id: row.id,
    name: row.name,
    userType: row.user_type as Audience,
    tenantId: row.tenant_id,
    tenantName: row.tenant_name,
    merchantId: row.merchant_id,
    merchantName: row.merchant_name,
    isAdministrator: row.is_administrator,
    permissionCount: row.permissions.length,
    userCount: Number(row.user_count),
  }
}

function roleOf(row: RoleListRow, caller: UserCaller): Role {
  return {
    ...rowOf(row),
    ...{ permissions: row.permissions, scaRequiredPermissions: row.sca_required_permissions },
    version: row.version,
    isEditable: isEditable(caller, row),
  }
}

function isEditable(caller: UserCaller & Manager, row: RoleListRow): boolean {
  const mayReach =
    caller.userType === 'merchant' ||
    caller.merchantIds === null ||
    (row.merchant_id !== null && caller.merchantIds.includes(row.merchant_id))
  return (
    mayReach &&
    mayManage(caller, { userType: row.user_type as Audience, merchantId: row.merchant_id }) &&
    ungrantablePermissions(caller, row.permissions).length === 0
  )
}

const refused = (code: string, message: string, path: string) =>
  new Problem(code, 422, message, { path })
