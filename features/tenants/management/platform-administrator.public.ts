// The first person of an installation: as long as the platform has no administrator, no user can invite one.

import { permissionsOf } from '@counterfoil/features/access/roles/permissions.rules.ts'
import { createAdministratorRole } from '@counterfoil/features/access/roles/roles.public.ts'
import { createAdministrator } from '@counterfoil/features/access/users/invitations.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { isTimeZone } from '@counterfoil/kit/contract/time-zones.ts'
import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { insertAuditEntry } from '@counterfoil/kit/server/request/audit.ts'
import { findPlatform, insertTenant } from './tenants.queries.ts'
import { slugOf } from './tenants.rules.ts'

/** What the audit trail has of it. */
export const administratorAction = 'platform.create-administrator'

export interface PlatformAdministrator {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** Of the platform's own organisation; used while there is none. */
  readonly organisation: {
    readonly name: string
    readonly timeZone: string
    readonly locale: string
    readonly homeCurrency: string
  }
}

export interface MadeAdministrator {
  readonly organisation: string
  /** Where the password is chosen, once; undefined where another identity provider has the passwords. */
  readonly link: { readonly url: string; readonly expiresAt: Date } | undefined
}

/**
 * Makes the platform's organisation where it is missing, its role of administrators, and a user with it. For a user who was
 * made before and has not signed in yet, it makes a new link. Throws a Problem for an address that somebody has, and for
 * a time zone that is not known.
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
  return database.transaction(tenantScope(id), async (db) => {
    if (existing === undefined) await createPlatform(db, id, input, now)
    const roleId = await createAdministratorRole(db, 'platform', permissionsOf('platform'), now)
    const { email, firstName, lastName } = input
    const user = { email: email.toLowerCase(), firstName, lastName, roleId }
    const { userId, link } = await createAdministrator(db, { user, identityUrl, now })
    await insertAuditEntry(db, {
      ...{ actorId: null, actorName: 'Command line', action: administratorAction },
      ...{ requestId: newId(now), ip: null, at: now },
      record: { type: 'user', id: userId, after: { email, firstName, lastName } },
    })
    return { organisation: existing?.name ?? input.organisation.name, link }
  })
}

async function createPlatform(
  db: Db,
  id: string,
  { email, organisation }: PlatformAdministrator,
  at: Date,
): Promise<void> {
  if (!isTimeZone(organisation.timeZone)) {
    throw new Problem('tenant.time_zone_unknown', 422, 'This time zone is not known')
  }
  const slug = slugOf(organisation.name)
  const tenant = { ...organisation, id, slug, supportEmail: email, at, isPlatform: true }
  if (!(await insertTenant(db, tenant))) {
    throw new Problem('tenant.name_taken', 409, 'Another tenant has this name')
  }
}
