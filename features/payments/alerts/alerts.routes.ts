import { textLanguage } from '@counterfoil/kit/contract/languages.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import { textIn } from '@counterfoil/kit/contract/texts.ts'
import { searchField, severalField, tenantFields } from '@counterfoil/kit/server/reports/fields.ts'
import { declareReport } from '@counterfoil/kit/server/reports/report.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { pageOf } from '@counterfoil/kit/server/request/counted-page.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { alertReport } from './alert-report.schema.ts'
import { alertMessage } from './alert-words.ts'
import {
  type Alert,
  type AlertDetails,
  type AlertFilter,
  acknowledgeAlert,
  alertKinds,
  allAlerts,
  listAlerts,
  listAlertTypes,
  listPlatformAlerts,
  listTenantAlerts,
  readAlert,
  readPlatformAlert,
  resolveAlert,
} from './alerts.contract.ts'
import {
  type AlertRow,
  countAlerts,
  findAlert,
  listAlertRows,
  updateAcknowledged,
  updateResolved,
} from './alerts.queries.ts'

const msg = messagesOf(import.meta.url)

const kindTexts = msg({
  threshold: 'Threshold',
  thresholdAbout: 'A figure is above or below what its rule says',
  anomaly: 'Anomaly',
  anomalyAbout: 'A figure differs from the same time of past weeks',
})

const texts = msg({
  search: 'Search by name of the rule',
  state: 'State',
  severity: 'Severity',
  type: 'Kind',
})
const states = msg({ open: 'Open', acknowledged: 'Acknowledged', resolved: 'Resolved' })
const severities = msg({ info: 'Information', warning: 'Warning', failed: 'Failure' })

declareReport({
  ...alertReport,
  fields: async (context) => [
    searchField(texts.search),
    severalField('state', texts.state, states),
    severalField('severity', texts.severity, severities),
    severalField('type', texts.type, {
      threshold: kindTexts.threshold,
      anomaly: kindTexts.anomaly,
    }),
    ...(placeOf(context) === undefined ? await tenantFields(context) : []),
  ],
})

type Called = Context<UserCaller>

/** Across tenants for platform staff who may see all alerts; else the caller's own tenant. */
function placeOf({ caller }: Called): string | undefined {
  return caller.userType === 'platform' && caller.permissions.has(allAlerts)
    ? undefined
    : caller.tenantId
}

export const routes: Route[] = [
  route(listAlertTypes, async () =>
    alertKinds.map((id) => ({
      id,
      name: kindTexts[id],
      description: kindTexts[`${id}About`],
    })),
  ),
  route(listAlerts, ({ query }, context) => listOf(query, placeOf(context), context)),
  route(listTenantAlerts, ({ query }, context) => listOf(query, context.caller.tenantId, context)),
  route(listPlatformAlerts, ({ query }, context) => listOf(query, query.tenantId, context)),
  route(readAlert, async ({ params }, context) =>
    detailsOf(await read(params.id, placeOf(context), context), context),
  ),
  route(readPlatformAlert, async ({ params }, context) =>
    detailsOf(await read(params.id, params.tenant, context), context),
  ),
  ...([acknowledgeAlert, resolveAlert] as const).map((call) =>
    route(call, async ({ params }, context) => {
      const { caller, now } = context
      const row = await read(params.id, placeOf(context), context)
      await context.transaction(async (db) => {
        const changed =
          call === acknowledgeAlert
            ? await updateAcknowledged(db, row.id, caller.name, now)
            : (await updateResolved(db, { id: row.id }, caller.name, now)) !== undefined
        if (!changed) throw ended(call.id)
        await context.audit(db, {
          ...{ type: 'alert', id: row.id, merchantId: row.merchant_id },
          before: { state: stateOf(row) },
          after: { state: call === acknowledgeAlert ? 'acknowledged' : 'resolved' },
        })
      }, row.tenant_id)
      return detailsOf(await read(row.id, row.tenant_id, context), context)
    }),
  ),
]

const ended = (id: string) =>
  id === acknowledgeAlert.id
    ? new Problem('alert.not_open', 409, 'The alert is acknowledged, or it is resolved')
    : new Problem('alert.resolved', 409, 'The alert is resolved already')

async function listOf(query: AlertFilter, tenantId: string | undefined, context: Called) {
  const { pageIndex, pageSize, ...filter } = query
  const search = { ...filter, tenantId }
  const page = pageOf({ pageIndex, pageSize })
  const [rows, count] = await Promise.all([
    listAlertRows(context.db, search, page),
    countAlerts(context.db, search),
  ])
  return { data: rows.map((row) => viewOf(row, context)), count }
}

async function read(id: string, tenantId: string | undefined, { db }: Called): Promise<AlertRow> {
  const row = await findAlert(db, { id, tenantId })
  if (row === undefined) throw notFound('The alert')
  return row
}

function stateOf(row: AlertRow): Alert['state'] {
  if (row.resolved_at !== null) return 'resolved'
  return row.acknowledged_at === null ? 'open' : 'acknowledged'
}

const numberOf = (value: string | null) => (value === null ? null : Number(value))

function viewOf(row: AlertRow, { caller }: Called): Alert {
  return {
    id: row.id,
    severity: row.severity as Alert['severity'],
    message: textIn(alertMessage(row), textLanguage(caller.locale)),
    type: row.kind as Alert['type'],
    state: stateOf(row),
    tenantId: row.tenant_id,
    tenantName: row.tenant_name,
    ruleId: row.rule_id,
    name: row.name,
    measure: row.measure,
    mode: row.mode as Alert['mode'],
    merchantId: row.merchant_id,
    merchantName: row.merchant_name,
    provider: row.provider,
    method: row.method,
    currency: row.currency,
    from: row.window_from.toISOString(),
    to: row.window_to.toISOString(),
    value: Number(row.value),
    payments: Number(row.payments),
    low: numberOf(row.low),
    high: numberOf(row.high),
    firedAt: row.fired_at.toISOString(),
    isSilenced: row.is_silenced,
    escalatedAt: row.escalated_at?.toISOString() ?? null,
    acknowledgedAt: row.acknowledged_at?.toISOString() ?? null,
    acknowledgedBy: row.acknowledged_by,
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    resolvedBy: row.resolved_by,
  }
}

const detailsOf = (row: AlertRow, context: Called): AlertDetails => ({
  ...viewOf(row, context),
  past: row.past as AlertDetails['past'],
})
