import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import { failureCode, uniqueViolation } from '@counterfoil/kit/database/failures.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { endViewAs, startViewAs } from './view-as.contract.ts'
import { findTenantOfUser, findView, insertView } from './view-as.queries.ts'
import { requireViewable, viewMinutes } from './view-as.rules.ts'
import { endView, findActiveUser, recordView } from './view-as.ts'

export const routes: Route[] = [
  route(
    startViewAs,
    async ({ body }, context) => {
      const { caller, now, requestId, ip } = context
      const user = await readViewableUser(context, body.userId)
      const endsAt = new Date(now.getTime() + viewMinutes * 60_000)
      const view = {
        ...{ id: newId(now), tenant_id: caller.tenantId, administrator_id: caller.id },
        ...{ administrator_name: caller.name, sign_in: caller.signIn ?? '' },
        ...{ user_tenant_id: user.tenantId, user_id: user.id, reason: body.reason },
        ...{ started_at: now, ends_at: endsAt },
      }
      const scope = await context.writeScope(user.tenantId)
      const started = context.database.transaction(scope, async (db) => {
        await insertView(db, view)
        await recordView(db, view, { action: startViewAs.id, at: now, source: { requestId, ip } })
      })
      await started.catch((error) => {
        throw failureCode(error) === uniqueViolation ? alreadyOn() : error
      })
      return { id: view.id, endsAt: endsAt.toISOString() }
    },
    { isAudited: false },
  ),
  route(
    endViewAs,
    async (_input, { caller, database, now, requestId, ip }) => {
      const { viewedBy } = caller
      if (viewedBy === undefined) return
      const view = await findView(database.shared, viewedBy.id, caller.signIn ?? '')
      if (view === undefined) return
      await endView(database, view, 'ended', now, { requestId, ip })
    },
    { isAudited: false },
  ),
]

/** Two at once in one sign-in. */
const alreadyOn = () =>
  new Problem('view_as.on', 409, 'You look through the eyes of a user already')

async function readViewableUser(
  { caller, database }: Context<UserCaller>,
  userId: string,
): Promise<UserCaller> {
  // administrators find users of their own organisation alone: otherwise the answer would show that an invited address signs in
  // at another one
  const isOfAny = caller.userType === 'platform'
  const tenantId = isOfAny ? await findTenantOfUser(database.shared, userId) : caller.tenantId
  const user = tenantId && (await findActiveUser(database, tenantId, userId))
  if (!user) throw notFound('The user')
  requireViewable(caller, user)
  return user
}
