import type { Channel } from '@counterfoil/features/support/tickets/terms.schema.ts'
import {
  organisationScope,
  type SupportContext,
  ticketReader,
  ticketRoleOf,
} from '@counterfoil/features/support/tickets/tickets.public.ts'
import { textLanguage } from '@counterfoil/kit/contract/languages.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { csvOf } from '@counterfoil/kit/server/codecs/csv.ts'
import { daysField, selectField, tenantFields } from '@counterfoil/kit/server/reports/fields.ts'
import {
  declareReport,
  readReportRules,
  withoutHidden,
} from '@counterfoil/kit/server/reports/report.ts'
import { dayRange } from '@counterfoil/kit/server/request/day-range.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import {
  type Analytics,
  type AnalyticsQuery,
  exportAnalytics,
  readAnalytics,
} from './analytics.contract.ts'
import { type AnalyticsSelection, listMerchantNames, sumTickets } from './analytics.queries.ts'
import { analyticsCsv, figureLabels, groupLabels } from './analytics-csv.rules.ts'
import { analyticsReport } from './analytics-report.schema.ts'
import { listAssigneeNames, listOrganisationLabels } from './overview.queries.ts'

const msg = messagesOf(import.meta.url)

const defaultDays = 29
/** The most days of a report. */
const maxDays = 1_100

const hideable = ['answerMedian', 'answerP90', 'resolutionMedian', 'resolutionP90'] as const

const groupByText = msg('Group by')

declareReport({
  ...analyticsReport,
  columns: hideable.map((id) => ({ id, title: figureLabels[id], field: id })),
  maxDays,
  fields: async (context) => [
    selectField('groupBy', groupByText, groupLabels),
    daysField(),
    ...(await tenantFields(context)),
  ],
})

/** The most groups of one answer. */
const maxGroups = 2_000

type Shown = Analytics & { readonly hidden: readonly string[] }

async function read(query: AnalyticsQuery, context: SupportContext): Promise<Shown> {
  const { caller, now } = context
  const usual: Channel = caller.userType === 'platform' ? 'TenantToPlatform' : 'CustomerToTenant'
  const channel = query.ticketChannelType ?? usual
  const role = ticketRoleOf(caller, channel)
  if (role === undefined) {
    const message = 'You take no part in tickets of this direction'
    throw new Problem('support.channel_of_others', 400, message, { path: 'ticketChannelType' })
  }
  const { db, onlyOwn } = ticketReader(context, channel)
  const { timeZone } = caller
  const rules = await readReportRules(context.database, caller, analyticsReport.id)
  const days = dayRange(query, { timeZone, now, defaultDays, maxDays: rules.maxDays })
  const selection: AnalyticsSelection = {
    ...{ channel, role, onlyOwn, now, timeZone, tenantIds: query.tenantId, ...days },
    ...{ userId: caller.id, ownTenantId: caller.tenantId },
  }
  const by = query.groupBy
  const rows = await sumTickets(db, selection, by, maxGroups + 2)
  if (rows.length > maxGroups + 1) {
    throw new Problem(
      'report.too_many_groups',
      400,
      'These tickets fall into too many groups. Choose fewer days.',
    )
  }
  const keys = rows.flatMap(({ key }) => (key === null ? [] : [key]))
  const names = await namesOf(by, keys, context, db)
  const [all, ...groups] = rows.toSorted((a, b) => Number(b.isAll) - Number(a.isAll))
  if (all === undefined) throw new Error('The sum of all tickets is missing')
  const { key: _, isAll: __, ...sums } = all
  return {
    ...{ asOf: now.toISOString(), from: days.from.toISOString(), to: days.to.toISOString() },
    channel,
    rows: groups.map(({ isAll: _, ...row }) =>
      withoutHidden(
        { ...row, name: row.key === null ? null : (names.get(row.key) ?? null) },
        rules,
      ),
    ),
    all: withoutHidden(sums, rules),
    hidden: [...rules.hidden],
  }
}

async function namesOf(
  by: AnalyticsQuery['groupBy'],
  keys: readonly string[],
  { caller, database }: SupportContext,
  db: Parameters<typeof listMerchantNames>[0],
): Promise<Map<string, string>> {
  const organisation = database.reader(organisationScope(caller))
  if (by === 'agent') return listAssigneeNames(organisation, keys)
  if (by === 'merchant') return listMerchantNames(db, keys)
  if (by !== 'label') return new Map()
  const labels = await listOrganisationLabels(organisation, caller.merchantId)
  return new Map(labels.map(({ id, value }) => [id, value]))
}

export const routes: Route[] = [
  route(readAnalytics, ({ query }, context) => read(query, context)),
  route(exportAnalytics, async ({ query: { language, ...query } }, context) => {
    const report = await read(query, context)
    const { caller, now, reply } = context
    await context.transaction((db) =>
      context.audit(db, {
        type: 'support_report_export',
        id: newId(now),
        merchantId: caller.merchantId,
        after: { ...query, rows: report.rows.length },
      }),
    )
    const stem = `support-${query.groupBy}-${now.toISOString().slice(0, 16).replace(/\D/g, '')}`
    reply.header('content-disposition', `attachment; filename="${stem}.csv"`)
    const { columns, rows } = analyticsCsv(
      report,
      query.groupBy,
      textLanguage(language ?? caller.locale),
      report.hidden,
    )
    return csvOf(columns, rows) as never
  }),
]
