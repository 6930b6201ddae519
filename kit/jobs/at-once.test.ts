import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eachAtOnce, mapAtOnce } from './at-once.ts'

test('so many at once and never more, with the answers in the order of the items', async () => {
  let running = 0
  let most = 0
  const answers = await mapAtOnce([30, 5, 20, 1], 2, async (ms) => {
    most = Math.max(most, ++running)
    await sleep(ms)
    running -= 1
    return ms * 2
  })
  expect(answers).toEqual([60, 10, 40, 2])
  expect(most).toBe(2)
})

test('when one fails no other is begun, and it ends when those under way have ended', async () => {
  const [begun, ended]: [string[], string[]] = [[], []]
  const work = async (one: string) => {
    begun.push(one)
    if (one === 'broken') throw new Error('broken')
    await sleep(30)
    ended.push(one)
  }
  await expect(eachAtOnce(['slow', 'broken', 'next'], 2, work)).rejects.toThrow('broken')
  expect(begun).toEqual(['slow', 'broken'])
  expect(ended).toEqual(['slow'])
})

test('when it is aborted no other is begun, and it ends when those under way have ended', async () => {
  const stopping = new AbortController()
  const ended: number[] = []
  const work = async (one: number) => {
    stopping.abort()
    await sleep(10)
    ended.push(one)
  }
  await eachAtOnce([1, 2, 3, 4], 2, work, stopping.signal)
  expect(ended).toEqual([1])
})
