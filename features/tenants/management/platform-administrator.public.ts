// The first person of an installation: as long as the platform has no administrator, no user can invite one.
import { isDeepStrictEqual } from 'node:util'
import { permissionsOf } from '@counterfoil/features/access/roles/permissions.rules.ts'
import { createAdministratorRole } from '@counterfoil/features/access/roles/roles.public.ts'
import { createAdministrator } from '@counterfoil/features/access/users/invitations.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { isTimeZone } from '@counterfoil/kit/contract/time-zones.ts'
import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { insertAuditEntry } from '@counterfoil/kit/server/request/audit.ts'
import { findPlatform, insertTenant, isCurrencyOn } from './tenants.queries.ts'
import { slugOf } from './tenants.rules.ts'

/** What the audit trail has of it. */
export const administratorAction = 'platform.create-administrator'

export interface PlatformAdministrator {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** Of the platform's own organisation, as far as they are named: it is made of them, or has them already. */
  readonly organisation: Partial<Organisation>
}

interface Organisation {
  readonly name: string
  readonly timeZone: string
  readonly locale: string
  readonly homeCurrency: string
}

/** Of what is not named when the organisation is made. */
const usual: Organisation = {
  name: 'Platform',
  timeZone: 'Europe/London',
  locale: 'en',
  homeCurrency: 'GBP',
}

export interface MadeAdministrator {
  readonly organisation: string
  /** Where the password is chosen, once; undefined where another identity provider has the passwords. */
  readonly link: { readonly url: string; readonly expiresAt: Date } | undefined
}

/**
 * Makes the platform's organisation where it is missing, its role of administrators, and a user with it. For a user who was
 * made before and has not signed in yet, it makes a new link. Throws a Problem for an address that somebody has, for a time
 * zone or a currency that is not known, and where the organisation is another one than is named.
 */
export async function createPlatformAdministrator(
  database: Database,
  input: PlatformAdministrator,
  /** Undefined: people sign in at another identity provider. */
  identityUrl: string | undefined,
): Promise<MadeAdministrator> {
  const now = database.now()
  const existing = await findPlatform(database.shared)
  const id = existing?.id ?? newId(now)
  const known: Organisation = existing ?? usual
  const {
    name = known.name,
    timeZone = known.timeZone,
    locale = known.locale,
    homeCurrency = known.homeCurrency,
  } = input.organisation
  const organisation: Organisation = { name, timeZone, locale, homeCurrency }
  if (existing !== undefined) refuseOther(existing, organisation)
  return database.transaction(tenantScope(id), async (db) => {
    if (existing === undefined) await createPlatform(db, { ...organisation, id }, input.email, now)
    const roleId = await createAdministratorRole(db, 'platform', permissionsOf('platform'), now)
    const { email, firstName, lastName } = input
    const user = { email: email.toLowerCase(), firstName, lastName, roleId }
    const { userId, link } = await createAdministrator(db, { user, identityUrl, now })
    await insertAuditEntry(db, {
      ...{ actorId: null, actorName: 'Command line', action: administratorAction },
      ...{ requestId: newId(now), ip: null, at: now },
      record: { type: 'user', id: userId, after: { email, firstName, lastName } },
    })
    return { organisation: organisation.name, link }
  })
}

/** What is named would be left out without a word: the organisation is changed in the portal. */
function refuseOther(existing: Organisation, named: Organisation): void {
  const { name, timeZone, locale, homeCurrency } = existing
  if (isDeepStrictEqual(named, { name, timeZone, locale, homeCurrency })) return
  throw new Problem(
    'tenant.platform_exists',
    409,
    `This installation is run by ${name} (${timeZone}, ${locale}, ${homeCurrency}) already; that is changed in the portal`,
    { params: { name, timeZone, locale, currency: homeCurrency } },
  )
}

async function createPlatform(
  db: Db,
  organisation: Organisation & { readonly id: string },
  supportEmail: string,
  at: Date,
): Promise<void> {
  if (!isTimeZone(organisation.timeZone)) {
    throw new Problem('tenant.time_zone_unknown', 422, 'This time zone is not known')
  }
  if (!(await isCurrencyOn(db, organisation.homeCurrency))) {
    throw new Problem('tenant.currency_unknown', 422, 'This currency is not in use')
  }
  const slug = slugOf(organisation.name)
  if (!(await insertTenant(db, { ...organisation, slug, supportEmail, at, isPlatform: true }))) {
    throw new Problem('tenant.name_taken', 409, 'Another tenant has this name')
  }
}
