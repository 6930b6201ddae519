import {
  findHomeCurrency,
  listRates,
} from '@counterfoil/features/reporting/exchange-rates/exchange-rates.public.ts'
import { listNamesOf } from '@counterfoil/features/reporting/figures/figures.public.ts'
import { countsOf } from '@counterfoil/features/reporting/figures/measures.rules.ts'
import { decimalPlacesOf } from '@counterfoil/kit/contract/money.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { baseCurrencyCharts, conversionCharts } from './base-currency.contract.ts'
import { convertFacts, withoutHidden } from './base-currency.rules.ts'
import { readBasis, readChartRules } from './report-basis.ts'
import { readReportFacts } from './summary-reports.public.ts'

/** Of all tenants together, who keep their books in several. */
const defaultBase = 'EUR'

export const routes: Route[] = [
  ...baseCurrencyCharts.map(({ by, call }) =>
    route(call, async ({ query }, context) => {
      const { baseCurrency: asked, report, groupBy, ...filter } = query
      const { db } = context
      const { rules, face } = await readBasis(report, context)
      const subject = {
        // rates are of a day and of a tenant
        by: ['tenant', 'day'] as const,
        spanBy: [...(groupBy ?? face?.by ?? []), ...(by === 'day' ? (['day'] as const) : [])],
        maxDays: rules?.maxDays,
        onlyDeclined: face?.calls.onlyDeclined,
      }
      const { facts, about } = await readReportFacts(filter, subject, context)
      const home =
        db.scope.kind === 'tenant' ? await findHomeCurrency(db, db.scope.tenantId) : undefined
      const baseCurrency = asked ?? home ?? defaultBase
      const span = { from: about.from.slice(0, 10), to: about.to.slice(0, 10) }
      const rates = await listRates(db, { baseCurrency, ...span })
      const converted = convertFacts(facts, rates, { baseCurrency, by, decimalPlacesOf })
      const hidden = rules?.hidden ?? new Set<string>()
      return {
        ...about,
        baseCurrency,
        ...withoutHidden(converted, hidden),
        hiddenColumns: [...hidden],
      }
    }),
  ),
  ...conversionCharts.map((call) =>
    route(call, async ({ query: { report: asked, ...query } }, context) => {
      const rules = await readChartRules(asked, context)
      const subject = { by: ['website', 'channel'] as const, maxDays: rules?.maxDays }
      const { facts, about } = await readReportFacts(query, subject, context)
      const groups = Map.groupBy(facts, ({ keys }) => JSON.stringify([keys.website, keys.channel]))
      const keys = facts.map((fact) => fact.keys)
      const names = await listNamesOf(context.db, ['website'], keys)
      const rows = [...groups.values()].map((of) => {
        const { count: created, approved, declined, undecided } = countsOf(of)
        const websiteId = of[0]?.keys.website ?? null
        return {
          websiteId,
          websiteName: websiteId === null ? null : (names.website?.[websiteId] ?? null),
          channel: of[0]?.keys.channel ?? null,
          ...{ created, approved, declined, undecided },
          conversion: created === 0 ? null : approved / created,
        }
      })
      return {
        ...about,
        counts: 'payments' as const,
        rows: rows.sort((a, b) => b.created - a.created),
      }
    }),
  ),
]
