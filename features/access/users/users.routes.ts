import { registerAuditGuard } from '@counterfoil/features/access/audit/audit.public.ts'
import { tenantReader } from '@counterfoil/features/access/roles/roles.public.ts'
import { findMailFailure } from '@counterfoil/features/messaging/mail/mail.public.ts'
import { noMailServer } from '@counterfoil/features/messaging/mail/mail.schema.ts'
import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { pageOf } from '@counterfoil/kit/server/request/counted-page.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { resetAuthenticator, sendPasswordReset, setUserActive } from './accounts.public.ts'
import { hasOpenInvitation } from './accounts.queries.ts'
import {
  readManageableUser,
  readVisibleUser,
  requireAnotherAdministrator,
  requireGrantableRole,
  userRecordOf,
  userRowOf,
} from './managed-users.ts'
import {
  activateTenantUser,
  deactivateTenantUser,
  listAllUsers,
  listTenantUsers,
  listUsers,
  readUser,
  removeTenantUser,
  removeUser,
  resetPassword,
  resetTenantPassword,
  resetUserAuthenticator,
  setActivation,
  type UserRow,
  unlockUser,
  updateTenantUser,
  updateUser,
} from './users.contract.ts'
import {
  countUserRows,
  findUserRow,
  listUserRows,
  type UserListRow,
  type UserSearch,
  updateRemoved,
  updateUnlocked,
  updateUserRow,
} from './users.queries.ts'
import { invitationDays, mayManage, maySee, visibleUserTypes } from './users.rules.ts'

type Query = Omit<UserSearch, 'now' | 'userTypes'> & {
  userType?: Audience | 'operator' | undefined
  sort?: string | undefined
  pageIndex: number
  pageSize: number
}

const userTypesOf = (userType: Query['userType']): readonly Audience[] =>
  userType === undefined
    ? ['platform', 'tenant', 'merchant']
    : userType === 'operator'
      ? ['platform', 'tenant']
      : [userType]

async function userPage(context: Context<UserCaller>, { userType, ...query }: Query) {
  const { caller, now } = context
  const visible = visibleUserTypes(caller)
  const userTypes = userTypesOf(userType).filter((type) => visible.includes(type))
  const search = { ...query, userTypes, now }
  const page = { ...query, ...pageOf(query) }
  const db = tenantReader(context)
  const [rows, count] = await Promise.all([
    listUserRows(db, search, caller.merchantIds, page),
    countUserRows(db, search, caller.merchantIds),
  ])
  return { data: rows.map((row) => userRowOf(row, now)), count }
}

export const routes: Route[] = [
  route(listUsers, ({ query }, context) => userPage(context, query)),
  route(listAllUsers, async ({ query }, context) => {
    const { data, count } = await userPage(context, { ...query, pageIndex: 0, pageSize: 1000 })
    const named = data.map(({ id, email, firstName, lastName }) => ({
      ...{ id, email, name: `${firstName} ${lastName}`.trim() },
    }))
    return { data: named, count }
  }),
  route(listTenantUsers, ({ params, query }, context) => {
    requireTenant(context.caller, params.id)
    return userPage(context, { ...query, tenantId: params.id, userType: 'operator' })
  }),
  route(readUser, async ({ params }, context) => {
    const row = await readVisibleUser(context, params.id)
    const isManageable =
      row.id !== context.caller.id && mayManage(context.caller, userRecordOf(row))
    const user = userRowOf(row, context.now)
    return { ...user, isManageable, invitationFault: await findInvitationFault(context, user) }
  }),
  route(updateUser, ({ params, body }, context) => changeUser(context, params.id, body)),
  route(removeUser, ({ params }, context) => removeManagedUser(context, params.id)),
  route(setActivation, ({ params, body }, context) => changeActivation(context, params.id, body)),
  route(unlockUser, async ({ params }, context) => {
    const row = await readManageableUser(context, params.id)
    return auditedChange(context, row, { lockedUntil: row.locked_until }, async (db) => {
      await updateUnlocked(db, row.id, context.now)
      return { lockedUntil: null }
    })
  }),
  route(resetUserAuthenticator, async ({ params }, context) => {
    const row = await readManageableUser(context, params.id)
    return auditedChange(context, row, {}, async (db) => {
      await resetAuthenticator(db, context, row.id)
      return { authenticatorReset: true }
    })
  }),
  route(resetPassword, ({ body }, context) => mailPasswordReset(context, body.userId)),
  route(resetTenantPassword, async ({ body }, context) => {
    await readOperator(context, context.caller.tenantId, body.userId, true)
    return mailPasswordReset(context, body.userId)
  }),
  route(updateTenantUser, async ({ params, body }, context) => {
    await readOperator(context, params.id, params.userId)
    return changeUser(context, params.userId, body)
  }),
  route(removeTenantUser, async ({ params }, context) => {
    await readOperator(context, params.id, params.userId)
    return removeManagedUser(context, params.userId)
  }),
  ...([activateTenantUser, deactivateTenantUser] as const).map((endpoint) =>
    route(endpoint, async ({ params }, context) => {
      await readOperator(context, params.id, params.userId)
      const isActive = endpoint === activateTenantUser
      await changeActivation(context, params.userId, { isActive })
      return { id: params.userId }
    }),
  ),
]

