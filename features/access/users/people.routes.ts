import { guardAuditOf } from '@counterfoil/features/access/audit/audit.public.ts'
import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { requireRole, resetAuthenticator, sendPasswordReset } from './accounts.public.ts'
import {
  activateTenantPerson,
  deactivateTenantPerson,
  listAllPeople,
  listPeople,
  listTenantPeople,
  readPerson,
  removePerson,
  removeTenantPerson,
  resetPassword,
  resetPersonAuthenticator,
  resetTenantPassword,
  setActivation,
  unlockPerson,
  updatePerson,
  updateTenantPerson,
} from './people.contract.ts'
import {
  countPeopleRows,
  findPersonRow,
  listPeopleRows,
  type PeopleSearch,
  type PersonListRow,
  setRemoved,
  setUnlocked,
  updatePersonRow,
} from './people.queries.ts'
import {
  personOf,
  personRowOf,
  readManaged,
  readSeen,
  requireAnotherAdministrator,
  wholeTenant,
} from './people.ts'
import { setUserActive } from './users.public.ts'
import { mayManage, maySee, typesSeen, type UserType } from './users.rules.ts'

type Query = Omit<PeopleSearch, 'now' | 'userTypes'> & {
  userType?: UserType | 'operator' | undefined
  sort?: string | undefined
  pageIndex: number
  pageSize: number
}

const typesOf = (userType: Query['userType']): readonly UserType[] =>
  userType === undefined
    ? ['platform', 'tenant', 'merchant']
    : userType === 'operator'
      ? ['platform', 'tenant']
      : [userType]

async function peoplePage(context: Context<UserCaller>, { userType, ...query }: Query) {
  const { caller, now } = context
  const seen = typesSeen(caller)
  const userTypes = typesOf(userType).filter((type) => seen.includes(type))
  const search = { ...query, userTypes, now }
  const page = { ...query, limit: query.pageSize, offset: query.pageIndex * query.pageSize }
  const db = wholeTenant(context)
  const [rows, count] = await Promise.all([
    listPeopleRows(db, search, caller.merchantIds, page),
    countPeopleRows(db, search, caller.merchantIds),
  ])
  return { data: rows.map((row) => personRowOf(row, now)), count }
}

export const routes: Route[] = [
  route(listPeople, ({ query }, context) => peoplePage(context, query)),
  route(listAllPeople, async ({ query }, context) => {
    const { data, count } = await peoplePage(context, { ...query, pageIndex: 0, pageSize: 1000 })
    const named = data.map(({ id, email, firstName, lastName }) => ({
      ...{ id, email, name: `${firstName} ${lastName}`.trim() },
    }))
    return { data: named, count }
  }),
  route(listTenantPeople, ({ params, query }, context) => {
    requireTenant(context.caller, params.id)
    return peoplePage(context, { ...query, tenantId: params.id, userType: 'operator' })
  }),
  route(readPerson, async ({ params }, context) => {
    const row = await readSeen(context, params.id)
    const isManageable = row.id !== context.caller.id && mayManage(context.caller, personOf(row))
    return { ...personRowOf(row, context.now), isManageable }
  }),
  route(updatePerson, ({ params, body }, context) => update(context, params.id, body)),
  route(removePerson, ({ params }, context) => remove(context, params.id)),
  route(setActivation, ({ params, body }, context) => activate(context, params.id, body)),
  route(unlockPerson, async ({ params }, context) => {
    const row = await readManaged(context, params.id)
    return inTenantOf(context, row, { lockedUntil: row.locked_until }, async (db) => {
      await setUnlocked(db, row.id, context.now)
      return { lockedUntil: null }
    })
  }),
  route(resetPersonAuthenticator, async ({ params }, context) => {
    const row = await readManaged(context, params.id)
    return inTenantOf(context, row, {}, async (db) => {
      await resetAuthenticator(db, context, row.id)
      return { authenticatorReset: true }
    })
  }),
  route(resetPassword, ({ body }, context) => reset(context, body.userId)),
  route(resetTenantPassword, async ({ body }, context) => {
    await readOperator(context, context.caller.tenantId, body.userId, true)
    return reset(context, body.userId)
  }),
  route(updateTenantPerson, async ({ params, body }, context) => {
    await readOperator(context, params.id, params.userId)
    return update(context, params.userId, body)
  }),
  route(removeTenantPerson, async ({ params }, context) => {
    await readOperator(context, params.id, params.userId)
    return remove(context, params.userId)
  }),
  ...([activateTenantPerson, deactivateTenantPerson] as const).map((endpoint) =>
    route(endpoint, async ({ params }, context) => {
      await readOperator(context, params.id, params.userId)
      const isActive = endpoint === activateTenantPerson
      await activate(context, params.userId, { isActive })
      return { id: params.userId }
    }),
  ),
]

