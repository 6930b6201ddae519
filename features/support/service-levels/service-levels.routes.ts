import { registerAuditGuard } from '@counterfoil/features/access/audit/audit.public.ts'
import { dayOf } from '@counterfoil/kit/contract/fields.ts'
import { forbidden } from '@counterfoil/kit/contract/problem.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { readServiceLevels, updateServiceLevels } from './service-levels.contract.ts'
import { readLevels } from './service-levels.public.ts'
import { readTimeZone, upsertServiceLevels } from './service-levels.queries.ts'

async function readSettings({ caller, database }: Context<UserCaller>) {
  return {
    serviceLevels: await readLevels(database, caller.tenantId),
    timeZone: await readTimeZone(database.shared, caller.tenantId),
  }
}

const recordType = 'support_service_level'

registerAuditGuard(recordType, async (_db, id, caller) => id === caller.tenantId, [
  ...['CRM.Support.Lookup', 'Platform.Support.Lookup'],
])

export const routes: Route[] = [
  route(readServiceLevels, (_input, context) => readSettings(context)),
  route(updateServiceLevels, async ({ body }, context) => {
    const { caller, database, now } = context
    // the settings apply to all merchants, so an operator limited to some may not change them
    if (caller.merchantIds !== null) throw forbidden()
    const holidays = body.holidays.map((one) => ({ ...one, date: dayOf(one.date) }))
    const after = { ...body, holidays }
    const before = await readLevels(database, caller.tenantId)
    await database.transaction(tenantScope(caller.tenantId), async (db) => {
      await upsertServiceLevels(db, after, now)
      const record = { type: recordType, id: caller.tenantId }
      await context.audit(db, { ...record, before, after })
    })
    return readSettings(context)
  }),
]
