import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answeredOnce } from './answered-once.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Counts how often it is asked, and takes its time. */
function slowly(tookMs: number) {
  let count = 0
  const ask = () =>
    new Promise<number>((resolve) => {
      count += 1
      const answer = count
      setTimeout(() => resolve(answer), tookMs)
    })
  const once = answeredOnce<number>()
  return async (waitMs: number, { key = 'sales', mayKeep = true } = {}) => {
    const answer = once(key, mayKeep, ask)
    await vi.advanceTimersByTimeAsync(waitMs)
    return answer
  }
}

test('who asks at the same time, and just after, is given the same answer', async () => {
  const ask = slowly(500)
  const [first, second] = await Promise.all([ask(500), ask(0)])
  expect([first, second]).toEqual([1, 1])
  expect(await ask(499)).toBe(1)
  expect(await ask(1)).toBe(1)
  expect(await ask(500)).toBe(2)
})

test('an answer is kept for two seconds at most', async () => {
  const ask = slowly(60_000)
  expect(await ask(60_000)).toBe(1)
  expect(await ask(1999)).toBe(1)
  expect(await ask(1)).toBe(1)
  expect(await ask(60_000)).toBe(2)
})

test.each([
  ['came within a tenth of a second', 99, true],
  ['may not be kept', 500, false],
])('what %s is asked again', async (_, tookMs, mayKeep) => {
  const ask = slowly(tookMs)
  expect(await ask(tookMs, { key: 'sales', mayKeep })).toBe(1)
  expect(await ask(tookMs, { key: 'sales', mayKeep })).toBe(2)
})

test('another question has another answer, and a failure is not kept', async () => {
  const ask = slowly(500)
  expect(await ask(500)).toBe(1)
  expect(await ask(500, { key: 'refunds', mayKeep: true })).toBe(2)

  const once = answeredOnce<number>()
  const fail = async () => {
    await sleep(0)
    throw new Error('The database does not answer')
  }
  vi.useRealTimers()
  await expect(once('sales', true, fail)).rejects.toThrow('does not answer')
  expect(await once('sales', true, async () => 7)).toBe(7)
})