guardAuditOf(
  'user',
  async (db, userId, caller) => {
    const row = await findPersonRow(db, userId, caller.merchantIds)
    return row !== undefined && maySee(caller, personOf(row))
  },
  ['manageCrmRoles', 'manageMerchantRoles'],
)

function requireTenant(caller: UserCaller, tenantId: string): void {
  if (caller.userType !== 'platform' && tenantId !== caller.tenantId) throw notFound('The tenant')
}

/** An operator of this tenant, or with `ofAny` of whatever tenant the caller reaches. */
async function readOperator(
  context: Context<UserCaller>,
  tenantId: string,
  userId: string,
  ofAny = false,
): Promise<void> {
  requireTenant(context.caller, tenantId)
  const row = await readSeen(context, userId)
  const isThere = ofAny || row.tenant_id === tenantId
  if (!isThere || row.user_type === 'merchant') throw notFound('The user')
}

/** One change of a user in its own tenant, with its audit entry in the same transaction. */
function inTenantOf(
  context: Context<UserCaller>,
  row: PersonListRow,
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

async function update(
  context: Context<UserCaller>,
  userId: string,
  change: { firstName: string; lastName: string; roleId: string },
) {
  const { caller, now } = context
  const row = await readManaged(context, userId)
  const person = personOf(row)
  // what a user may do is changed by another role as by a change of the role itself; a name is not asked about
  if (change.roleId !== row.role_id) await context.requireCode('always')
  const before = { firstName: row.first_name, lastName: row.last_name, role: row.role_name }
  await inTenantOf(context, row, before, async (db) => {
    const role = await requireRole(db, caller, { ...person, roleId: change.roleId })
    if (!role.isAdministrator) await requireAnotherAdministrator(db, person)
    await updatePersonRow(db, userId, change)
    return { firstName: change.firstName, lastName: change.lastName, role: role.name }
  })
  return personRowOf(await readSeen(context, userId), now)
}

async function remove(context: Context<UserCaller>, userId: string) {
  const row = await readManaged(context, userId)
  const before = { email: row.email, role: row.role_name, isActive: row.is_active }
  return inTenantOf(context, row, before, async (db) => {
    await requireAnotherAdministrator(db, personOf(row))
    await setUserActive(db, userId, false, context.now)
    await setRemoved(db, userId, context.now)
    return { removed: true }
  })
}

async function activate(
  context: Context<UserCaller>,
  userId: string,
  { isActive }: { isActive: boolean },
) {
  const row = await readManaged(context, userId)
  await inTenantOf(context, row, { isActive: row.is_active }, async (db) => {
    if (!isActive) await requireAnotherAdministrator(db, personOf(row))
    await setUserActive(db, userId, isActive, context.now)
    return { isActive }
  })
  return { id: userId, isActive }
}

async function reset(context: Context<UserCaller>, userId: string) {
  const row = await readManaged(context, userId)
  return inTenantOf(context, row, {}, async (db) => {
    await sendPasswordReset(db, context, userId)
    return { passwordReset: true }
  })
}
