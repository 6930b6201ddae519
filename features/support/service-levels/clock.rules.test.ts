import { expect, test } from 'vitest'
import { addBusinessMinutes, businessMinutesBetween } from './business-time.rules.ts'
import {
  type Clock,
  type ClockState,
  decideClock,
  newBreaches,
  responseMissedAt,
} from './clock.rules.ts'
import { defaultServiceLevels } from './service-levels.contract.ts'

const clock: Clock = {
  ...defaultServiceLevels,
  holidays: [{ date: '2026-12-25', name: 'Christmas' }],
  timeZone: 'Europe/London',
}
const at = (text: string) => new Date(text)
const state: ClockState = {
  priority: 'High',
  waiting_on: null,
  first_answered_at: null,
  first_response_due_at: null,
  next_response_due_at: null,
  resolution_due_at: null,
  resolution_left_min: null,
  response_breached_at: null,
  response_missed_at: null,
  resolution_breached_at: null,
  created_at: at('2026-12-24T16:00:00Z'),
}

test.each([
  ['within a day', '2026-12-23T10:00:00Z', 60, '2026-12-23T11:00:00Z'],
  ['over night', '2026-12-23T17:00:00Z', 60, '2026-12-24T09:30:00Z'],
  ['from before opening', '2026-12-23T03:00:00Z', 30, '2026-12-23T09:30:00Z'],
  ['over a holiday and a weekend', '2026-12-24T17:00:00Z', 60, '2026-12-28T09:30:00Z'],
  ['over the change to summer time', '2026-03-27T17:00:00Z', 60, '2026-03-30T08:30:00Z'],
])('business minutes are counted %s', (_, from, minutes, due) => {
  expect(addBusinessMinutes(clock, at(from), minutes)).toEqual(at(due))
  expect(businessMinutesBetween(clock, at(from), at(due))).toBe(minutes)
  expect(businessMinutesBetween(clock, at(due), at(from))).toBe(-minutes)
})

test('the clock is paused while the ticket waits for the requester', () => {
  const created = {
    ...state,
    ...decideClock(clock, state, { kind: 'created' }, at('2026-12-21T10:00:00Z')),
  }
  expect(created).toMatchObject({
    waiting_on: 'agent',
    first_response_due_at: at('2026-12-21T11:00:00Z'),
    due_at: at('2026-12-21T11:00:00Z'),
  })
  // 510 minutes are a day of half past eight hours
  expect(created.resolution_due_at).toEqual(at('2026-12-22T10:00:00Z'))
  const answered = {
    ...created,
    ...decideClock(clock, created, { kind: 'agentReplied' }, at('2026-12-21T10:30:00Z')),
  }
  expect(answered).toMatchObject({
    waiting_on: 'requester',
    resolution_due_at: null,
    resolution_left_min: 480,
    due_at: null,
  })
  const asked = {
    ...answered,
    ...decideClock(clock, answered, { kind: 'requesterReplied' }, at('2026-12-23T09:00:00Z')),
  }
  expect(asked).toMatchObject({
    waiting_on: 'agent',
    next_response_due_at: at('2026-12-23T11:00:00Z'),
    resolution_due_at: at('2026-12-23T17:00:00Z'),
  })
  // a second question does not put the first one's answer off
  const again = decideClock(clock, asked, { kind: 'requesterReplied' }, at('2026-12-23T10:00:00Z'))
  expect(again.next_response_due_at).toEqual(at('2026-12-23T11:00:00Z'))
  const closed = {
    ...asked,
    ...decideClock(clock, asked, { kind: 'closed' }, at('2026-12-23T10:00:00Z')),
  }
  expect(closed).toMatchObject({ waiting_on: null, due_at: null, resolution_left_min: 420 })
})

test('an answer that came too late stays missed, after later answers and the end', () => {
  const created = {
    ...state,
    ...decideClock(clock, state, { kind: 'created' }, at('2026-12-21T10:00:00Z')),
  }
  const inTime = decideClock(clock, created, { kind: 'agentReplied' }, at('2026-12-21T10:59:00Z'))
  expect(inTime.response_missed_at).toBe(null)
  expect(responseMissedAt(created, at('2026-12-21T11:00:00Z'))).toEqual(at('2026-12-21T11:00:00Z'))
  let late: ClockState = created
  for (const [kind, when] of [
    ['agentReplied', '2026-12-21T12:00:00Z'],
    ['requesterReplied', '2026-12-21T12:10:00Z'],
    ['agentReplied', '2026-12-21T12:20:00Z'],
    ['closed', '2026-12-21T12:30:00Z'],
  ] as const) {
    late = { ...late, ...decideClock(clock, late, { kind }, at(when)) }
    expect([kind, late.response_missed_at]).toEqual([kind, at('2026-12-21T11:00:00Z')])
  }
  const closed = decideClock(clock, created, { kind: 'closed' }, at('2026-12-21T12:00:00Z'))
  expect(closed.response_missed_at).toEqual(at('2026-12-21T11:00:00Z'))
})

