import {
  type Channel,
  categories,
  priorities,
} from '@counterfoil/features/support/tickets/terms.contract.ts'
import type { Figure, Overview } from './overview.contract.ts'

type Filter = Record<string, string>

interface Counted {
  readonly by: string
  readonly key: string | null
  readonly count: number
}

interface Took {
  readonly closed: number
  readonly answered: number
  readonly responseAverage: number | null
  readonly responseMedian: number | null
  readonly resolutionAverage: number | null
  readonly resolutionMedian: number | null
}

export interface OverviewParts {
  readonly channel: Channel
  readonly isDesk: boolean
  readonly tenantIds: readonly string[] | undefined
  readonly counted: readonly Counted[]
  readonly took: Took
  readonly labels: readonly {
    readonly id: string
    readonly value: string
    readonly color: string
  }[]
  readonly people: ReadonlyMap<string, string>
  readonly ages: { readonly day: Date; readonly week: Date; readonly month: Date }
  readonly since: Date
}

const dayMs = 86_400_000

/** Back from now, each in days. */
export function ageBounds(now: Date) {
  const back = (days: number) => new Date(now.getTime() - days * dayMs)
  return { day: back(1), week: back(7), month: back(30) }
}

/** Each count with the filter that opens the list of exactly these. */
export function overviewOf(parts: OverviewParts): Overview {
  const { counted, labels, people, isDesk } = parts
  const count = (by: string, key: string | null) =>
    counted.find((one) => one.by === by && one.key === key)?.count ?? 0
  const base: Filter = {
    ticketChannelType: parts.channel,
    ...(parts.tenantIds === undefined ? {} : { tenantId: parts.tenantIds.join(',') }),
  }
  const open = { ...base, state: 'Opened' }
  const figure = (key: string, value: number, filter: Filter, more?: Partial<Figure>): Figure => ({
    key,
    name: null,
    color: null,
    count: value,
    filter,
    ...more,
  })
  const opened = (key: string, value: number, filter: Filter, more?: Partial<Figure>) =>
    figure(key, value, { ...open, ...filter }, more)
  const ofEach = (by: string, name: string, keys: readonly string[]) =>
    keys.map((key) => opened(key, count(by, key), { [name]: key }))
  const others = (by: string, known: readonly string[]) =>
    counted.filter((one) => one.by === by && one.key !== null && !known.includes(one.key))
  const labelFigures = [
    ...labels.map(({ id, value: name, color }) =>
      opened(id, count('label', id), { labelId: id }, { name, color }),
    ),
    opened('none', count('label', null), { labelId: 'none' }),
  ]
  const assigneeFigures = others('assignee', []).map(({ key, count: value }) =>
    opened(key ?? '', value, { assigneeId: key ?? '' }, { name: people.get(key ?? '') ?? null }),
  )
  const closed = { ...base, state: 'Closed', closedFrom: parts.since.toISOString() }
  const { took } = parts
  return {
    open: opened('Opened', count('all', null), {}),
    waiting: opened('requester', count('turn', 'requester'), { waitingOn: 'requester' }),
    ours: opened('desk', count('turn', 'desk'), { waitingOn: 'desk' }),
    unread: opened('unread', count('unread', 'true'), { isUnread: 'true' }),
    closedLately: figure('Closed', took.closed, closed),
    ages: agesOf(parts, (key, filter) => opened(key, count('age', key), filter)),
    byCategory: ofEach('category', 'category', categories),
    byPriority: ofEach('priority', 'priority', priorities),
    byLabel: labelFigures,
    overdue: isDesk ? opened('overdue', count('overdue', 'true'), { isOverdue: 'true' }) : null,
    unassigned: isDesk ? opened('none', count('assignee', null), { assigneeId: 'none' }) : null,
    byAssignee: isDesk ? assigneeFigures.sort((a, b) => b.count - a.count) : [],
    firstResponse: isDesk
      ? {
          count: took.closed,
          averageMinutes: took.responseAverage,
          medianMinutes: took.responseMedian,
          filter: closed,
        }
      : null,
    resolution: {
      count: took.closed,
      averageMinutes: took.resolutionAverage,
      medianMinutes: took.resolutionMedian,
      filter: closed,
    },
  }
}

function agesOf(
  { ages: { day, week, month } }: OverviewParts,
  figure: (key: string, filter: Filter) => Figure,
): Figure[] {
  const iso = (at: Date) => at.toISOString()
  return [
    figure('today', { createdFrom: iso(day) }),
    figure('week', { createdFrom: iso(week), createdTo: iso(day) }),
    figure('month', { createdFrom: iso(month), createdTo: iso(week) }),
    figure('older', { createdTo: iso(month) }),
  ]
}
