import { ticketFilter } from '@counterfoil/features/support/ticket-list/ticket-filter.contract.ts'
import { anySupport } from '@counterfoil/features/support/tickets/terms.contract.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { z } from 'zod'

/** A count, and the query of the list (`support.my-tickets`, `support.tickets`) that shows exactly these. */
export const figure = z.object({
  /** What it counts: a state, category, priority, id of a label or a person; `none` for those without. */
  key: z.string(),
  /** Of a label or a person; null: the key says it. */
  name: z.string().nullable(),
  color: z.string().nullable(),
  count: z.int(),
  filter: z.record(z.string(), z.string()),
})
export type Figure = z.infer<typeof figure>

/** Of tickets closed in the last 30 days; minutes of the clock on the wall. */
const duration = z.object({
  count: z.int(),
  averageMinutes: z.number().nullable(),
  medianMinutes: z.number().nullable(),
  filter: z.record(z.string(), z.string()),
})

export const overview = z.object({
  open: figure,
  /** Open and the requester's turn. */
  waiting: figure,
  /** Open and the desk's turn. */
  ours: figure,
  unread: figure,
  closedLately: figure,
  /** Keys: today, week, month, older, by when they were raised. */
  ages: z.array(figure),
  byCategory: z.array(figure),
  byPriority: z.array(figure),
  byLabel: z.array(figure),
  /** The rest is null or empty for the side that asked. */
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
  summary: 'How many tickets are open and waiting, how old, whose, and how long they take',
  permission: anySupport,
  query: ticketFilter.pick({ ticketChannelType: true, tenantId: true }),
  answer: overview,
})
