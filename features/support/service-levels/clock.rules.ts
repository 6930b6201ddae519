import type { Priority } from '@counterfoil/features/support/tickets/terms.schema.ts'
import { hourMs } from '@counterfoil/kit/contract/durations.ts'
import {
  addBusinessMinutes,
  type BusinessTime,
  businessMinutesBetween,
} from './business-time.rules.ts'
import type { ServiceLevels } from './service-levels.contract.ts'

/** A ticket is near its breach for so long before it. */
export const nearBreachMs = 4 * hourMs

/** An organisation's targets and business hours. */
export interface Clock extends BusinessTime {
  readonly targets: ServiceLevels['targets']
}

/** The columns of a ticket that hold the state of its service level. */
export interface ClockState {
  readonly priority: string
  readonly waiting_on: string | null
  readonly first_answered_at: Date | null
  readonly first_response_due_at: Date | null
  readonly next_response_due_at: Date | null
  readonly resolution_due_at: Date | null
  /** Minutes that remained when the clock was paused. */
  readonly resolution_left_min: number | null
  readonly response_breached_at: Date | null
  /** When the first answer that came too late, or never, was due; it stays for good. */
  readonly response_missed_at: Date | null
  readonly resolution_breached_at: Date | null
  readonly created_at: Date
}

export type ClockChange = Partial<ClockState> & { readonly due_at: Date | null }

export type ClockEvent =
  | { readonly kind: 'created' | 'agentReplied' | 'requesterReplied' | 'closed' | 'opened' }
  | { readonly kind: 'priority'; readonly priority: Priority }

/** Decides who has to answer after an event, when that is due, and whether the clock runs or is paused. */
export function decideClock(
  clock: Clock,
  before: ClockState,
  event: ClockEvent,
  now: Date,
): ClockChange {
  const change = changeOf(clock, before, event, now)
  return { ...change, due_at: earliestDue({ ...before, ...change }) }
}

function changeOf(
  clock: Clock,
  before: ClockState,
  event: ClockEvent,
  now: Date,
): Partial<ClockState> {
  const target = clock.targets[before.priority as Priority]
  const due = (minutes: number | null) =>
    minutes === null ? null : addBusinessMinutes(clock, now, minutes)
  switch (event.kind) {
    case 'created':
      return {
        waiting_on: 'agent',
        first_response_due_at: due(target.firstResponse),
        resolution_due_at: due(target.resolution),
      }
    case 'agentReplied':
      return {
        waiting_on: 'requester',
        first_answered_at: before.first_answered_at ?? now,
        next_response_due_at: null,
        response_breached_at: null,
        response_missed_at: responseMissedAt(before, now),
        ...stopped(clock, before, now),
      }
    case 'requesterReplied':
      return {
        waiting_on: 'agent',
        ...nextResponse(before, due(target.nextResponse)),
        ...resumed(clock, before, now),
      }
    case 'closed':
      return {
        waiting_on: null,
        next_response_due_at: null,
        response_missed_at: responseMissedAt(before, now),
        ...stopped(clock, before, now),
      }
    case 'opened':
      return {
        waiting_on: 'agent',
        ...(before.first_answered_at === null
          ? { first_response_due_at: due(target.firstResponse), response_breached_at: null }
          : nextResponse(before, due(target.nextResponse))),
        ...resumed(clock, before, now),
      }
    case 'priority':
      return reprioritised(clock, before, event.priority, now)
  }
}

/** A response that is due already keeps its due time; a new one can be breached again. */
function nextResponse(before: ClockState, due: Date | null): Partial<ClockState> {
  if (before.first_answered_at === null) return {}
  const { next_response_due_at } = before
  if (next_response_due_at !== null) return { next_response_due_at }
  return { next_response_due_at: due, response_breached_at: null }
}

function stopped(clock: Clock, before: ClockState, now: Date): Partial<ClockState> {
  if (before.resolution_due_at === null) return {}
  const left = businessMinutesBetween(clock, now, before.resolution_due_at)
  return { resolution_due_at: null, resolution_left_min: Math.max(0, left) }
}

function resumed(clock: Clock, before: ClockState, now: Date): Partial<ClockState> {
  const left = before.resolution_left_min
  if (before.resolution_due_at !== null || left === null) return {}
  return { resolution_due_at: addBusinessMinutes(clock, now, left), resolution_left_min: null }
}

