import { changeProfile } from '@counterfoil/features/access/users/accounts.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { isTimeZone } from '@counterfoil/kit/contract/time-zones.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { readProfile, updateProfile } from './profile.contract.ts'
import { readProfileRow } from './profile.queries.ts'

export const routes: Route[] = [
  // without the caller's merchant limits: an operator's own row belongs to no merchant
  route(readProfile, (_input, { database, caller }) =>
    profileOf(database.reader(tenantScope(caller.tenantId)), caller),
  ),
  route(updateProfile, async ({ body }, { database, caller, audit }) => {
    if (body.timeZone !== null && !isTimeZone(body.timeZone)) {
      throw new Problem('time_zone.unknown', 400, 'This time zone is not known', {
        path: 'timeZone',
      })
    }
    return database.transaction(tenantScope(caller.tenantId), async (db) => {
      const before = profileView(await profileOf(db, caller))
      await changeProfile(db, caller.id, body)
      const { id, merchantId } = caller
      await audit(db, { type: 'user', id, merchantId, before, after: body })
      return profileOf(db, caller)
    })
  }),
]

async function profileOf(db: Db, caller: UserCaller) {
  const row = await readProfileRow(db, caller.tenantId, caller.id)
  return {
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    timeZone: row.time_zone,
    tenantTimeZone: row.tenant_time_zone,
    roleName: row.role_name,
    lastLoginTime: row.last_login_at?.toISOString() ?? null,
  }
}

function profileView(profile: Awaited<ReturnType<typeof profileOf>>) {
  const { firstName, lastName, timeZone } = profile
  return { firstName, lastName, timeZone }
}
