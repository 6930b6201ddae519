import { createInitialRoles } from '@counterfoil/features/access/roles/roles.public.ts'
import { themeOf } from '@counterfoil/features/access/sign-in-context/context.public.ts'
import { inviteFirstAdministrator } from '@counterfoil/features/access/users/invitations.public.ts'
import { type FeatureName, featureNames } from '@counterfoil/kit/contract/features.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import { isTimeZone } from '@counterfoil/kit/contract/time-zones.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { pageOf } from '@counterfoil/kit/server/request/counted-page.ts'
import { requireLanguage } from '@counterfoil/kit/server/request/languages.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { staleRow } from '@counterfoil/kit/server/resources/resource-checks.ts'
import {
  createTenant,
  listManagedTenants,
  type ManagedTenant,
  type NewTenant,
  readManagedTenant,
  setTenantActive,
  switchTenantFeature,
  updateTenant,
} from './tenants.contract.ts'
import {
  countTenantRows,
  findTenantRow,
  insertPastTimeZone,
  insertTenant,
  isCurrencyOn,
  isNameTaken,
  listSlugs,
  listTenantRows,
  lockTenant,
  signOutTenant,
  type TenantRow,
  updateTenantRow,
} from './tenants.queries.ts'
import { freeSlug, slugOf } from './tenants.rules.ts'

type CallContext = Context<UserCaller>
type Locked = NonNullable<Awaited<ReturnType<typeof lockTenant>>>

export const routes: Route[] = [
  route(listManagedTenants, async ({ query }, context) => {
    requirePlatform(context)
    const page = pageOf(query)
    const [rows, count] = await Promise.all([
      listTenantRows(context.db, query, page),
      countTenantRows(context.db, query),
    ])
    return { data: rows.map(managedTenantOf), count }
  }),
  route(readManagedTenant, ({ params }, context) => read(context, params.id)),
  route(createTenant, ({ body }, context) => create(context, body)),
  route(updateTenant, ({ params, body: { version, ...body } }, context) =>
    change(context, params.id, async (db, before) => {
      requireVersion(before, version)
      requireTimeZone(body.timeZone)
      if (body.locale !== before.locale) {
        await requireLanguage(db, before.id, body.locale, 'locale')
      }
      await requireFreeName(db, body.name, before.id)
      if (body.timeZone !== before.time_zone) {
        await insertPastTimeZone(db, before.time_zone, context.now)
      }
      await updateTenantRow(db, before.id, {
        name: body.name,
        support_email: body.supportEmail,
        time_zone: body.timeZone,
        locale: body.locale,
      })
      return [detailsOf(before), body]
    }),
  ),
  route(setTenantActive, ({ params, body }, context) =>
    change(context, params.id, async (db, before) => {
      const { isActive } = body
      await updateTenantRow(db, before.id, { is_active: isActive })
      if (!isActive) await signOutTenant(db, before.id, context.now)
      return [{ isActive: before.is_active }, { isActive }]
    }),
  ),
  route(switchTenantFeature, ({ params, body }, context) =>
    change(context, params.id, async (db, before) => {
      const isOff = (name: string) =>
        name === body.name ? !body.isOn : before.features_off.includes(name)
      const off = featureNames.filter(isOff)
      await updateTenantRow(db, before.id, { features_off: off })
      return [{ featuresOff: before.features_off }, { featuresOff: off }]
    }),
  ),
]

/** Only platform staff manage tenants, whatever other users' roles contain: to them the path is not found. */
function requirePlatform({ caller }: CallContext): void {
  if (caller.userType !== 'platform') throw notFound('The tenant')
}

/** To see what the platform gives a tenant and keeps from it. */
const featuresPermission = 'Platform.Tenants.Features.View'

async function read(context: CallContext, tenantId: string) {
  requirePlatform(context)
  const row = await findTenantRow(context.db, tenantId)
  if (row === undefined) throw notFound('The tenant')
  const off: readonly string[] = row.features_off
  const shown = context.caller.permissions.has(featuresPermission) ? featureNames : []
  return {
    ...managedTenantOf(row),
    features: shown.map((name: FeatureName) => ({ name, isOn: !off.includes(name) })),
    themeSettings: themeOf(row.theme),
    logo: row.logo,
  }
}

/** One change of a tenant, with an audit entry in that tenant. */
async function change(
  context: CallContext,
  tenantId: string,
  work: (db: Db, before: Locked) => Promise<readonly [before: unknown, after: unknown]>,
) {
  requirePlatform(context)
  await context.transaction(async (db) => {
    const tenant = await lockTenant(db, tenantId)
    if (tenant === undefined) throw notFound('The tenant')
    const [before, after] = await work(db, tenant)
    await context.audit(db, { type: 'tenant', id: tenantId, before, after })
  }, tenantId)
  return read(context, tenantId)
}

async function create(context: CallContext, input: NewTenant) {
  requirePlatform(context)
  const { now } = context
  const id = newId(now)
  const { administratorEmail, administratorFirstName, administratorLastName, ...tenant } = input
  requireTimeZone(tenant.timeZone)
  await context.transaction(async (db) => {
    await requireFreeName(db, tenant.name)
    await requireLanguage(db, null, tenant.locale, 'locale')
    if (!(await isCurrencyOn(db, tenant.homeCurrency))) {
      throw refused(422, 'tenant.currency_unknown', 'This currency is not in use', 'homeCurrency')
    }
    const slugOfName = slugOf(tenant.name)
    const slug = freeSlug(slugOfName, await listSlugs(db, slugOfName))
    if (!(await insertTenant(db, { ...tenant, id, slug, at: now }))) throw nameTaken()
    const roleId = await createInitialRoles(db, now)
    const administrator = {
      email: administratorEmail,
      firstName: administratorFirstName,
      lastName: administratorLastName,
      roleId,
    }
    await inviteFirstAdministrator(db, context, administrator).catch(atFormField)
    await context.audit(db, { type: 'tenant', id, after: { ...input, slug } })
  }, id)
  return read(context, id)
}

/** Moves the problem to the form's field: the form and the invitation name the e-mail address differently. */
function atFormField(error: unknown): never {
  if (error instanceof Problem && error.code === 'user.email_taken') {
    throw refused(409, error.code, error.message, 'administratorEmail')
  }
  throw error
}

const refused = (status: number, code: string, message: string, path: string) =>
  new Problem(code, status, message, { path })

function requireTimeZone(name: string): void {
  if (!isTimeZone(name)) {
    throw refused(422, 'tenant.time_zone_unknown', 'This time zone is not known', 'timeZone')
  }
}

async function requireFreeName(db: Db, name: string, exceptId?: string): Promise<void> {
  if (await isNameTaken(db, name, exceptId)) throw nameTaken()
}

const nameTaken = () => refused(409, 'tenant.name_taken', 'Another tenant has this name', 'name')

function requireVersion(tenant: Locked, version: number): void {
  if (tenant.version !== version) throw staleRow()
}

const detailsOf = (row: Pick<Locked, 'name' | 'support_email' | 'time_zone' | 'locale'>) => ({
  name: row.name,
  supportEmail: row.support_email,
  timeZone: row.time_zone,
  locale: row.locale,
})

function managedTenantOf(row: TenantRow): ManagedTenant {
  return {
    ...detailsOf(row),
    id: row.id,
    languages: row.languages,
    slug: row.slug,
    homeCurrency: row.home_currency,
    isActive: row.is_active,
    merchantCount: row.merchant_count,
    userCount: row.user_count,
    createdAt: row.created_at.toISOString(),
    version: row.version,
  }
}
