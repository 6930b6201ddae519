import { readReportFacts } from '@counterfoil/features/payments/summary-reports/summary-reports.public.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { merchantFunnel, operatorFunnel } from './funnel.contract.ts'
import { funnelOf } from './funnel.rules.ts'

export const routes: Route[] = [operatorFunnel, merchantFunnel].map((call) =>
  route(call, async ({ query }, context) => {
    const { facts, about } = await readReportFacts(query, { by: ['declineReason'] }, context)
    return { ...about, stages: funnelOf(facts) }
  }),
)
