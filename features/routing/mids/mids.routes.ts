import { fieldProblem } from '@counterfoil/kit/server/resource-changes.ts'
import { resourceRoutes } from '@counterfoil/kit/server/resource-routes.ts'
import type { Route } from '@counterfoil/kit/server/route.ts'
import { mids } from './mids.resource.ts'

export const routes: Route[] = resourceRoutes(mids, {
  check: async (_db, { capCurrency, dailyCapMinor, monthlyCapMinor }) => {
    const hasCap = (dailyCapMinor ?? monthlyCapMinor ?? null) !== null
    if (hasCap && capCurrency === null) {
      const text = 'Say in which currency the caps are'
      throw fieldProblem('mid.needs_cap_currency', 'capCurrency', text, 422)
    }
    return undefined
  },
})
