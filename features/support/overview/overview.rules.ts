import {
  type Channel,
  categories,
  priorities,
} from '@counterfoil/features/support/tickets/terms.schema.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import type { Figure, Overview } from './overview.contract.ts'

type Filter = Record<string, string>

interface OpenCount {
  readonly by: string
  readonly key: string | null
  readonly count: number
}

interface Durations {
  readonly closed: number
  readonly answered: number
  readonly responseAverage: number | null
  readonly responseMedian: number | null
  readonly resolutionAverage: number | null
  readonly resolutionMedian: number | null
}

export interface OverviewParts {
  readonly channel: Channel
  readonly isAgent: boolean
  readonly tenantIds: readonly string[] | undefined
  readonly openCounts: readonly OpenCount[]
  readonly durations: Durations
  readonly labels: readonly {
    readonly id: string
    readonly value: string
    readonly color: string
  }[]
  readonly people: ReadonlyMap<string, string>
  readonly ages: { readonly day: Date; readonly week: Date; readonly month: Date }
  readonly since: Date
}

/** One day, 7 days and 30 days ago. */
export function ageBounds(now: Date) {
  const back = (days: number) => new Date(now.getTime() - days * dayMs)
  return { day: back(1), week: back(7), month: back(30) }
}

/** Each figure has the filter with which the list shows exactly the counted tickets. */
export function toOverview(parts: OverviewParts): Overview {
  const { openCounts, labels, people, isAgent } = parts
  const count = (by: string, key: string | null) =>
    openCounts.find((one) => one.by === by && one.key === key)?.count ?? 0
  const base: Filter = {
    ticketChannelType: parts.channel,
    ...(parts.tenantIds === undefined ? {} : { tenantId: parts.tenantIds.join(',') }),
  }
  const openFilter = { ...base, state: 'Opened' }
  const figure = (key: string, value: number, filter: Filter, more?: Partial<Figure>): Figure => ({
    key,
    name: null,
    color: null,
    count: value,
    filter,
    ...more,
  })
  const openFigure = (key: string, value: number, filter: Filter, more?: Partial<Figure>) =>
    figure(key, value, { ...openFilter, ...filter }, more)
  const figuresOf = (by: string, name: string, keys: readonly string[]) =>
    keys.map((key) => openFigure(key, count(by, key), { [name]: key }))
  const labelFigures = [
    ...labels.map(({ id, value: name, color }) =>
      openFigure(id, count('label', id), { labelId: id }, { name, color }),
    ),
    openFigure('none', count('label', null), { labelId: 'none' }),
  ]
  const assigneeFigures = openCounts.flatMap(({ by, key, count: value }) =>
    by === 'assignee' && key !== null
      ? [openFigure(key, value, { assigneeId: key }, { name: people.get(key) ?? null })]
      : [],
  )
  const closedFilter = { ...base, state: 'Closed', closedFrom: parts.since.toISOString() }
  const { durations } = parts
  return {
    open: openFigure('Opened', count('all', null), {}),
    waiting: openFigure('requester', count('turn', 'requester'), { waitingOn: 'requester' }),
    ours: openFigure('agent', count('turn', 'agent'), { waitingOn: 'agent' }),
    unread: openFigure('unread', count('unread', 'true'), { isUnread: 'true' }),
    closedLately: figure('Closed', durations.closed, closedFilter),
    ages: ageFigures(parts, (key, filter) => openFigure(key, count('age', key), filter)),
    byCategory: figuresOf('category', 'category', categories),
    byPriority: figuresOf('priority', 'priority', priorities),
    byLabel: labelFigures,
    overdue: isAgent
      ? openFigure('overdue', count('overdue', 'true'), { isOverdue: 'true' })
      : null,
    unassigned: isAgent
      ? openFigure('none', count('assignee', null), { assigneeId: 'none' })
      : null,
    byAssignee: isAgent ? assigneeFigures.sort((a, b) => b.count - a.count) : [],
    firstResponse: isAgent
      ? {
          count: durations.closed,
          timed: durations.answered,
          averageMinutes: durations.responseAverage,
          medianMinutes: durations.responseMedian,
          filter: closedFilter,
        }
      : null,
    resolution: {
      count: durations.closed,
      timed: durations.closed,
      averageMinutes: durations.resolutionAverage,
      medianMinutes: durations.resolutionMedian,
      filter: closedFilter,
    },
  }
}

function ageFigures(
  { ages: { day, week, month } }: OverviewParts,
  figure: (key: string, filter: Filter) => Figure,
): Figure[] {
  const iso = (date: Date) => date.toISOString()
  return [
    figure('today', { createdFrom: iso(day) }),
    figure('week', { createdFrom: iso(week), createdTo: iso(day) }),
    figure('month', { createdFrom: iso(month), createdTo: iso(week) }),
    figure('older', { createdTo: iso(month) }),
  ]
}