registerAuditGuard(
  'user',
  async (db, userId, caller) => {
    const row = await findUserRow(db, userId, caller.merchantIds)
    return row !== undefined && maySee(caller, userRecordOf(row))
  },
  ['manageCrmRoles', 'manageMerchantRoles'],
)

function requireTenant(caller: UserCaller, tenantId: string): void {
  if (caller.userType !== 'platform' && tenantId !== caller.tenantId) throw notFound('The tenant')
}

/** Requires an operator of this tenant, or with `ofAny` of any tenant that the caller may see. */
async function readOperator(
  context: Context<UserCaller>,
  tenantId: string,
  userId: string,
  ofAny = false,
): Promise<void> {
  requireTenant(context.caller, tenantId)
  const row = await readVisibleUser(context, userId)
  const isInTenant = ofAny || row.tenant_id === tenantId
  if (!isInTenant || row.user_type === 'merchant') throw notFound('The user')
}

async function findInvitationFault(
  { database, now }: Context<UserCaller>,
  { id, tenantId, email, status }: UserRow,
) {
  if (status !== 'Invited') return null
  const db = database.reader(tenantScope(tenantId))
  if (!(await hasOpenInvitation(db, id, now))) return 'expired'
  const since = new Date(now.getTime() - invitationDays * dayMs)
  const failure = await findMailFailure(db, email, since)
  if (failure === null) return null
  return failure === noMailServer ? 'kept' : 'failed'
}

/** One change of a user in the user's tenant, with its audit entry in the same transaction. */
function auditedChange(
  context: Context<UserCaller>,
  row: UserListRow,
  before: object,
  work: (db: Db) => Promise<object>,
): Promise<{ id: string }> {
  return context.transaction(async (db) => {
    const after = await work(db)
    const { id, merchant_id: merchantId } = row
    await context.audit(db, { type: 'user', id, merchantId, before, after })
    return { id: row.id }
  }, row.tenant_id)
}

async function changeUser(
  context: Context<UserCaller>,
  userId: string,
  input: { firstName: string; lastName: string; roleId?: string | undefined },
) {
  const { caller, now } = context
  const row = await readManageableUser(context, userId)
  const change = { ...input, roleId: input.roleId ?? row.role_id }
  const user = userRecordOf(row)
  // another role changes what a user may do, as a change of the role itself does; a name needs no code
  if (change.roleId !== row.role_id) await context.requireCode('always')
  const before = { firstName: row.first_name, lastName: row.last_name, role: row.role_name }
  await auditedChange(context, row, before, async (db) => {
    const role = await requireGrantableRole(db, caller, { ...user, roleId: change.roleId })
    if (!role.isAdministrator) await requireAnotherAdministrator(db, user)
    await updateUserRow(db, userId, change)
    return { firstName: change.firstName, lastName: change.lastName, role: role.name }
  })
  return userRowOf(await readVisibleUser(context, userId), now)
}

async function removeManagedUser(context: Context<UserCaller>, userId: string) {
  const row = await readManageableUser(context, userId)
  const before = { email: row.email, role: row.role_name, isActive: row.is_active }
  return auditedChange(context, row, before, async (db) => {
    await requireAnotherAdministrator(db, userRecordOf(row))
    await setUserActive(db, userId, false, context.now)
    await updateRemoved(db, userId, context.now)
    return { removed: true }
  })
}

async function changeActivation(
  context: Context<UserCaller>,
  userId: string,
  { isActive }: { isActive: boolean },
) {
  const row = await readManageableUser(context, userId)
  await auditedChange(context, row, { isActive: row.is_active }, async (db) => {
    if (!isActive) await requireAnotherAdministrator(db, userRecordOf(row))
    await setUserActive(db, userId, isActive, context.now)
    return { isActive }
  })
  return { id: userId, isActive }
}

async function mailPasswordReset(context: Context<UserCaller>, userId: string) {
  const row = await readManageableUser(context, userId)
  return auditedChange(context, row, {}, async (db) => {
    await sendPasswordReset(db, context, userId)
    return { passwordReset: true }
  })
}
