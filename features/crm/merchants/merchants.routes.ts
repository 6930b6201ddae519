import type { Route } from '@counterfoil/kit/server/request/route.ts'
import { resourceRoutes } from '@counterfoil/kit/server/resources/resource-routes.ts'
import { merchantRules } from './merchants.public.ts'
import { merchants } from './merchants.resource.ts'

export const routes: Route[] = resourceRoutes(merchants, merchantRules)