test('another priority moves what is due by the difference of the targets', () => {
  const created = {
    ...state,
    ...decideClock(clock, state, { kind: 'created' }, at('2026-12-21T10:00:00Z')),
    created_at: at('2026-12-21T10:00:00Z'),
  }
  const low = decideClock(
    clock,
    created,
    { kind: 'priority', priority: 'Low' },
    at('2026-12-21T10:00:00Z'),
  )
  expect(low).toMatchObject({
    priority: 'Low',
    first_response_due_at: at('2026-12-22T10:00:00Z'),
    resolution_due_at: at('2026-12-29T10:00:00Z'),
  })
})

test('a ticket that is opened again has new due times and can be breached again', () => {
  const closed = {
    ...state,
    first_answered_at: at('2026-12-21T10:30:00Z'),
    first_response_due_at: at('2026-12-21T11:00:00Z'),
    response_breached_at: at('2026-12-21T12:00:00Z'),
  }
  const opened = {
    ...closed,
    ...decideClock(clock, closed, { kind: 'opened' }, at('2026-12-22T10:00:00Z')),
  }
  expect(opened).toMatchObject({
    waiting_on: 'agent',
    next_response_due_at: at('2026-12-22T12:00:00Z'),
    due_at: at('2026-12-22T12:00:00Z'),
  })
  expect(newBreaches(opened, at('2026-12-22T11:59:00Z'))).toEqual([])
  expect(newBreaches(opened, at('2026-12-22T12:00:00Z'))).toEqual(['response'])
})

test('after a priority with more time a ticket can be breached again', () => {
  const late = {
    ...state,
    waiting_on: 'agent',
    first_answered_at: at('2026-12-21T10:30:00Z'),
    resolution_due_at: at('2026-12-22T10:00:00Z'),
    resolution_breached_at: at('2026-12-22T10:00:00Z'),
  }
  const more = { kind: 'priority', priority: 'Low' } as const
  const moved = { ...late, ...decideClock(clock, late, more, at('2026-12-22T10:30:00Z')) }
  expect(newBreaches(moved, at('2026-12-22T11:00:00Z'))).toEqual([])
  expect(newBreaches(moved, moved.resolution_due_at ?? at(''))).toEqual(['resolution'])
})

test('what is late is found once, and answering ends it', () => {
  const created = {
    ...state,
    ...decideClock(clock, state, { kind: 'created' }, at('2026-12-21T10:00:00Z')),
  }
  expect(newBreaches(created, at('2026-12-21T10:59:00Z'))).toEqual([])
  expect(newBreaches(created, at('2026-12-21T11:00:00Z'))).toEqual(['response'])
  const marked = { ...created, response_breached_at: at('2026-12-21T11:00:00Z') }
  expect(newBreaches(marked, at('2026-12-21T12:00:00Z'))).toEqual([])
  expect(newBreaches(marked, at('2026-12-22T10:00:00Z'))).toEqual(['resolution'])
  const answered = {
    ...marked,
    ...decideClock(clock, marked, { kind: 'agentReplied' }, at('2026-12-21T12:00:00Z')),
  }
  expect(answered.response_breached_at).toBe(null)
  expect(newBreaches(answered, at('2026-12-30T10:00:00Z'))).toEqual([])
})

const after = (before: ClockState, event: Parameters<typeof decideClock>[2], when: string) => ({
  ...before,
  ...decideClock(clock, before, event, at(when)),
})

