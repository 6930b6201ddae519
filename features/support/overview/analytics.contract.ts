import { channels } from '@counterfoil/features/support/tickets/terms.schema.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { calendarDay, id, several, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

/** By what tickets are grouped. */
const analyticsGroups = [
  'day',
  'month',
  'category',
  'priority',
  'label',
  'agent',
  'merchant',
] as const
export type AnalyticsGroup = (typeof analyticsGroups)[number]

const analyticsQuery = z.object({
  groupBy: z.enum(analyticsGroups).default('day'),
  /** Days in the caller's time zone, both included, on which tickets were created; the last thirty unless said. */
  dateFrom: calendarDay.optional(),
  dateTo: calendarDay.optional(),
  ticketChannelType: z.enum(channels).optional(),
  /** For platform staff, who see every tenant. */
  tenantId: several(id),
})
export type AnalyticsQuery = z.output<typeof analyticsQuery>

/** Of the tickets that were created in the days; minutes are around the clock. */
const ticketFigures = z.object({
  created: z.int(),
  /** Of these: closed by now. */
  closed: z.int(),
  /** Of these: an agent has answered. */
  answered: z.int(),
  /** Half of the answers, and 90 in 100, came within. Null without any. */
  answerMedian: z.number().nullable(),
  answerP90: z.number().nullable(),
  resolutionMedian: z.number().nullable(),
  resolutionP90: z.number().nullable(),
  /** Of these: an answer was late, or is. */
  answerBreaches: z.int(),
  resolutionBreaches: z.int(),
})
export type TicketFigures = z.infer<typeof ticketFigures>

const row = ticketFigures.extend({
  /** Null: tickets without a label or an agent. */
  key: z.string().nullable(),
  /** Of a label, an agent or a merchant. */
  name: z.string().nullable(),
})
export type AnalyticsRow = z.infer<typeof row>

const analytics = z.object({
  asOf: timestamp,
  from: timestamp,
  /** Not included. */
  to: timestamp,
  channel: z.enum(channels),
  rows: z.array(row),
  all: ticketFigures,
})
export type Analytics = z.infer<typeof analytics>

const path = '/api/reporting/crm/reports/support-analytics'
const permission = 'Reports.SupportAnalytics.Reports.View'

export const readAnalytics = endpoint({
  id: 'support.analytics',
  method: 'GET',
  path,
  summary:
    'Tickets of some days by day, category, label, agent or merchant: volumes, times to answer and to resolve, breaches',
  permission,
  query: analyticsQuery,
  answer: analytics,
})

export const exportAnalytics = endpoint({
  id: 'support.analytics.export',
  method: 'GET',
  path: `${path}/export`,
  summary: 'The same figures as CSV',
  permission,
  query: analyticsQuery.extend({ language: z.string().max(35).optional() }),
  contentType: 'text/csv',
})
