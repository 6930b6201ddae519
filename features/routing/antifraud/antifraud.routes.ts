import { resourceRoutes } from '@counterfoil/kit/server/resource-routes.ts'
import type { Route } from '@counterfoil/kit/server/route.ts'
import { antifraudRules } from './antifraud-rules.resource.ts'

export const routes: Route[] = resourceRoutes(antifraudRules)
