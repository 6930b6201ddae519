import {
  merchantReports,
  operatorReports,
} from '@counterfoil/features/payments/summary-reports/report-pages.schema.ts'
import { readReportFacts } from '@counterfoil/features/payments/summary-reports/summary-reports.public.ts'
import { readRulesAmong } from '@counterfoil/kit/server/reports/report.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { merchantFunnel, operatorFunnel } from './funnel.contract.ts'
import { funnelOf } from './funnel.rules.ts'

/** The reports that show the funnel: the days that they are limited to limit it too. */
const tools = [operatorReports.tool.id, merchantReports.tool.id]

export const routes: Route[] = [operatorFunnel, merchantFunnel].map((call) =>
  route(call, async ({ query }, context) => {
    const { caller, database } = context
    const rules = await readRulesAmong(database, caller, tools, undefined)
    const subject = { by: ['declineReason', 'status'] as const, maxDays: rules?.maxDays }
    const { facts, about } = await readReportFacts(query, subject, context)
    return { ...about, stages: funnelOf(facts) }
  }),
)