test('a ticket that was closed unanswered and is opened again has a new time for its first answer', () => {
  const created = after(state, { kind: 'created' }, '2026-12-21T10:00:00Z')
  const closed = after(created, { kind: 'closed' }, '2026-12-21T10:10:00Z')
  const opened = after(closed, { kind: 'opened' }, '2027-01-12T10:00:00Z')
  expect(opened).toMatchObject({
    first_response_due_at: at('2027-01-12T11:00:00Z'),
    due_at: at('2027-01-12T11:00:00Z'),
    response_missed_at: null,
  })
  expect(newBreaches(opened, at('2027-01-12T10:59:00Z'))).toEqual([])
  expect(newBreaches(opened, at('2027-01-12T11:00:00Z'))).toEqual(['response'])
  // another priority moves the new time and does not count from the day of the creation
  const low = after(opened, { kind: 'priority', priority: 'Low' }, '2027-01-12T10:20:00Z')
  expect(low.first_response_due_at).toEqual(at('2027-01-13T10:00:00Z'))
  const high = after(low, { kind: 'priority', priority: 'High' }, '2027-01-12T10:30:00Z')
  expect(high.first_response_due_at).toEqual(at('2027-01-12T11:00:00Z'))
})

test('a priority whose targets the one before had not begins them', () => {
  const none = { firstResponse: null, nextResponse: null, resolution: null }
  const withoutLow = { ...clock, targets: { ...clock.targets, Low: none } }
  const change = (before: ClockState, priority: 'Low' | 'High', when: string) => ({
    ...before,
    ...decideClock(withoutLow, before, { kind: 'priority', priority }, at(when)),
  })
  const low = { ...state, priority: 'Low' }
  const created = { ...low, ...decideClock(withoutLow, low, { kind: 'created' }, state.created_at) }
  expect(created).toMatchObject({ first_response_due_at: null, resolution_due_at: null })
  const raised = change(created, 'High', '2026-12-28T10:00:00Z')
  expect(raised).toMatchObject({
    first_response_due_at: at('2026-12-28T11:00:00Z'),
    resolution_due_at: at('2026-12-29T10:00:00Z'),
    due_at: at('2026-12-28T11:00:00Z'),
  })
  const back = change(change(raised, 'Low', '2026-12-28T10:05:00Z'), 'High', '2026-12-28T10:06:00Z')
  expect(back.resolution_due_at).toEqual(at('2026-12-29T10:06:00Z'))
  // while it waits for the requester, the time is put aside
  const waiting = { ...created, waiting_on: 'requester', first_answered_at: state.created_at }
  expect(change(waiting, 'High', '2026-12-28T10:00:00Z')).toMatchObject({
    next_response_due_at: null,
    resolution_due_at: null,
    resolution_left_min: 510,
  })
  const asked = { ...created, waiting_on: 'agent', first_answered_at: state.created_at }
  expect(change(asked, 'High', '2026-12-28T10:00:00Z')).toMatchObject({
    next_response_due_at: at('2026-12-28T12:00:00Z'),
  })
})

test('a first answer that was missed can be missed again after a priority with more time, and stays missed', () => {
  const created = after(state, { kind: 'created' }, '2026-12-21T10:00:00Z')
  const late = { ...created, response_breached_at: at('2026-12-21T11:00:00Z') }
  const low = after(late, { kind: 'priority', priority: 'Low' }, '2026-12-21T11:05:00Z')
  expect(low).toMatchObject({
    first_response_due_at: at('2026-12-22T10:00:00Z'),
    response_breached_at: null,
    response_missed_at: at('2026-12-21T11:00:00Z'),
  })
  expect(newBreaches(low, at('2026-12-22T09:59:00Z'))).toEqual([])
  expect(newBreaches(low, at('2026-12-22T10:00:00Z'))).toEqual(['response'])
})

test('another priority moves the next answer too, never behind now', () => {
  const asked = {
    ...state,
    priority: 'Low',
    waiting_on: 'agent',
    first_answered_at: at('2026-12-21T10:00:00Z'),
    ...{ next_response_due_at: at('2026-12-23T11:00:00Z'), resolution_left_min: 100 },
  }
  const { Low, High } = clock.targets
  expect([Low.nextResponse, High.nextResponse]).toEqual([1020, 120])
  const high = after(asked, { kind: 'priority', priority: 'High' }, '2026-12-21T11:05:00Z')
  expect(high.next_response_due_at).toEqual(at('2026-12-21T13:00:00Z'))
  const late = after(asked, { kind: 'priority', priority: 'High' }, '2026-12-22T15:00:00Z')
  expect(late.next_response_due_at).toEqual(at('2026-12-22T15:00:00Z'))
  const lower = after(high, { kind: 'priority', priority: 'Low' }, '2026-12-21T11:10:00Z')
  expect(lower.next_response_due_at).toEqual(at('2026-12-23T11:00:00Z'))
  // what was due already stays due
  const passed = after(asked, { kind: 'priority', priority: 'High' }, '2026-12-23T12:00:00Z')
  expect(passed.next_response_due_at).toEqual(at('2026-12-23T11:00:00Z'))
})
