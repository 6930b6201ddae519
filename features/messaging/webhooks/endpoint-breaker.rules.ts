import { hourMs } from '@counterfoil/kit/contract/durations.ts'
/** An endpoint and what it has failed at so far. */
export interface EndpointFailures {
  /** In a row; attempts that were under way together count once. */
  readonly failures: number
  readonly failingSince: Date | null
  readonly warnedAt: Date | null
  readonly pausedAt: Date | null
}

/** After how long an endpoint's people are warned, so that they can mend it, and after how long it is paused. */
export interface BreakerHours {
  readonly warnHours: number
  readonly pauseHours: number
}

/** An endpoint that is rarely sent anything has failed for long after few attempts. */
const failuresBeforePause = 5

/** What follows from one more failure; `failures` counts it. */
export function decideBreaker(
  { failures, failingSince, warnedAt, pausedAt }: EndpointFailures,
  { warnHours, pauseHours }: BreakerHours,
  now: Date,
): 'pause' | 'warn' | undefined {
  if (pausedAt !== null || failingSince === null) return undefined
  const failingMs = now.getTime() - failingSince.getTime()
  if (failingMs >= pauseHours * hourMs && failures >= failuresBeforePause && warnedAt !== null) {
    return 'pause'
  }
  return failingMs >= warnHours * hourMs && warnedAt === null ? 'warn' : undefined
}

/** When an endpoint that keeps failing will be paused. */
export const pauseDueAt = (failingSince: Date, pauseHours: number): Date =>
  new Date(failingSince.getTime() + pauseHours * hourMs)
