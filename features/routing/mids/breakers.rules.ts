// Circuit breakers: what fails again and again without any effect, or does not answer, is not tried for a while.

import type { Objection } from './objections.rules.ts'

/** The mid of the breaker of an acquirer, over all of its MIDs. */
export const wholeAcquirer = '00000000-0000-0000-0000-000000000000'

/** What is no call, but has an entry in the audit trail. */
export const breakerActions = ['mids.openBreaker'] as const

export const defaultFailures = 5
export const defaultWaitS = 30

/** What is counted at a breaker. */
export interface Breaker {
  readonly provider: string
  readonly midId: string
  /** In a row. */
  readonly failures: number
  readonly openedAt: Date | null
  /** From when on one payment tries it. */
  readonly probeAt: Date | null
}

/** The thresholds that a MID has of its own. */
export interface BreakerLimits {
  readonly breakerFailures: number | null
  readonly breakerWaitS: number | null
  /** Of the whole acquirer: its MIDs fail together more often than one of them alone. */
  readonly acquirerFailures: number
}

/** The breaker after one more failure. One that is open stays so for another wait: the probe failed. */
export function breakerAfterFailure(
  breaker: Breaker,
  { breakerFailures, breakerWaitS, acquirerFailures }: BreakerLimits,
  now: Date,
): Breaker & { readonly isOpening: boolean } {
  const failures = breaker.failures + 1
  const most =
    breaker.midId === wholeAcquirer ? acquirerFailures : (breakerFailures ?? defaultFailures)
  const isOpening = breaker.openedAt === null && failures >= most
  const isOpen = isOpening || breaker.openedAt !== null
  const waitMs = (breakerWaitS ?? defaultWaitS) * 1000
  return {
    ...breaker,
    failures,
    openedAt: breaker.openedAt ?? (isOpening ? now : null),
    probeAt: isOpen ? new Date(now.getTime() + waitMs) : null,
    isOpening,
  }
}

/** Breakers of some MIDs, and those of them that this payment may try although they are open. */
export interface BreakerStates {
  readonly breakers: readonly Breaker[]
  /** Of those that are due, what this payment probes. */
  readonly probed: ReadonlySet<string>
}

export const noBreakers: BreakerStates = { breakers: [], probed: new Set() }

export const breakerKey = ({ provider, midId }: Pick<Breaker, 'provider' | 'midId'>): string =>
  `${provider}/${midId}`

interface MidRef {
  readonly id: string
  readonly provider: string
}

/** Whether a breaker is a MID's, or its acquirer's. */
export const isOf = ({ provider, midId }: Pick<Breaker, 'provider' | 'midId'>, mid: MidRef) =>
  provider === mid.provider && (midId === mid.id || midId === wholeAcquirer)

/** Why a MID is not tried; undefined: it is. */
export function objectionOfBreaker(
  mid: MidRef,
  { breakers, probed }: BreakerStates,
): Objection | undefined {
  const open = breakers.find(
    (one) => isOf(one, mid) && one.openedAt !== null && !probed.has(breakerKey(one)),
  )
  if (open === undefined) return undefined
  return { code: open.midId === mid.id ? 'breaker' : 'acquirer_breaker' }
}

/** Whether an answer of a MID ends failures. */
export const hasFailed = (mid: MidRef, { breakers }: BreakerStates): boolean =>
  breakers.some((one) => isOf(one, mid) && one.failures > 0)
