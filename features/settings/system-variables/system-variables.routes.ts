import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { ResourceRules } from '@counterfoil/kit/server/resources/resource-changes.ts'
import { resourceRoutes } from '@counterfoil/kit/server/resources/resource-routes.ts'
import { systemVariables } from './system-variables.resource.ts'

/** Checks a value against the bounds that the product declares. */
const check: ResourceRules['check'] = async (_db, values) => {
  const { value, lowest, highest } = values as Record<'value' | 'lowest' | 'highest', number>
  if (value >= lowest && value <= highest) return undefined
  const params = { lowest: String(lowest), highest: String(highest) }
  if (value < lowest && String(values.code).endsWith('_retention')) {
    const message = `The law asks for at least ${lowest} days`
    const errors = [{ message, path: 'value' }]
    throw new Problem('retention.below_legal_minimum', 422, message, { errors, params })
  }
  const message = `The value lies between ${lowest} and ${highest}`
  throw new Problem('variable.out_of_bounds', 422, message, {
    path: 'value',
    params,
  })
}

export const routes = resourceRoutes(systemVariables, { check })
