import { disablingFeature } from '@counterfoil/features/access/roles/feature-permissions.rules.ts'
import {
  permissionGroups,
  permissionsOf,
} from '@counterfoil/features/access/roles/permissions.rules.ts'
import { tenantReader } from '@counterfoil/features/access/roles/roles.public.ts'
import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import {
  readManageableUser,
  readVisibleUser,
  requireAnotherAdministrator,
  userRecordOf,
} from './managed-users.ts'
import {
  listMerchantPermissions,
  readMerchantLimit,
  readMethodLimit,
  readProviderLimit,
  readUserAccess,
  readUserRoles,
  type UserAccess,
  updateMerchantLimit,
  updateMethodLimit,
  updateProviderLimit,
  updateUserPermissions,
} from './user-permissions.contract.ts'
import {
  listExistingIds,
  listUserLimit,
  replaceUserLimit,
  updateOwnPermissions,
  updateRightsVersion,
} from './user-permissions.queries.ts'
import {
  type Limit,
  type LimitKind,
  mayManage,
  requireGrantable,
  requireKnown,
  requireLimitable,
  requireNoWiderLimit,
} from './users.rules.ts'

type ReadUser = Awaited<ReturnType<typeof readVisibleUser>>

export const routes: Route[] = [
  route(readUserAccess, async ({ params }, context) =>
    userAccessOf(context, await readVisibleUser(context, params.id)),
  ),
  route(updateUserPermissions, async ({ params, body }, context) => {
    const user = await readManageableUser(context, params.id)
    requireGrantable(context.caller, new Set(permissionsOf(user.user_type as Audience)), body)
    const { version, ...input } = body
    await context.transaction(async (db) => {
      await requireUnchanged(db, user, version)
      await updateOwnPermissions(db, user.id, input)
      await context.audit(db, {
        ...{ type: 'user', id: user.id, merchantId: user.merchant_id },
        before: {
          permissions: user.own_permissions,
          scaRequiredPermissions: user.own_sca_permissions,
        },
        after: input,
      })
    }, user.tenant_id)
    return userAccessOf(context, await readVisibleUser(context, params.id))
  }),
  route(listMerchantPermissions, async () =>
    permissionGroups
      .filter(({ audiences }) => audiences.includes('merchant'))
      .map(({ name, permissions }) => ({ name, permissions: [...permissions] })),
  ),
  route(readUserRoles, async ({ params }, context) => {
    const user = await readVisibleUser(context, params.id)
    return [{ id: user.role_id, name: user.role_name }]
  }),
  route(readMerchantLimit, ({ params }, context) => readLimit(context, 'merchants', params.id)),
  route(readMethodLimit, ({ params }, context) => readLimit(context, 'paymentMethods', params.id)),
  route(readProviderLimit, ({ params }, context) =>
    readLimit(context, 'serviceProviders', params.id),
  ),
  route(updateMerchantLimit, ({ params, body }, context) =>
    changeLimit(context, 'merchants', params.id, body),
  ),
  route(updateMethodLimit, ({ params, body }, context) =>
    changeLimit(context, 'paymentMethods', params.id, body),
  ),
  route(updateProviderLimit, ({ params, body }, context) =>
    changeLimit(context, 'serviceProviders', params.id, body),
  ),
]

const limitAnswer = (items: { id: string; name: string }[]) => ({
  isLimited: items.length > 0,
  items,
})

async function readLimit(context: Context<UserCaller>, kind: LimitKind, userId: string) {
  const user = await readVisibleUser(context, userId)
  return limitAnswer(await listUserLimit(tenantReader(context), kind, user.id))
}

/** The caller's own limits. */
const ownLimits = (caller: UserCaller): Readonly<Record<LimitKind, Limit>> => ({
  merchants: caller.merchantIds,
  paymentMethods: caller.methods,
  serviceProviders: caller.providers,
})

async function changeLimit(
  context: Context<UserCaller>,
  kind: LimitKind,
  userId: string,
  { ids, version }: { readonly ids: readonly string[]; readonly version?: number | undefined },
) {
  const user = await readManageableUser(context, userId)
  requireLimitable(user.user_type as Audience, kind)
  requireNoWiderLimit(ownLimits(context.caller)[kind], ids, 'ids')
  await context.transaction(async (db) => {
    requireKnown(ids, await listExistingIds(db, kind, ids), 'ids')
    // an operator who is limited to merchants manages no operators, so no longer counts as an administrator
    if (kind === 'merchants' && ids.length > 0) {
      await requireAnotherAdministrator(db, userRecordOf(user))
    }
    await requireUnchanged(db, user, version)
    const before = (await listUserLimit(db, kind, user.id)).map(({ id }) => id)
    await replaceUserLimit(db, kind, user.id, ids)
    await context.audit(db, {
      ...{ type: 'user', id: user.id, merchantId: user.merchant_id },
      ...{ before: { [kind]: before }, after: { [kind]: [...ids] } },
    })
  }, user.tenant_id)
  return readLimit(context, kind, userId)
}

/** On the transaction of the change: the updated row makes concurrent changes wait. */
async function requireUnchanged(db: Db, user: ReadUser, version: number | undefined) {
  const isCurrent = version === undefined || version === user.rights_version
  if (isCurrent && (await updateRightsVersion(db, user.id, user.rights_version))) return
  throw new Problem('user.stale', 409, 'Somebody else has changed this user in the meantime')
}

async function userAccessOf(context: Context<UserCaller>, user: ReadUser): Promise<UserAccess> {
  const db = tenantReader(context)
  const [merchants, methods, providers] = await Promise.all([
    listUserLimit(db, 'merchants', user.id),
    listUserLimit(db, 'paymentMethods', user.id),
    listUserLimit(db, 'serviceProviders', user.id),
  ])
  const { caller } = context
  const target = { userType: user.user_type as Audience, merchantId: user.merchant_id }
  return {
    userId: user.id,
    role: { id: user.role_id, name: user.role_name, isAdministrator: user.is_administrator },
    effective: effectivePermissions(user),
    permissions: user.own_permissions,
    scaRequiredPermissions: user.own_sca_permissions,
    limits: {
      merchants: limitAnswer(merchants),
      paymentMethods: limitAnswer(methods),
      serviceProviders: limitAnswer(providers),
    },
    isManageable: user.id !== caller.id && mayManage(caller, target),
    version: user.rights_version,
  }
}

function effectivePermissions(user: ReadUser): UserAccess['effective'] {
  const withCode = new Set([...user.role_sca_permissions, ...user.own_sca_permissions])
  const byRole = new Set(user.role_permissions)
  const byUser = new Set(user.own_permissions)
  return [...new Set([...byRole, ...byUser])].sort().map((permission) => ({
    permission,
    from: [
      ...(byRole.has(permission) ? (['role'] as const) : []),
      ...(byUser.has(permission) ? (['user'] as const) : []),
    ],
    requiresCode: withCode.has(permission),
    keptBy: disablingFeature(user.features_off, permission) ?? null,
  }))
}
