import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { notFound } from '@counterfoil/kit/contract/problem.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { refuseBeyond } from '@counterfoil/kit/server/resources/resource-limits.ts'
import { tenantOfRow } from '@counterfoil/kit/server/resources/resource-routes.ts'
import { listMidBreakers, resetMidBreaker } from './breakers.contract.ts'
import {
  findMidWithLimits,
  listShownBreakers,
  lockBreakers,
  updateBreakersReset,
} from './breakers.queries.ts'
import { wholeAcquirer } from './breakers.rules.ts'
import { mids } from './mids.resource.ts'

export const routes: Route[] = [
  route(listMidBreakers, async (_, { db, now }) => {
    const rows = await listShownBreakers(db, new Date(now.getTime() - dayMs))
    return {
      breakers: rows.map((row) => ({
        tenantId: row.tenant_id,
        provider: row.provider,
        midId: row.mid_id === wholeAcquirer ? null : row.mid_id,
        failures: row.failures,
        failedAt: row.failed_at?.toISOString() ?? null,
        cause: row.cause,
        openedAt: row.opened_at?.toISOString() ?? null,
        probeAt: row.probe_at?.toISOString() ?? null,
        resetAt: row.reset_at?.toISOString() ?? null,
        resetBy: row.reset_by,
      })),
    }
  }),
  route(resetMidBreaker, async ({ params }, context) => {
    const tenantId = await tenantOfRow(mids, params.id, context)
    return context.transaction(async (db) => {
      const mid = await findMidWithLimits(db, params.id)
      if (mid === undefined) throw notFound(mids.one.en)
      refuseBeyond(mids, context.caller, mid.id, { merchantId: mid.merchantId })
      const breakers = await lockBreakers(db, mid)
      await updateBreakersReset(db, mid, { by: context.caller.name, at: context.now })
      const failures = Math.max(0, ...breakers.map((breaker) => breaker.failures))
      await context.audit(db, {
        ...{ type: mids.id, id: mid.id, merchantId: mid.merchantId },
        ...{ before: { failures }, after: { failures: 0 } },
      })
      return {}
    }, tenantId)
  }),
]
