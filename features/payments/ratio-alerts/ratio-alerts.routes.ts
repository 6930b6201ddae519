import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { resourceRoutes, tenantOfRow } from '@counterfoil/kit/server/resources/resource-routes.ts'
import { listCrossings } from './ratio-alerts.contract.ts'
import {
  countCrossings,
  deleteCrossings,
  endCrossing,
  listCrossingRows,
} from './ratio-alerts.queries.ts'
import { ratioAlerts } from './ratio-alerts.resource.ts'

export const routes: Route[] = [
  ...resourceRoutes(ratioAlerts, {
    removing: deleteCrossings,
    // an alert that is activated again starts without a crossing
    switched: (db, key, isActive, { context }) =>
      isActive ? Promise.resolve() : endCrossing(db, key, context.now),
  }),
  route(listCrossings, async ({ params, query }, context) => {
    const tenantId = await tenantOfRow(ratioAlerts, params.id, context)
    const of = { tenantId: tenantId ?? context.caller.tenantId, id: params.id }
    const page = { limit: query.pageSize, offset: query.pageIndex * query.pageSize }
    const [rows, count] = await Promise.all([
      listCrossingRows(context.db, of, page),
      countCrossings(context.db, of),
    ])
    const data = rows.map((row) => ({
      id: row.id,
      counted: row.counted,
      of: row.of_count,
      crossedAt: row.crossed_at.toISOString(),
      recoveredAt: row.recovered_at?.toISOString() ?? null,
    }))
    return { data, count }
  }),
]
