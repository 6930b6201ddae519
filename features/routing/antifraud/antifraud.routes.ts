import type { ResourceRules } from '@counterfoil/kit/server/resource-changes.ts'
import { fieldProblem } from '@counterfoil/kit/server/resource-checks.ts'
import { resourceRoutes } from '@counterfoil/kit/server/resource-routes.ts'
import type { Route } from '@counterfoil/kit/server/route.ts'
import { antifraudRules } from './antifraud-rules.resource.ts'

/** A rule without what it compares with would find nothing, and nobody would know. */
const rules: ResourceRules = {
  check: async (_db, { rule, threshold, amountMinor, countries }) => {
    if (rule === 'blocked_country' && (countries as readonly string[]).length === 0) {
      throw fieldProblem('antifraud.needs_countries', 'countries', 'Name a country', 422)
    }
    const limit = { card_velocity: threshold, amount_ceiling: amountMinor }[String(rule)]
    if (limit === null) {
      const path = rule === 'card_velocity' ? 'threshold' : 'amountMinor'
      throw fieldProblem('antifraud.needs_limit', path, 'This rule needs a limit', 422)
    }
    return undefined
  },
}

export const routes: Route[] = resourceRoutes(antifraudRules, rules)
