import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { dataExport, exportedQuery, exportFormat } from '@counterfoil/kit/contract/exports.ts'
import {
  id,
  idParams,
  listOf,
  modeName,
  pageQuery,
  recordVersion,
  several,
  text,
  timestamp,
} from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

/** The most automated reports of one user. */
export const maxReports = 50

export const reportFrequencies = ['daily', 'weekly', 'monthly', 'business_day'] as const
export const reportDays = [
  'yesterday',
  'last_seven',
  'last_week',
  'this_month',
  'last_month',
] as const
/** `mail`: a link to the owner, who signs in to open it. `target`: the files, to a server or bucket of the organisation. */
export const deliveries = ['portal', 'mail', 'target'] as const

/** Hours and minutes of a day. */
export const timePattern = /^([01]\d|2[0-3]):[0-5]\d$/

const sample = {
  name: 'Daily sales',
  source: 'payments',
  format: 'xlsx',
  days: 'yesterday',
  frequency: 'daily',
  atTime: '07:30',
  timeZone: 'Europe/London',
  delivery: 'portal',
}
// the fields stand in the call itself: the browser's build takes a `query` out of any other object of a contract
export const reportConfiguration = z
  .strictObject({
    name: z.string().trim().min(1).max(120),
    source: z.string().max(64),
    format: exportFormat,
    mode: modeName.default('Live'),
    /** Filters and columns as the report's own call has them; its days come from `days`. */
    query: exportedQuery.default({}),
    days: z.enum(reportDays),
    frequency: z.enum(reportFrequencies),
    /** Of the week (1: Monday), of the month (31: its last day), or which business day of it; daily: none. */
    day: z.int().min(1).max(31).nullable().default(null),
    atTime: z.string().regex(timePattern, 'A time is like 08:30'),
    timeZone: z.string().max(100),
    delivery: z.enum(deliveries),
    /** Which delivery target; for the other deliveries none. */
    targetId: id.nullable().default(null),
    /** Nothing is sent where there are no rows. */
    skipEmpty: z.boolean().default(false),
  })
  .meta({ examples: [sample] })
export type ReportConfiguration = z.output<typeof reportConfiguration>

const runState = z.enum(['waiting', 'running', 'sending', 'sent', 'nothing', 'failed', 'cancelled'])

const automatedReport = z.object({
  id,
  ...reportConfiguration.shape,
  mode: modeName,
  query: exportedQuery,
  day: z.int().nullable(),
  targetId: id.nullable(),
  skipEmpty: z.boolean(),
  sourceName: text,
  /** False: its report is of Live and Test together, and the mode means nothing. */
  hasModes: z.boolean(),
  merchantId: id.nullable(),
  isActive: z.boolean(),
  /** Why it does not run, though nobody switched it off. */
  pausedFor: z.enum(['owner_gone', 'right_lost', 'report_gone']).nullable(),
  nextRunAt: timestamp.nullable(),
  lastRun: z.object({ state: runState, at: timestamp }).nullable(),
  version: recordVersion,
})
export type AutomatedReport = z.infer<typeof automatedReport>

const path = '/api/reporting/customer-configuration/:id'
// whoever may see a report may have it sent, and sees their own: the handlers ask for both
const permission: readonly string[] = []
const refreshes = ['automated-reports.*']

export const listAutomatedReports = endpoint({
  id: 'automated-reports.list',
  method: 'GET',
  path: '/api/reporting/automated-reports',
  summary: "One's own automated reports, with their last and next run",
  permission,
  query: pageQuery,
  answer: listOf(automatedReport),
})

export const listReportSources = endpoint({
  id: 'automated-reports.sources',
  method: 'GET',
  path: '/api/reporting/automated-reports/sources',
  summary: 'The reports that the user may have sent',
  permission,
  answer: z.array(
    z.object({ id: z.string(), name: text, hasModes: z.boolean(), isPrintable: z.boolean() }),
  ),
})

export const listReportTargets = endpoint({
  id: 'automated-reports.targets',
  method: 'GET',
  path: '/api/reporting/automated-reports/targets',
  summary: 'The delivery targets that the user may have reports sent to',
  permission,
  answer: z.array(z.object({ id, name: z.string() })),
})

/** As far as the user sees the records; what is chosen by code alone has its name in the portal. */
export const nameFilters = endpoint({
  id: 'automated-reports.filter-names',
  method: 'GET',
  path: '/api/reporting/automated-reports/filter-names',
  summary: 'What the records are called by which a report is filtered, by their ids',
  permission,
  query: z.object({ merchantId: several(id), websiteId: several(id), midId: several(id) }),
  answer: z.record(z.string(), z.string()),
})

/** The documents' calls: of a customer (a merchant, or the tenant itself) where it is read and added to, else of one report. */
export const readConfigurations = endpoint({
  id: 'automated-reports.of-customer',
  method: 'GET',
  path,
  summary: "One's automated reports of a merchant, or of the tenant by its own id",
  permission,
  params: idParams,
  answer: z.object({ data: z.array(automatedReport) }),
})

export const createConfiguration = endpoint({
  id: 'automated-reports.create',
  method: 'POST',
  path,
  summary: 'Has a report sent by the clock, of a merchant or of the tenant by its own id',
  permission,
  params: idParams,
  body: reportConfiguration,
  answer: automatedReport,
  refreshes,
})

export const changeConfiguration = endpoint({
  id: 'automated-reports.update',
  method: 'PUT',
  path,
  summary: 'Changes an automated report',
  permission,
  params: idParams,
  body: reportConfiguration
    .extend({ version: recordVersion })
    .meta({ examples: [{ ...sample, version: 1 }] }),
  answer: automatedReport,
  refreshes,
})

export const activateConfiguration = endpoint({
  id: 'automated-reports.activate',
  method: 'POST',
  path: `${path}/activate`,
  summary: 'Lets an automated report run again',
  permission,
  params: idParams,
  answer: automatedReport,
  refreshes,
})

export const deactivateConfiguration = endpoint({
  id: 'automated-reports.deactivate',
  method: 'POST',
  path: `${path}/deactivate`,
  summary: 'Stops an automated report',
  permission,
  params: idParams,
  answer: automatedReport,
  refreshes,
})

export const runAutomatedReport = endpoint({
  id: 'automated-reports.run',
  method: 'POST',
  path: '/api/reporting/automated-reports/:id/run',
  summary: 'Runs an automated report now, besides its times',
  permission,
  params: idParams,
  answer: z.object({ runId: id }),
  status: 202,
  refreshes,
})

const reportRun = z.object({
  id,
  dueAt: timestamp,
  isRequested: z.boolean(),
  state: runState,
  exportId: id,
  rows: z.int().nullable(),
  /** The code of the problem for which its export failed, or why it could not be sent. */
  failure: z.string().nullable(),
  ...dataExport.pick({ failureMessage: true, failureParams: true }).shape,
  /** Where the files went or are to go; null: nowhere but the portal. */
  targetName: z.string().nullable(),
  /** How often it was tried to send them there. */
  sendAttempts: z.int(),
  finishedAt: timestamp.nullable(),
})
export type ReportRun = z.infer<typeof reportRun>

export const listReportRuns = endpoint({
  id: 'automated-reports.runs',
  method: 'GET',
  path: '/api/reporting/automated-reports/:id/runs',
  summary: 'When an automated report ran and what became of it, newest first',
  permission,
  params: idParams,
  query: pageQuery,
  answer: listOf(reportRun),
})
