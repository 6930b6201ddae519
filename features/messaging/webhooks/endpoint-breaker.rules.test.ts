import { expect, test } from 'vitest'
import { decideBreaker, pauseDueAt } from './endpoint-breaker.rules.ts'

const hours = { warnHours: 24, pauseHours: 72 }
const [warnAfterMs, pauseAfterMs] = [24 * 3_600_000, 72 * 3_600_000]
const failingSince = new Date('2026-11-01T00:00:00Z')
const after = (ms: number) => new Date(failingSince.getTime() + ms)
const warnedAt = after(warnAfterMs)
const failing = { failures: 9, failingSince, warnedAt: null, pausedAt: null }

test.each([
  ['fails for a moment', failing, 60_000, undefined],
  ['is warned of', failing, warnAfterMs, 'warn'],
  ['is warned of once', { ...failing, warnedAt }, pauseAfterMs - 1, undefined],
  ['is paused', { ...failing, warnedAt }, pauseAfterMs, 'pause'],
  ['is warned of first, even when its failures are long apart', failing, pauseAfterMs, 'warn'],
  ['failed rarely', { ...failing, warnedAt, failures: 4 }, pauseAfterMs, undefined],
  ['is paused already', { ...failing, warnedAt, pausedAt: warnedAt }, 2 * pauseAfterMs, undefined],
] as const)('an endpoint that %s', (_, endpoint, ms, step) => {
  expect(decideBreaker(endpoint, hours, after(ms))).toBe(step)
})

test('the warning names when it is paused', () => {
  expect(decideBreaker({ ...failing, warnedAt }, hours, pauseDueAt(failingSince, 72))).toBe('pause')
})
