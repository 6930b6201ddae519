import { addDays } from '@counterfoil/kit/contract/calendar-days.ts'

/** The names of the filters, in the page's address and in the API alike. */
export const ticketFilterNames = [
  'ticketChannelType',
  'search',
  'state',
  'category',
  'priority',
  'waitingOn',
  'labelId',
  'assigneeId',
  'customerId',
  'tenantId',
  'isUnread',
  'isOverdue',
  'isNearBreach',
  'isEscalated',
  'createdFrom',
  'createdTo',
  'closedFrom',
  'closedTo',
] as const
export type TicketFilterName = (typeof ticketFilterNames)[number]
export type TicketFilters = Readonly<Partial<Record<TicketFilterName, string>>>

const flags = ['isUnread', 'isOverdue', 'isNearBreach', 'isEscalated'] as const

/**
 * The query of the API. Days become instants in the user's time zone, the last one where the day after it begins: the API
 * leaves out what is at the end itself. Instants stay as they are.
 */
export function toTicketQuery(
  filters: TicketFilters,
  instant: (day: string, time: string) => string,
) {
  const { createdFrom, createdTo, closedFrom, closedTo, ...rest } = filters
  const toInstant = (day: string | undefined, later: number) =>
    day === undefined || day.includes('T') ? day : instant(addDays(day, later), '00:00:00')
  const query = {
    ...rest,
    createdFrom: toInstant(createdFrom, 0),
    createdTo: toInstant(createdTo, 1),
    closedFrom: toInstant(closedFrom, 0),
    closedTo: toInstant(closedTo, 1),
  }
  const entries = Object.entries(query).filter(
    ([name, value]) =>
      value !== undefined && !(isFlag(name) && value !== 'true' && value !== 'false'),
  )
  return Object.fromEntries(entries) as Omit<TicketFilters, (typeof flags)[number]> & {
    readonly [flag in (typeof flags)[number]]?: 'true' | 'false'
  }
}

const isFlag = (name: string) => (flags as readonly string[]).includes(name)

const sorts = ['created', 'updated', 'due'] as const

export function toListOrder(sort: { by: string; descending: boolean } | undefined) {
  return {
    sort: sorts.find((one) => one === sort?.by) ?? 'created',
    order: sort?.descending === false ? ('asc' as const) : ('desc' as const),
  } as const
}