/**
 * The times of a target that runs already move by the difference between the two targets; a target that the priority before
 * did not have begins now. What was missed before stays missed.
 */
function reprioritised(
  clock: Clock,
  before: ClockState,
  priority: Priority,
  now: Date,
): Partial<ClockState> {
  const oldTarget = clock.targets[before.priority as Priority]
  const newTarget = clock.targets[priority]
  const dueOf = (due: Date | null, name: keyof typeof newTarget) => {
    const [old, minutes] = [oldTarget[name], newTarget[name]]
    if (minutes === null) return null
    if (due === null) return addBusinessMinutes(clock, now, minutes)
    return movedDue(clock, due, old === null ? 0 : minutes - old, now)
  }
  // no answer is owed where none is due although there was a target
  const isOwed =
    before.waiting_on === 'agent' &&
    (before.next_response_due_at !== null || oldTarget.nextResponse === null)
  const isFirst = before.first_answered_at === null
  const first = isFirst ? dueOf(before.first_response_due_at, 'firstResponse') : null
  const next = !isFirst && isOwed ? dueOf(before.next_response_due_at, 'nextResponse') : null
  const response = isFirst ? first : next
  return {
    priority,
    ...(isFirst ? { first_response_due_at: first } : { next_response_due_at: next }),
    ...(response !== null && response > now ? { response_breached_at: null } : {}),
    response_missed_at: responseMissedAt(before, now),
    ...movedResolution(before, oldTarget.resolution, newTarget.resolution, () => {
      const due = dueOf(before.resolution_due_at, 'resolution')
      return {
        resolution_due_at: due,
        ...(due !== null && due > now ? { resolution_breached_at: null } : {}),
      }
    }),
  }
}

/** The time for the resolution: put aside while the ticket waits for the requester, else due as `running` says. */
function movedResolution(
  { waiting_on, resolution_due_at, resolution_left_min: left }: ClockState,
  oldMinutes: number | null,
  minutes: number | null,
  running: () => Partial<ClockState>,
): Partial<ClockState> {
  if (minutes === null) return { resolution_due_at: null, resolution_left_min: null }
  if (left !== null) {
    const difference = oldMinutes === null ? 0 : minutes - oldMinutes
    return { resolution_left_min: Math.max(0, left + difference) }
  }
  if (resolution_due_at === null && waiting_on !== 'agent') return { resolution_left_min: minutes }
  return running()
}

/** Never behind now; a due time that has passed can only be put off. */
function movedDue(clock: Clock, due: Date, byMinutes: number, now: Date): Date {
  if (byMinutes === 0 || (byMinutes < 0 && due <= now)) return due
  if (byMinutes > 0) return addBusinessMinutes(clock, due, byMinutes)
  const left = businessMinutesBetween(clock, now, due) + byMinutes
  return addBusinessMinutes(clock, now, Math.max(0, left))
}

/** The earliest open due time. */
function earliestDue(state: ClockState): Date | null {
  if (state.waiting_on === null) return null
  const first = state.first_answered_at === null ? state.first_response_due_at : null
  const dues = [first, state.next_response_due_at, state.resolution_due_at].filter(
    (one) => one !== null,
  )
  return dues.length === 0 ? null : new Date(Math.min(...dues.map((one) => one.getTime())))
}

/** When the answer is due that the agents owe now; null: they owe none. */
const responseDueAt = (state: ClockState): Date | null =>
  state.first_answered_at === null ? state.first_response_due_at : state.next_response_due_at

/** When the first answer that was missed up to now was due; null: each came in time. */
export function responseMissedAt(state: ClockState, now: Date): Date | null {
  if (state.response_missed_at !== null || state.waiting_on !== 'agent') {
    return state.response_missed_at
  }
  const due = responseDueAt(state)
  return due !== null && due <= now ? due : null
}

export type Breach = 'response' | 'resolution'

/** Due times that have passed and are not marked as breached. */
export function newBreaches(state: ClockState, now: Date): Breach[] {
  if (state.waiting_on === null) return []
  const response = responseDueAt(state)
  const isOverdue = (due: Date | null) => due !== null && due <= now
  return [
    ...(isOverdue(response) && state.response_breached_at === null ? (['response'] as const) : []),
    ...(isOverdue(state.resolution_due_at) && state.resolution_breached_at === null
      ? (['resolution'] as const)
      : []),
  ]
}
