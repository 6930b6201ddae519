import {
  categories,
  channelOf,
  priorities,
  states,
  turns,
} from '@counterfoil/features/support/tickets/terms.schema.ts'
import { id, instant, several } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

const channel = z
  .string()
  .transform((name, context) => {
    if (name === '') return undefined
    const found = channelOf(name)
    if (found === undefined) {
      context.addIssue({
        code: 'custom',
        message: 'A channel is CustomerToTenant or TenantToPlatform',
      })
      return z.NEVER
    }
    return found
  })
  .optional()

const flag = z
  .enum(['', 'true', 'false'])
  .transform((text) => (text === '' ? undefined : text === 'true'))
  .optional()

/** Every field is optional, and an empty one does not filter. `none` finds tickets without a label or an assignee. */
export const ticketFilter = z.object({
  ticketChannelType: channel,
  search: z.string().max(200).default(''),
  state: several(z.enum(states)),
  category: several(z.enum(categories)),
  priority: several(z.enum(priorities)),
  waitingOn: several(z.enum(turns)),
  labelId: several(z.union([z.literal('none'), id])),
  assigneeId: several(z.union([z.literal('none'), z.literal('me'), id])),
  customerId: several(id),
  tenantId: several(id),
  /** Tickets that name one of these payments. */
  transactionId: several(id),
  isUnread: flag,
  /** A due time has passed. */
  isOverdue: flag,
  /** A due time has passed, or will within hours. */
  isNearBreach: flag,
  isEscalated: flag,
  createdFrom: z.union([z.literal(''), instant]).optional(),
  createdTo: z.union([z.literal(''), instant]).optional(),
  closedFrom: z.union([z.literal(''), instant]).optional(),
  closedTo: z.union([z.literal(''), instant]).optional(),
})
export type TicketFilter = z.output<typeof ticketFilter>

const order = {
  sort: z.enum(['created', 'updated', 'due']).default('created'),
  order: z.enum(['asc', 'desc']).default('desc'),
}

const page = z.coerce.number().int().min(0).max(100_000)
const size = z.coerce.number().int().min(1).max(100)

/** The page by either of the documents' names; `pageIndex` and `pageSize`, which all lists take, come first. */
export const listQuery = ticketFilter.extend({
  page: page.default(0),
  size: size.default(10),
  pageIndex: page.optional(),
  pageSize: size.optional(),
  ...order,
})
export type ListQuery = z.output<typeof listQuery>

const tenantList = z
  .string()
  .max(10_000)
  .transform((text, context) => {
    if (text === '') return undefined
    try {
      return z.array(id).max(500).parse(JSON.parse(text))
    } catch {
      context.addIssue({ code: 'custom', message: 'tenants is a JSON list of ids' })
      return z.NEVER
    }
  })
  .optional()

export const exportFilter = ticketFilter.extend({
  tenants: tenantList,
  /** Of the headings; the caller's own unless said. */
  language: z.string().max(35).optional(),
  ...order,
})
export type ExportFilter = z.output<typeof exportFilter>
