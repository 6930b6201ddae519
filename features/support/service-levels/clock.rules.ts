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
        ...nextResponse(before, due(target.nextResponse)),
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

/** The remaining time grows or shrinks by the difference between the two targets. */
function reprioritised(
  clock: Clock,
  before: ClockState,
  priority: Priority,
  now: Date,
): Partial<ClockState> {
  const [oldTarget, newTarget] = [
    clock.targets[before.priority as Priority],
    clock.targets[priority],
  ]
  const first =
    before.first_answered_at === null
      ? {
          first_response_due_at:
            newTarget.firstResponse === null
              ? null
              : addBusinessMinutes(clock, before.created_at, newTarget.firstResponse),
        }
      : {}
  const moved = (left: number) =>
    Math.max(0, left + (newTarget.resolution ?? 0) - (oldTarget.resolution ?? 0))
  if (newTarget.resolution === null) {
    return { priority, ...first, resolution_due_at: null, resolution_left_min: null }
  }
  if (before.resolution_due_at !== null) {
    const left = moved(businessMinutesBetween(clock, now, before.resolution_due_at))
    const resolution = { resolution_due_at: addBusinessMinutes(clock, now, left) }
    return {
      priority,
      ...first,
      ...resolution,
      ...(left > 0 ? { resolution_breached_at: null } : {}),
    }
  }
  if (before.resolution_left_min !== null) {
    return { priority, ...first, resolution_left_min: moved(before.resolution_left_min) }
  }
  return { priority, ...first }
}

/** The earliest open due time. */
export function earliestDue(state: ClockState): Date | null {
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
