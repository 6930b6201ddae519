import { type ModeName, modeOf } from '@counterfoil/kit/contract/fields.ts'
import { copyOut, onlyColumns } from '@counterfoil/kit/database/copy.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { zipOf } from '@counterfoil/kit/server/codecs/zip.ts'
import {
  hiddenInExport,
  readReportRules,
  readRulesAmong,
  withoutHidden,
} from '@counterfoil/kit/server/reports/report.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { countedPage } from '@counterfoil/kit/server/request/counted-page.ts'
import { dayRange } from '@counterfoil/kit/server/request/day-range.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { countDestinations, listDestinationRows, listStatistics } from './destinations.queries.ts'
import {
  countMessages,
  exportedColumns,
  listMessages,
  type MessageRow,
  type MessageSelection,
  messageExport,
} from './messages.queries.ts'
import { merchantWebhookPages, operatorWebhookPages } from './webhook-pages.schema.ts'
import {
  listDestinations,
  merchantWebhooks,
  operatorWebhooks,
  readStatistics,
  type WebhookCalls,
} from './webhook-reports.contract.ts'
import './webhook-forms.ts'
import type { MessageFilter, WebhookMessage } from './webhook-reports.schema.ts'

type Asked = Context<UserCaller>

const defaultDays = 7
/** The most endpoints that statistics list. */
const maxEndpoints = 500

export const chosenMode = (name: ModeName | undefined, { mode }: Pick<Asked, 'mode'>) =>
  name === undefined ? mode : modeOf(name)

function selectionOf(
  filter: Omit<MessageFilter, 'report'>,
  context: Asked,
  maxDays: number | undefined,
): MessageSelection {
  const { dateFrom, dateTo, mode, ...others } = filter
  const { caller, now } = context
  const { timeZone } = caller
  const days = dayRange({ dateFrom, dateTo }, { timeZone, now, defaultDays, maxDays })
  return { ...others, ...days, mode: chosenMode(mode, context) }
}

/** What is set of the report in the face that is asked for. */
export const messageRules = (face: string | undefined, { database, caller }: Asked) => {
  const { v1, v2 } = caller.userType === 'merchant' ? merchantWebhookPages : operatorWebhookPages
  return readRulesAmong(database, caller, [v1.id, v2.id], face)
}

function messageRoutes(calls: WebhookCalls): Route[] {
  return [
    route(calls.list, async ({ query }, context) => {
      const { pageIndex, pageSize, report, ...filter } = query
      const rules = await messageRules(report, context)
      const selection = selectionOf(filter, context, rules?.maxDays)
      const { db } = context
      return countedPage(
        { pageIndex, pageSize },
        {
          rows: async (page) =>
            (await listMessages(db, selection, page)).map((row) =>
              withoutHidden(messageOf(row), rules),
            ),
          count: (limit) => countMessages(db, selection, limit),
        },
      )
    }),
    route(calls.download, async ({ query }, context) => {
      const { audit, database, db, now, reply, scope, transaction } = context
      const { report, ...filter } = query
      const rules = await messageRules(report, context)
      const selection = selectionOf(filter, context, rules?.maxDays)
      const hidden = hiddenInExport(rules)
      const shown = exportedColumns.filter((name) => !hidden.has(name))
      const rows = onlyColumns(messageExport(db, selection), shown)
      const copy = await copyOut(database, scope, rows)
      // a client that disconnects stops the query
      reply.raw.once('close', () => copy.stop())
      const record = { type: 'webhook_report', id: newId(now), merchantId: null, after: query }
      await transaction((tx) => audit(tx, record))
      reply.header('content-disposition', 'attachment; filename="webhooks.zip"')
      return zipOf('webhooks.csv', copy.stream, now) as never
    }),
  ]
}

export const routes: Route[] = [
  ...[operatorWebhooks, merchantWebhooks].flatMap(messageRoutes),
  route(listDestinations, async ({ query }, context) => {
    const rules = await readReportRules(
      context.database,
      context.caller,
      operatorWebhookPages.status.id,
    )
    const { pageIndex, pageSize, mode, ...filter } = query
    const selection = { ...filter, mode: chosenMode(mode, context) }
    const { db } = context
    return countedPage(
      { pageIndex, pageSize },
      {
        rows: async (page) =>
          (await listDestinationRows(db, selection, page)).map((row) =>
            withoutHidden(
              {
                ...row,
                lastDeliveredAt: row.lastDeliveredAt?.toISOString() ?? null,
                failingSince: row.failingSince?.toISOString() ?? null,
                pausedAt: row.pausedAt?.toISOString() ?? null,
              },
              rules,
            ),
          ),
        count: (limit) => countDestinations(db, selection, limit),
      },
    )
  }),
  route(readStatistics, async ({ query }, context) => {
    const { database, caller } = context
    const rules = await readReportRules(database, caller, operatorWebhookPages.statistics.id)
    const { from, to, ...selection } = selectionOf(query, context, rules.maxDays)
    const found = await listStatistics(context.db, { ...selection, from, to }, maxEndpoints)
    const rows = found.map((row) => withoutHidden(row, rules))
    const asOf = context.now.toISOString()
    return { from: from.toISOString(), to: to.toISOString(), asOf, rows }
  }),
]

const messageOf = (row: MessageRow): WebhookMessage => ({
  id: row.id,
  eventId: row.event_id,
  eventType: row.event_type,
  paymentId: row.payment_id,
  merchantId: row.merchant_id,
  merchantName: row.merchant_name,
  endpointId: row.endpoint_id,
  endpointUrl: row.url,
  state: row.state as WebhookMessage['state'],
  attempts: row.attempts,
  responseStatus: row.response_status,
  error: row.error,
  durationMs: row.duration_ms,
  lastAttemptAt: row.last_attempt_at?.toISOString() ?? null,
  nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
})
