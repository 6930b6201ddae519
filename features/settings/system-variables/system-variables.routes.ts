import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { ResourceRules } from '@counterfoil/kit/server/resources/resource-changes.ts'
import { resourceRoutes } from '@counterfoil/kit/server/resources/resource-routes.ts'
import { systemVariables } from './system-variables.resource.ts'

/** Checks a value against the bounds that the product declares. */
const check: ResourceRules['check'] = async (_db, values) => {
  const { value, lowest, highest } = values as Record<'value' | 'lowest' | 'highest', number>
  if (value >= lowest && value <= highest) return undefined
  const message = `The value lies between ${lowest} and ${highest}`
  throw new Problem('variable.out_of_bounds', 422, message, {
    errors: [{ message, path: 'value' }],
    params: { lowest: String(lowest), highest: String(highest) },
  })
}

export const routes = resourceRoutes(systemVariables, { check })
