import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { timestamp } from '@counterfoil/kit/contract/fields.ts'
import type { VariableCode } from '@counterfoil/kit/contract/system-variables.ts'
import { z } from 'zod'

/** Kinds of records that are deleted when they are old. */
export const retainedRecords = ['api_logs', 'webhooks', 'attempts', 'events', 'matches'] as const
export type RetainedRecords = (typeof retainedRecords)[number]

/** The system variable that says for how long each kind is kept. */
export const retentionVariables = {
  api_logs: 'api_log_retention',
  webhooks: 'webhook_retention',
  attempts: 'attempt_retention',
  events: 'event_retention',
  matches: 'match_retention',
} as const satisfies Record<RetainedRecords, VariableCode>

/** What the audit trail has of a run. */
export const retentionAction = 'retention.delete-old'

const what = z.enum(retainedRecords)

const retentionPeriod = z.object({
  what,
  /** How long records of this kind are kept: by the tenant's own setting, or the platform's. */
  days: z.int(),
  /** What the platform sets for tenants without a setting of their own. */
  platformDays: z.int(),
  /** The shortest time that the law allows. */
  minDays: z.int(),
})
export type RetentionPeriod = z.infer<typeof retentionPeriod>

const retentionRun = z.object({
  tenantName: z.string(),
  what,
  runAt: timestamp,
  olderThan: timestamp,
  /** In the last run. */
  deleted: z.int(),
  deletedInAll: z.int(),
})
export type RetentionRun = z.infer<typeof retentionRun>

export const readRetention = endpoint({
  id: 'retention.read',
  method: 'GET',
  path: '/api/crm/settings/retention',
  summary: 'How long records are kept, when old ones were last deleted, and how many',
  permission: 'Settings.GeneralSettings.SystemVariable.View',
  answer: z.object({ periods: z.array(retentionPeriod), runs: z.array(retentionRun) }),
})
