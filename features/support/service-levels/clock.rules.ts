import type { Priority } from '@counterfoil/features/support/tickets/terms.contract.ts'
import {
  addBusinessMinutes,
  type BusinessTime,
  businessMinutesBetween,
} from './business-time.rules.ts'
import type { ServiceLevels } from './service-levels.contract.ts'

/** An organisation's targets, and the hours in which they are counted. */
export interface Clock extends BusinessTime {
  readonly targets: ServiceLevels['targets']
}

/** What a ticket says of its service level, by the names of its columns. */
export interface ClockState {
  readonly priority: string
  readonly waiting_on: string | null
  readonly first_answered_at: Date | null
  readonly first_response_due_at: Date | null
  readonly next_response_due_at: Date | null
  readonly resolution_due_at: Date | null
  /** Minutes that were left when the clock stopped. */
  readonly resolution_left_min: number | null
  readonly response_breached_at: Date | null
  readonly resolution_breached_at: Date | null
  readonly created_at: Date
}

export type ClockChange = Partial<ClockState> & { readonly due_at: Date | null }

export type ClockEvent =
  | { readonly kind: 'raised' | 'answered' | 'asked' | 'closed' | 'opened' }
  | { readonly kind: 'priority'; readonly priority: Priority }

/** What follows for a ticket from what happens on it: it is the desk's turn or the requester's, and the clock goes or stands. */
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
    case 'raised':
      return {
        waiting_on: 'desk',
        first_response_due_at: due(target.firstResponse),
        resolution_due_at: due(target.resolution),
      }
    case 'answered':
      return {
        waiting_on: 'requester',
        first_answered_at: before.first_answered_at ?? now,
        next_response_due_at: null,
        response_breached_at: null,
        ...stopped(clock, before, now),
      }
    case 'asked':
      return {
        waiting_on: 'desk',
        ...nextResponse(before, due(target.nextResponse)),
        ...resumed(clock, before, now),
      }
    case 'closed':
      return { waiting_on: null, next_response_due_at: null, ...stopped(clock, before, now) }
    case 'opened':
      return {
        waiting_on: 'desk',
        ...nextResponse(before, due(target.nextResponse)),
        ...resumed(clock, before, now),
      }
    case 'priority':
      return reprioritised(clock, before, event.priority, now)
  }
}

/** One that was asked for before stays due when it was; a new one can be late anew. */
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

/** As much time more or less as the new target is longer or shorter. */
function reprioritised(
  clock: Clock,
  before: ClockState,
  priority: Priority,
  now: Date,
): Partial<ClockState> {
  const [was, is] = [clock.targets[before.priority as Priority], clock.targets[priority]]
  const first =
    before.first_answered_at === null
      ? {
          first_response_due_at:
            is.firstResponse === null
              ? null
              : addBusinessMinutes(clock, before.created_at, is.firstResponse),
        }
      : {}
  const moved = (left: number) => Math.max(0, left + (is.resolution ?? 0) - (was.resolution ?? 0))
  if (is.resolution === null) {
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

/** The earliest of what is due and has not been done. */
export function earliestDue(state: ClockState): Date | null {
  if (state.waiting_on === null) return null
  const first = state.first_answered_at === null ? state.first_response_due_at : null
  const dues = [first, state.next_response_due_at, state.resolution_due_at].filter(
    (one) => one !== null,
  )
  return dues.length === 0 ? null : new Date(Math.min(...dues.map((one) => one.getTime())))
}

export type Breach = 'response' | 'resolution'

/** What was due by now, has not been done, and nobody was told of. */
export function newBreaches(state: ClockState, now: Date): Breach[] {
  if (state.waiting_on === null) return []
  const response =
    state.first_answered_at === null ? state.first_response_due_at : state.next_response_due_at
  const isLate = (due: Date | null) => due !== null && due <= now
  return [
    ...(isLate(response) && state.response_breached_at === null ? (['response'] as const) : []),
    ...(isLate(state.resolution_due_at) && state.resolution_breached_at === null
      ? (['resolution'] as const)
      : []),
  ]
}
