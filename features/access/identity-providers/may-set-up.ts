// What must hold before somebody changes where the organisation's people sign in.
import { permissionsOf } from '@counterfoil/features/access/roles/permissions.rules.ts'
import { findKeptUsers } from '@counterfoil/features/access/users/accounts.public.ts'
import { ungrantablePermissions } from '@counterfoil/features/access/users/users.rules.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import type { Route } from '@counterfoil/kit/server/request/route.ts'
import type { Changing } from '@counterfoil/kit/server/resources/resource-changes.ts'
import { hasWayIn } from './local-sign-in.queries.ts'

/**
 * A user who sets where people sign in could sign in as any of them. So only users may who hold everything that the people
 * hold, and see everything that they see.
 */
export function requireAdministrator({ caller }: Pick<Changing, 'caller'>): void {
  const isLimited = [caller.merchantIds, caller.methods, caller.providers].some(
    (limit) => limit !== null,
  )
  const missing = ungrantablePermissions(caller, permissionsOf(caller.userType))
  if (isLimited || missing.length > 0) {
    const text =
      'Where people sign in decides who can sign in as them. Only an administrator without limits can change it.'
    throw new Problem('identity_provider.administrators_only', 409, text)
  }
}

/** All that changes something, also the order of groups and what is switched off: the first group that fits counts. */
export const byAdministrators = (routes: readonly Route[]): Route[] =>
  routes.map((one) =>
    one.endpoint.method === 'GET'
      ? one
      : {
          ...one,
          handle: async (input, context) => {
            requireAdministrator(context)
            return one.handle(input, context)
          },
        },
  )

export function requireEmbedded({ settings }: Context<UserCaller>): void {
  if (settings.oidc.isEmbedded) return
  const text =
    'Everybody here signs in at one provider for the whole installation. Set organisations up there.'
  throw new Problem('identity_provider.one_for_all', 409, text)
}

/** After a change: where passwords are closed, a provider is left at which people sign in. */
export async function requireWayIn(db: Db): Promise<void> {
  if ((await findKeptUsers(db)) === undefined || (await hasWayIn(db))) return
  const text =
    'Sign-in by password is closed: a provider in effect with a proven domain must be left. Open sign-in by password first.'
  throw new Problem('identity_provider.nobody_in', 409, text)
}
