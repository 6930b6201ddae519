import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Route } from '@counterfoil/kit/server/request/route.ts'
import { resourceRoutes } from '@counterfoil/kit/server/resources/resource-routes.ts'
import { lockAccount } from './billing.queries.ts'
import { objectionTo } from './billing.rules.ts'
import { billingSettings } from './billing-settings.resource.ts'

export const routes: Route[] = resourceRoutes(billingSettings, {
  check: async (db, { purpose, currency, ledgerAccountId }) => {
    const account = await lockAccount(db, String(ledgerAccountId))
    // a missing account is refused by the check of references
    if (account === undefined) return undefined
    const setting = { purpose: String(purpose), currency: currency as string | null }
    const objection = objectionTo(setting, account)
    if (objection !== undefined) {
      throw new Problem(objection.code, 422, objection.text, { path: 'ledgerAccountId' })
    }
    return undefined
  },
})
