import { featureKeeping } from '@counterfoil/features/access/roles/features.rules.ts'
import {
  permissionGroups,
  permissionsOf,
} from '@counterfoil/features/access/roles/permissions.rules.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { platformScope, tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { type Limit, requireGivable, requireNoWiderLimit } from './people.rules.ts'
import { personOf, readManaged, readSeen, requireAnotherAdministrator } from './people.ts'
import {
  type EffectiveRights,
  listMerchantPermissions,
  readMerchantLimit,
  readMethodLimit,
  readPersonRoles,
  readProviderLimit,
  readRights,
  saveMerchantLimit,
  saveMethodLimit,
  saveProviderLimit,
  saveRights,
} from './user-rights.contract.ts'
import {
  beginChange,
  type LimitKind,
  listKnown,
  listLimit,
  replaceLimit,
  setOwnPermissions,
} from './user-rights.queries.ts'
import { mayManage, type UserType } from './users.rules.ts'

type Person = Awaited<ReturnType<typeof readSeen>>

export const routes: Route[] = [
  route(readRights, async ({ params }, context) =>
    rightsOf(context, await readSeen(context, params.id)),
  ),
  route(saveRights, async ({ params, body }, context) => {
    const person = await readManaged(context, params.id)
    requireGivable(context.caller, new Set(permissionsOf(person.user_type as UserType)), body)
    const { version, ...wish } = body
    await context.transaction(async (db) => {
      await requireUnchanged(db, person, version)
      await setOwnPermissions(db, person.id, wish)
      await context.audit(db, {
        ...{ type: 'user', id: person.id, merchantId: person.merchant_id },
        before: {
          permissions: person.own_permissions,
          scaRequiredPermissions: person.own_sca_permissions,
        },
        after: wish,
      })
    }, person.tenant_id)
    return rightsOf(context, await readSeen(context, params.id))
  }),
  route(listMerchantPermissions, async () =>
    permissionGroups
      .filter(({ audiences }) => audiences.includes('merchant'))
      .map(({ name, permissions }) => ({ name, permissions: [...permissions] })),
  ),
  route(readPersonRoles, async ({ params }, context) => {
    const person = await readSeen(context, params.id)
    return [{ id: person.role_id, name: person.role_name }]
  }),
  route(readMerchantLimit, ({ params }, context) => readLimit(context, 'merchants', params.id)),
  route(readMethodLimit, ({ params }, context) => readLimit(context, 'paymentMethods', params.id)),
  route(readProviderLimit, ({ params }, context) =>
    readLimit(context, 'serviceProviders', params.id),
  ),
  route(saveMerchantLimit, ({ params, body }, context) =>
    changeLimit(context, 'merchants', params.id, body),
  ),
  route(saveMethodLimit, ({ params, body }, context) =>
    changeLimit(context, 'paymentMethods', params.id, body),
  ),
  route(saveProviderLimit, ({ params, body }, context) =>
    changeLimit(context, 'serviceProviders', params.id, body),
  ),
]

const readerOf = ({ caller, database }: Context<UserCaller>): Db =>
  database.reader(caller.userType === 'platform' ? platformScope : tenantScope(caller.tenantId))

const limitOf = (items: { id: string; name: string }[]) => ({
  isLimited: items.length > 0,
  items,
})

async function readLimit(context: Context<UserCaller>, kind: LimitKind, userId: string) {
  const person = await readSeen(context, userId)
  return limitOf(await listLimit(readerOf(context), kind, person.id))
}

/** What the manager itself is limited to. */
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
  const person = await readManaged(context, userId)
  requireLimitable(person, kind)
  requireNoWiderLimit(ownLimits(context.caller)[kind], ids, 'ids')
  await context.transaction(async (db) => {
    const known = await listKnown(db, kind, ids)
    const strange = ids.find((one) => !known.has(one))
    if (strange !== undefined) {
      const message = 'One of these does not exist'
      throw new Problem('user.limit_unknown', 422, message, { errors: [{ message, path: 'ids' }] })
    }
    // who is limited to merchants looks after no operators
    if (kind === 'merchants' && ids.length > 0) {
      await requireAnotherAdministrator(db, personOf(person))
    }
    await requireUnchanged(db, person, version)
    const before = (await listLimit(db, kind, person.id)).map(({ id }) => id)
    await replaceLimit(db, kind, person.id, ids)
    await context.audit(db, {
      ...{ type: 'user', id: person.id, merchantId: person.merchant_id },
      ...{ before: { [kind]: before }, after: { [kind]: [...ids] } },
    })
  }, person.tenant_id)
  return readLimit(context, kind, userId)
}

/** On the transaction that changes it, which others wait for. */
async function requireUnchanged(db: Db, person: Person, version: number | undefined) {
  const isSame = version === undefined || version === person.rights_version
  if (isSame && (await beginChange(db, person.id, person.rights_version))) return
  throw new Problem('user.stale', 409, 'Somebody else has changed this user in the meantime')
}

/** The platform's people see across tenants, by their permissions; a merchant's user sees its merchant already. */
function requireLimitable(person: Person, kind: LimitKind): void {
  const isLimitable =
    person.user_type === 'tenant' || (person.user_type === 'merchant' && kind !== 'merchants')
  if (!isLimitable) {
    throw new Problem('user.not_limitable', 422, 'This kind of user cannot be limited so')
  }
}

async function rightsOf(context: Context<UserCaller>, person: Person): Promise<EffectiveRights> {
  const db = readerOf(context)
  const [merchants, methods, providers] = await Promise.all([
    listLimit(db, 'merchants', person.id),
    listLimit(db, 'paymentMethods', person.id),
    listLimit(db, 'serviceProviders', person.id),
  ])
  const { caller } = context
  const subject = { userType: person.user_type as UserType, merchantId: person.merchant_id }
  return {
    userId: person.id,
    role: { id: person.role_id, name: person.role_name, isAdministrator: person.is_administrator },
    effective: effectiveOf(person),
    permissions: person.own_permissions,
    scaRequiredPermissions: person.own_sca_permissions,
    limits: {
      merchants: limitOf(merchants),
      paymentMethods: limitOf(methods),
      serviceProviders: limitOf(providers),
    },
    isManageable: person.id !== caller.id && mayManage(caller, subject),
    version: person.rights_version,
  }
}

function effectiveOf(person: Person): EffectiveRights['effective'] {
  const codes = new Set([...person.role_sca_permissions, ...person.own_sca_permissions])
  const byRole = new Set(person.role_permissions)
  const ofOwn = new Set(person.own_permissions)
  return [...new Set([...byRole, ...ofOwn])].sort().map((permission) => ({
    permission,
    from: [
      ...(byRole.has(permission) ? (['role'] as const) : []),
      ...(ofOwn.has(permission) ? (['user'] as const) : []),
    ],
    requiresCode: codes.has(permission),
    keptBy: featureKeeping(person.features_off, permission) ?? null,
  }))
}
