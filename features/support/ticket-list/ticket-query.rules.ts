/** The filters as they stand in the URL, which are also the API's names. */
export const filterNames = [
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
  'isEscalated',
  'createdFrom',
  'createdTo',
  'closedFrom',
  'closedTo',
] as const
export type TicketFilterName = (typeof filterNames)[number]
export type TicketFilters = Readonly<Partial<Record<TicketFilterName, string>>>

const flags = ['isUnread', 'isOverdue', 'isEscalated'] as const

/** What the API is asked. Days become instants of the user's zone; what already is one stays. */
export function queryOf(filters: TicketFilters, instant: (day: string, time: string) => string) {
  const { createdFrom, createdTo, closedFrom, closedTo, ...rest } = filters
  const at = (day: string | undefined, time: string) =>
    day === undefined || day.includes('T') ? day : instant(day, time)
  const query = {
    ...rest,
    createdFrom: at(createdFrom, '00:00:00'),
    createdTo: at(createdTo, '23:59:59'),
    closedFrom: at(closedFrom, '00:00:00'),
    closedTo: at(closedTo, '23:59:59'),
  }
  const asked = Object.entries(query).filter(
    ([name, value]) =>
      value !== undefined && !(isFlag(name) && value !== 'true' && value !== 'false'),
  )
  return Object.fromEntries(asked) as Omit<TicketFilters, (typeof flags)[number]> & {
    readonly [flag in (typeof flags)[number]]?: 'true' | 'false'
  }
}

const isFlag = (name: string) => (flags as readonly string[]).includes(name)

const sorts = ['created', 'updated', 'due'] as const

export function orderOf(sort: { by: string; descending: boolean } | undefined) {
  return {
    sort: sorts.find((one) => one === sort?.by) ?? 'created',
    order: sort?.descending === false ? ('asc' as const) : ('desc' as const),
  } as const
}
