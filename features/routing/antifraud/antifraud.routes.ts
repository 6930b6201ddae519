import type { Route } from '@counterfoil/kit/server/request/route.ts'
import { resourceRoutes } from '@counterfoil/kit/server/resources/resource-routes.ts'
import { antifraudRules } from './antifraud-rules.resource.ts'

export const routes: Route[] = resourceRoutes(antifraudRules)
