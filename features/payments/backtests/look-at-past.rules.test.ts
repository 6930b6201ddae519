import type { Db } from '@counterfoil/kit/database/database.ts'
import { expect, test } from 'vitest'
import type { BacktestChange } from './backtests.schema.ts'
import { lookAtPast } from './look-at-past.public.ts'

const all = 9_001
const rows = Array.from({ length: all }, (_, at) => ({ id: String(at).padStart(6, '0') }))
const period = { merchantId: null, mode: 1, from: new Date(0), to: new Date(1) }

function run(some: { signal?: AbortSignal; failsAfter?: string; msPerLook?: number } = {}) {
  const seen: string[] = []
  const written: BacktestChange<number>[] = []
  let clock = 0
  const done = lookAtPast(null as unknown as Db, period, {
    signal: some.signal ?? new AbortController().signal,
    now: () => new Date(clock),
    count: async () => BigInt(all),
    async list(_db, _period, after, limit) {
      if (some.failsAfter !== undefined && after !== null && after > some.failsAfter) {
        throw new Error('The connection is gone')
      }
      const from = after === null ? 0 : Number(after) + 1
      return rows.slice(from, from + limit)
    },
    look: (page) => {
      seen.push(...page.map(({ id }) => id))
      clock += page.length * (some.msPerLook ?? 0)
    },
    result: () => seen.length,
    write: async (change) => {
      written.push(change)
    },
  })
  return { done, seen, written }
}

test('each payment is looked at once, in its order, however many pages there are', async () => {
  const { done, seen, written } = run()
  await done
  expect(seen).toEqual(rows.map(({ id }) => id))
  expect(written.at(0)).toEqual({ state: 'running', looked_at: 0n, total: BigInt(all) })
  expect(written.at(-1)).toMatchObject({ state: 'done', looked_at: BigInt(all), result: all })
})

test('how far it is is stored once a second at most, and before it is done', async () => {
  const quick = run()
  await quick.done
  expect(quick.written).toHaveLength(2)
  const slow = run({ msPerLook: 1 })
  await slow.done
  expect(slow.written.slice(1, -1).map((one) => one.looked_at)).toEqual([4_000n, 8_000n])
})

test('a page that cannot be read ends it, and a worker that stops leaves no result', async () => {
  const failing = run({ failsAfter: '005000' })
  await expect(failing.done).rejects.toThrow('The connection is gone')
  expect(failing.written.every(({ result }) => result === undefined)).toBe(true)
  const stopped = new AbortController()
  stopped.abort()
  const one = run({ signal: stopped.signal })
  await expect(one.done).rejects.toThrow('The worker stops')
  expect(one.seen).toEqual([])
})
