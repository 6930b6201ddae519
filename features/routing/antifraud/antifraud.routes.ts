import { fieldProblem, type ResourceRules } from '@counterfoil/kit/server/resource-changes.ts'
import { resourceRoutes } from '@counterfoil/kit/server/resource-routes.ts'
import type { Route } from '@counterfoil/kit/server/route.ts'
import { antifraudRules } from './antifraud-rules.resource.ts'
import { blacklist } from './blacklist.resource.ts'
import { listedValueOf } from './listed-values.rules.ts'
import { whitelist } from './whitelist.resource.ts'

const lists: ResourceRules = {
  check: async (_db, values) => {
    const value = listedValueOf(String(values.kind), String(values.value))
    if (value === undefined) {
      throw fieldProblem('antifraud.no_such_value', 'value', 'This is no value of this kind', 422)
    }
    return { ...values, value }
  },
}

/** A rule without what it compares with would find nothing, and nobody would know. */
const rules: ResourceRules = {
  check: async (_db, { rule, threshold, countries }) => {
    if (rule === 'blocked_country' && (countries as readonly string[]).length === 0) {
      throw fieldProblem('antifraud.needs_countries', 'countries', 'Name a country', 422)
    }
    if (rule !== 'blocked_country' && threshold === null) {
      throw fieldProblem('antifraud.needs_limit', 'threshold', 'This rule needs a limit', 422)
    }
    return undefined
  },
}

export const routes: Route[] = [
  ...resourceRoutes(blacklist, lists),
  ...resourceRoutes(whitelist, lists),
  ...resourceRoutes(antifraudRules, rules),
]
