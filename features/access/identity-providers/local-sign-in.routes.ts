// Sign-in by password: open to everybody, or closed but for two accounts.
import {
  findKeptUsers,
  listAdministrators,
} from '@counterfoil/features/access/users/accounts.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { operatorType } from './arrivals.queries.ts'
import { identityProviders } from './identity-providers.resource.ts'
import { readLocalSignIn, setLocalSignIn } from './local-sign-in.contract.ts'
import { closeLocalSignIn, lockWaysIn, openLocalSignIn } from './local-sign-in.queries.ts'
import { requireAdministrator, requireEmbedded, requireWayIn } from './may-set-up.ts'

export const routes: Route[] = [
  route(readLocalSignIn, async (_, { caller, database }) => {
    const db = database.reader(tenantScope(caller.tenantId))
    const kept = await findKeptUsers(db)
    return {
      keptUserIds: kept === undefined ? null : [...kept],
      administrators: await listAdministrators(db, await operatorType(db)),
    }
  }),
  route(setLocalSignIn, ({ body: { keptUserIds } }, context) => {
    requireAdministrator(context)
    requireEmbedded(context)
    return context.transaction(async (db) => {
      await lockWaysIn(db)
      const before = (await findKeptUsers(db)) ?? null
      if (keptUserIds === null) await openLocalSignIn(db)
      else {
        const administrators = await listAdministrators(db, await operatorType(db))
        const known = new Map(administrators.map((one) => [one.id, one]))
        const areGood = keptUserIds.every((id) => known.has(id)) && new Set(keptUserIds).size === 2
        if (!areGood) {
          const text = 'Name two different administrators who are active and without limits'
          throw new Problem('identity_provider.kept_accounts', 422, text, { path: 'keptUserIds' })
        }
        await closeLocalSignIn(db, keptUserIds, context.now)
        await requireWayIn(db)
      }
      await context.audit(db, {
        type: identityProviders.id,
        id: context.caller.tenantId,
        before: { passwordsFor: before },
        after: { passwordsFor: keptUserIds },
      })
      return { keptUserIds }
    })
  }),
]
