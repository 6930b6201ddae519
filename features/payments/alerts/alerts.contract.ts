import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import {
  id,
  idParams,
  instant,
  listOf,
  modeName,
  pageQuery,
  several,
  text,
  timestamp,
} from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

/** `failed` is the documents' word for the worst. */
const severities = ['info', 'warning', 'failed'] as const
export const alertStates = ['open', 'acknowledged', 'resolved'] as const
export const alertKinds = ['threshold', 'anomaly'] as const

const alert = z.object({
  id,
  severity: z.enum(severities),
  /** In the reader's language. */
  message: z.string(),
  type: z.enum(alertKinds),
  state: z.enum(alertStates),
  tenantId: id,
  tenantName: z.string(),
  /** The rule may be deleted since. */
  ruleId: id,
  name: z.string(),
  measure: z.string(),
  mode: modeName,
  merchantId: id.nullable(),
  merchantName: z.string().nullable(),
  provider: z.string().nullable(),
  method: z.string().nullable(),
  currency: z.string().nullable(),
  /** The time that was looked at; its end is not included. */
  from: timestamp,
  to: timestamp,
  /** In the figure's own unit: a count, minor units, or a share from 0 to 1. */
  value: z.number(),
  payments: z.int(),
  /** Where the figure should have been; null: no bound on that side. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  firedAt: timestamp,
  /** No notifications were sent while its rule was silent. */
  isSilenced: z.boolean(),
  escalatedAt: timestamp.nullable(),
  acknowledgedAt: timestamp.nullable(),
  acknowledgedBy: z.string().nullable(),
  resolvedAt: timestamp.nullable(),
  /** Null: the figure recovered. */
  resolvedBy: z.string().nullable(),
})
export type Alert = z.infer<typeof alert>

/** With the same time of past weeks, the newest first; null: it said nothing. */
const alertDetails = alert.extend({
  past: z.array(
    z.object({
      from: timestamp,
      to: timestamp,
      value: z.number().nullable(),
      payments: z.int(),
    }),
  ),
})
export type AlertDetails = z.infer<typeof alertDetails>

export const ownAlerts = 'CRM.Reports.Alerts'
export const allAlerts = 'Platform.Reports.Alerts'
const either = [ownAlerts, allAlerts]

const filter = pageQuery.extend({
  /** Part of the rule's name. */
  searchKey: z.string().trim().max(100).optional(),
  state: several(z.enum(alertStates)),
  severity: several(z.enum(severities)),
  type: several(z.enum(alertKinds)),
  ruleId: id.optional(),
})
export type AlertFilter = z.output<typeof filter>

export const listAlerts = endpoint({
  id: 'alerts.list',
  method: 'GET',
  path: '/api/alerts',
  summary: 'The alerts that the user may see, newest first',
  permission: either,
  query: filter,
  answer: listOf(alert),
})

export const listTenantAlerts = endpoint({
  id: 'alerts.of-tenant',
  method: 'GET',
  path: '/api/tenant/alerts',
  summary: "The alerts of the user's own tenant, newest first",
  permission: ownAlerts,
  query: filter,
  answer: listOf(alert),
})

export const listPlatformAlerts = endpoint({
  id: 'alerts.of-all',
  method: 'GET',
  path: '/api/platform/alerts',
  summary: 'The alerts of all tenants, newest first',
  permission: allAlerts,
  query: filter.extend({ tenantId: id.optional() }),
  answer: listOf(alert),
})

export const listAlertTypes = endpoint({
  id: 'alerts.types',
  method: 'GET',
  path: '/api/alerts/types',
  summary: 'The kinds of alerts',
  permission: either,
  answer: z.array(z.object({ id: z.enum(alertKinds), name: text, description: text })),
})

export const readAlert = endpoint({
  id: 'alerts.get',
  method: 'GET',
  path: '/api/alerts/:id',
  summary: 'An alert, with the same time of past weeks',
  permission: either,
  params: idParams,
  answer: alertDetails,
})

export const readPlatformAlert = endpoint({
  id: 'alerts.get-of-tenant',
  method: 'GET',
  path: '/api/platform/alerts/:tenant/:id',
  summary: 'An alert of a tenant, with the same time of past weeks',
  permission: allAlerts,
  params: idParams.extend({ tenant: id }),
  answer: alertDetails,
})

const refreshes = ['alerts.*', 'alert-rules.*']

export const acknowledgeAlert = endpoint({
  id: 'alerts.acknowledge',
  method: 'POST',
  path: '/api/alerts/:id/acknowledge',
  summary: 'Says that somebody looks after an alert, so that it is not escalated',
  permission: either,
  params: idParams,
  answer: alertDetails,
  refreshes,
})

export const resolveAlert = endpoint({
  id: 'alerts.resolve',
  method: 'POST',
  path: '/api/alerts/:id/resolve',
  summary: 'Ends an alert; its rule raises another after the figure has recovered',
  permission: either,
  params: idParams,
  answer: alertDetails,
  refreshes,
})

const rulePath = '/api/alerts/rules/:id'
const silence = z.object({ silencedUntil: timestamp.nullable() })

/** The longest silence: one that nobody remembers hides what it should not. */
export const maxSilenceDays = 30

export const silenceBody = z
  .strictObject({ until: instant, reason: z.string().trim().min(1).max(200) })
  .meta({
    examples: [
      { until: new Date(Date.now() + dayMs).toISOString(), reason: 'Known, being mended' },
    ],
  })

export const silenceRule = endpoint({
  id: 'alert-rules.silence',
  method: 'POST',
  path: `${rulePath}/silence`,
  summary: 'Lets a rule raise alerts without meaningful anybody for a while, at most 30 days',
  permission: ownAlerts,
  params: idParams,
  body: silenceBody,
  answer: silence,
  refreshes,
})

export const endSilence = endpoint({
  id: 'alert-rules.end-silence',
  method: 'POST',
  path: `${rulePath}/end-silence`,
  summary: 'Ends the silence of a rule; notifications of alerts that are still open are sent now',
  permission: ownAlerts,
  params: idParams,
  answer: silence,
  refreshes,
})
