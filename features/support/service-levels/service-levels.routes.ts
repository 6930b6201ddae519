import { forbidden } from '@counterfoil/kit/contract/problem.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/context.ts'
import { type Route, route } from '@counterfoil/kit/server/route.ts'
import { readServiceLevels, updateServiceLevels } from './service-levels.contract.ts'
import { readLevels } from './service-levels.public.ts'
import { readTimeZone, storeLevels } from './service-levels.queries.ts'

async function answer({ caller, database }: Context<UserCaller>) {
  return {
    serviceLevels: await readLevels(database, caller.tenantId),
    timeZone: await readTimeZone(database.shared, caller.tenantId),
  }
}

export const routes: Route[] = [
  route(readServiceLevels, (_input, context) => answer(context)),
  route(
    updateServiceLevels,
    async ({ body }, context) => {
      const { caller, database, now, audit } = context
      // what holds for all merchants is not for those who see some
      if (caller.merchantIds !== null) throw forbidden()
      const before = await readLevels(database, caller.tenantId)
      // one row for the whole organisation, whatever merchants the caller may see
      await database.transaction(tenantScope(caller.tenantId), (db) => storeLevels(db, body, now))
      audit({ type: 'support_service_level', id: caller.tenantId, before, after: body })
      return answer(context)
    },
    { transaction: 'own' },
  ),
]
