import { ticketFilter } from '@counterfoil/features/support/ticket-list/ticket-filter.schema.ts'
import { allSupportPermissions } from '@counterfoil/features/support/tickets/terms.schema.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { z } from 'zod'

/** A count, and the query of the list (`support.my-tickets`, `support.tickets`) that shows exactly these tickets. */
const figure = z.object({
  /** The counted state, category, priority, or the id of a label or person; `none`: tickets without one. */
  key: z.string(),
  /** The name of a label or person; null for the other keys. */
  name: z.string().nullable(),
  color: z.string().nullable(),
  count: z.int(),
  filter: z.record(z.string(), z.string()),
})
export type Figure = z.infer<typeof figure>

/** Times of tickets that were closed in the last 30 days, in minutes around the clock. */
const duration = z.object({
  count: z.int(),
  /** Of these: with such a time. Tickets are closed without an answer too. */
  timed: z.int(),
  averageMinutes: z.number().nullable(),
  medianMinutes: z.number().nullable(),
  filter: z.record(z.string(), z.string()),
})

const overview = z.object({
  open: figure,
  /** Open tickets where the requester has to answer. */
  waiting: figure,
  /** Open tickets where an agent has to answer. */
  ours: figure,
  unread: figure,
  closedLately: figure,
  /** Keys: today, week, month, older, by when the tickets were created. */
  ages: z.array(figure),
  byCategory: z.array(figure),
  byPriority: z.array(figure),
  byLabel: z.array(figure),
  /** What follows is null or empty for the requester, except `resolution`. */
  overdue: figure.nullable(),
  unassigned: figure.nullable(),
  byAssignee: z.array(figure),
  firstResponse: duration.nullable(),
  resolution: duration,
})
export type Overview = z.infer<typeof overview>

export const readOverview = endpoint({
  id: 'support.overview',
  method: 'GET',
  path: '/api/support/overview',
  summary: 'Counts of open tickets by state, age, label and assignee, and how long tickets take',
  permission: allSupportPermissions,
  query: ticketFilter.pick({ ticketChannelType: true, tenantId: true }),
  answer: overview,
})
