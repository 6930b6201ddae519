import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answeredOnce } from './answered-once.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** A question that takes its time and is answered with how often it was asked. */
function question(tookMs: number, { mayKeep = true } = {}) {
  let count = 0
  let isFailing = false
  const ask = async () => {
    count += 1
    const answer = count
    await new Promise((resolve) => setTimeout(resolve, tookMs))
    if (isFailing) throw new Error('The database does not answer')
    return answer
  }
  const once = answeredOnce<number>()
  return {
    once: (key = 'sales') => once(key, mayKeep, ask),
    fail: (is: boolean) => {
      isFailing = is
    },
  }
}

test('who asks at the same time, and soon after, is given the same answer', async () => {
  const { once } = question(100)
  const both = Promise.all([once(), once()])
  await pass(100)
  expect(await both).toEqual([1, 1])
  await pass(999)
  expect(await once()).toBe(1)
})

test('who comes a little later does not wait: the next answer is for those who come then', async () => {
  const { once } = question(100)
  void once()
  await pass(100 + 1000)
  expect([await once(), await once()]).toEqual([1, 1])
  await pass(100)
  expect(await once()).toBe(2)
})

test('an answer that is too old is waited for, also where it is asked for already', async () => {
  const slow = question(60_000)
  void slow.once()
  await pass(60_000 + 2000)
  expect(await slow.once()).toBe(1)
  await pass(2000)
  const next = slow.once()
  await pass(58_000)
  expect(await next).toBe(2)
})

test('of a question that was not asked for long nothing is left', async () => {
  const { once } = question(100)
  void once()
  await pass(100 + 2000)
  const next = once()
  await pass(100)
  expect(await next).toBe(2)
})

test.each([
  ['came at once', 19, true],
  ['may not be kept', 500, false],
])('what %s is asked again', async (_, tookMs, mayKeep) => {
  const { once } = question(tookMs, { mayKeep })
  void once()
  await pass(tookMs)
  const next = once()
  await pass(tookMs)
  expect(await next).toBe(2)
})

test('another question has another answer, and a failure is not kept', async () => {
  const { once, fail } = question(100)
  void once()
  const other = once('refunds')
  await pass(100)
  expect(await other).toBe(2)

  await pass(1000)
  fail(true)
  // the one that comes a little later still has the answer before
  expect(await once()).toBe(1)
  await pass(100)
  fail(false)
  const anew = once()
  await pass(100)
  expect(await anew).toBe(4)
})
