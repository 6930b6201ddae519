import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Route } from '@counterfoil/kit/server/request/route.ts'
import { resourceRoutes } from '@counterfoil/kit/server/resources/resource-routes.ts'
import { employeeLeave } from './employee-leave.resource.ts'

export const routes: Route[] = resourceRoutes(employeeLeave, {
  check: async (_db, { firstDay, lastDay }) => {
    if (String(lastDay) < String(firstDay)) {
      const text = 'The last day is not before the first'
      throw new Problem('leave.ends_before', 422, text, { path: 'lastDay' })
    }
    return undefined
  },
})
