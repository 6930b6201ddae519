import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import { type Asked, answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { pass, renderInPortal, until } from '@counterfoil/kit/testing/portal.tsx'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Overview } from './overview.contract.ts'
import SupportOverview from './support-overview.tsx'

const figure = (key: string, count: number, filter: Record<string, string>) => ({
  key,
  name: null,
  color: null,
  count,
  filter,
})
const overview: Overview = {
  open: figure('open', 1234, { state: 'Opened' }),
  waiting: figure('waiting', 3, { state: 'Opened', waitingOn: 'requester' }),
  ours: figure('ours', 4, { state: 'Opened', waitingOn: 'agent' }),
  unread: figure('unread', 0, { isUnread: 'true' }),
  closedLately: figure('closed', 9, { state: 'Closed' }),
  ages: [figure('older', 2, { createdTo: '2026-10-20' })],
  byCategory: [figure('Processing', 5, { category: 'Processing' })],
  byPriority: [figure('High', 6, { priority: 'High' })],
  byLabel: [{ ...figure('l', 7, { labelId: 'l' }), name: 'Done', color: '#90EE90' }],
  overdue: figure('overdue', 8, { isOverdue: 'true' }),
  unassigned: figure('none', 1, { assigneeId: 'none' }),
  byAssignee: [{ ...figure('ole', 10, { assigneeId: 'ole' }), name: 'Ole Berg' }],
  firstResponse: {
    ...{ count: 5, timed: 2, averageMinutes: 90, medianMinutes: 60 },
    filter: { state: 'Closed' },
  },
  resolution: { count: 0, timed: 0, averageMinutes: null, medianMinutes: null, filter: {} },
}
let asked: Asked[] = []
let answered: Overview

async function show(audience: Audience) {
  renderInPortal(<SupportOverview />, { audience })
  await pass(0)
  await until(() => expect(screen.getByText('1,234')).toBeDefined())
}
const listOf = (text: RegExp) => screen.getByRole('link', { name: text }).getAttribute('href')

beforeEach(() => {
  vi.useFakeTimers()
  answered = overview
  asked = answerFetch(() => answered)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('every figure opens the tickets that it counts, in the list of the user’s audience', async () => {
  await show('tenant')
  const list = '/tenant/support-tickets?'
  expect(listOf(/1,234/)).toBe(`${list}state=Opened`)
  expect(listOf(/^8/)).toBe(`${list}isOverdue=true`)
  expect(listOf(/Processing/)).toBe(`${list}category=Processing`)
  expect(listOf(/High/)).toBe(`${list}priority=High`)
  expect(listOf(/Done/)).toBe(`${list}labelId=l`)
  expect(listOf(/Ole Berg/)).toBe(`${list}assigneeId=ole`)
  expect(listOf(/First response.*2 of 5 tickets/)).toBe(`${list}state=Closed`)
  expect(asked[0]?.query.get('ticketChannelType')).toBe('CustomerToTenant')
  cleanup()
  await show('platform')
  expect(listOf(/1,234/)).toBe('/platform/support-tickets?state=Opened')
})

test('the requester sees neither assignees nor due times', async () => {
  answered = { ...overview, overdue: null, unassigned: null, byAssignee: [], firstResponse: null }
  await show('merchant')
  for (const hidden of [/^8/, /Ole Berg/])
    expect(screen.queryByRole('link', { name: hidden })).toBeNull()
  expect(document.body.textContent).not.toContain('First response')
})

test('figures of the other channel are dimmed and said to be old until the new ones are there', async () => {
  await show('tenant')
  let arrive = (_: Overview) => {}
  const late = new Promise<Overview>((resolve) => (arrive = resolve))
  answerFetch(() => late)
  fireEvent.click(screen.getByRole('radio', { name: /platform/i }))
  await until(() => expect(screen.getByText(/These are the previous figures/)).toBeDefined())
  expect(screen.getByText('1,234').closest('[data-older]')).not.toBeNull()
  arrive({ ...overview, open: { ...overview.open, count: 77 } })
  await until(() => expect(screen.getByText('77')).toBeDefined())
  expect(screen.queryByText(/These are the previous figures/)).toBeNull()
  expect(document.querySelector('[data-older]')).toBeNull()
})

test('the figures are asked for again every minute', async () => {
  await show('tenant')
  answered = { ...overview, open: { ...overview.open, count: 1235 } }
  await pass(60_100)
  await until(() => expect(screen.getByText('1,235')).toBeDefined())
})

test('bars stand over an axis with its unit; the one under the keyboard is told in full', async () => {
  answered = {
    ...overview,
    byCategory: [
      figure('Processing', 15, { category: 'Processing' }),
      figure('Other', 5, { category: 'Other' }),
    ],
  }
  await show('tenant')
  const group = screen.getByRole('region', { name: 'Open, by category' })
  expect(group.textContent).toContain('01020 tickets')
  act(() =>
    within(group)
      .getByRole('link', { name: /Processing/ })
      .focus(),
  )
  expect(within(group).getByText('Processing · 15 tickets · 75%')).toBeDefined()
  act(() =>
    within(group)
      .getByRole('link', { name: /Processing/ })
      .blur(),
  )
  expect(within(group).getByText('Point at a bar to see its tickets.')).toBeDefined()
})
