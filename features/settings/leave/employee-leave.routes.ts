import type { Route } from '@counterfoil/kit/server/request/route.ts'
import { fieldProblem } from '@counterfoil/kit/server/resources/resource-checks.ts'
import { resourceRoutes } from '@counterfoil/kit/server/resources/resource-routes.ts'
import { employeeLeave } from './employee-leave.resource.ts'

export const routes: Route[] = resourceRoutes(employeeLeave, {
  check: async (_db, { firstDay, lastDay }) => {
    if (String(lastDay) < String(firstDay)) {
      const text = 'The last day is not before the first'
      throw fieldProblem('leave.ends_before', 'lastDay', text, 422)
    }
    return undefined
  },
})
