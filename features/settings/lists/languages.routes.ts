import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Route } from '@counterfoil/kit/server/request/route.ts'
import { resourceRoutes } from '@counterfoil/kit/server/resources/resource-routes.ts'
import { hasEveryTenantAnother, isAnyLanguageOn } from './languages.queries.ts'
import { languages } from './languages.resource.ts'

export const routes: Route[] = resourceRoutes(languages, {
  // without any there would be none to speak to anybody in
  switched: async (db, code, isActive, { context: { caller, database } }) => {
    if (isActive) return
    const isLastForSome =
      caller.userType === 'platform' &&
      !(await hasEveryTenantAnother(database.reader({ kind: 'platform' }), code))
    if (!isLastForSome && (await isAnyLanguageOn(db))) return
    throw new Problem('resource.last_in_use', 409, 'One of them must stay on')
  },
})
