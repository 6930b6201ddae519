import { openSupport } from '@counterfoil/tools/testing/support.ts'
import { expect, test } from 'vitest'

const { ask, createTicket, agentPath, requesterPath, base, users } = await openSupport()

interface Figure {
  readonly count: number
  readonly filter: Record<string, string>
}

const figuresOf = (value: unknown): Figure[] => {
  if (Array.isArray(value)) return value.flatMap(figuresOf)
  const one = value as Figure | null
  return one !== null && typeof one === 'object' && 'filter' in one
    ? [one]
    : Object.values(one ?? {})
        .filter((part) => typeof part === 'object')
        .flatMap(figuresOf)
}

test('each figure of the overview opens the list of exactly the tickets that it counts', async () => {
  const ids = []
  for (const [at, ticketCategory] of [
    'Integration',
    'Processing',
    'Processing',
    'Operational',
    'Other',
    'Other',
  ].entries()) {
    ids.push(
      await createTicket(at === 5 ? 'neighbour' : 'merchant', {
        ticketCategory,
        priority: at % 2 === 0 ? 'High' : 'Low',
      }),
    )
  }
  const [first = '', second = '', third = '', fourth = ''] = ids
  await ask('operator', `POST ${agentPath(first)}/assign`, { assignee: users.colleague.id })
  await ask('operator', `POST ${agentPath(second)}/comment`, { content: 'Which one?' })
  await ask('operator', `POST ${agentPath(third)}/close`)
  const [label] = await ask('operator', `GET ${base}/labels`)
  await ask('operator', `POST ${agentPath(fourth)}/set-support-label/${label.labelId}`)
  await ask('operator', `POST ${agentPath(fourth)}/feed/mark-comments-as-read`)
  await createTicket('operator')
  for (const [who, channel, list] of [
    ['operator', 'CustomerToTenant', 'ticket/my'],
    ['operator', 'TenantToPlatform', 'ticket/my'],
    ['limited', 'CustomerToTenant', 'ticket/my'],
    ['merchant', 'CustomerToTenant', 'ticket/my'],
    ['staff', 'TenantToPlatform', 'ticket'],
  ] as const) {
    const overview = await ask(who, `GET ${base}/overview?ticketChannelType=${channel}`)
    const figures = figuresOf(overview)
    expect(figures.length).toBeGreaterThan(15)
    for (const { count, filter } of figures) {
      const shown = await ask(who, `GET ${base}/${list}?${new URLSearchParams(filter)}`)
      expect([who, filter, shown.count]).toEqual([who, filter, count])
    }
  }
  const desk = await ask('operator', `GET ${base}/overview`)
  expect(desk).toMatchObject({
    open: { count: 5 },
    waiting: { count: 1 },
    unassigned: { count: 4 },
    closedLately: { count: 1 },
  })
  expect(desk.byAssignee).toMatchObject([{ key: users.colleague.id, count: 1 }])
  expect(await ask('merchant', `GET ${base}/overview`)).toMatchObject({
    open: { count: 4 },
    byAssignee: [],
    overdue: null,
    unassigned: null,
  })
  expect(await ask('merchant', `GET ${requesterPath(first)}`)).toMatchObject({
    assignee: null,
    dueAt: null,
  })
})
