import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { Replica } from './replica.ts'

/** A server that says one position of its log, or none. */
const serverAt = (at: { position: bigint | null | Error }) =>
  ({
    query: async () => {
      if (at.position instanceof Error) throw at.position
      return { rows: [{ position: at.position }] }
    },
  }) as unknown as pg.Pool

async function follow(written: bigint, replayed: bigint | null | Error) {
  const primary = { position: written as bigint | null | Error }
  const replica = { position: replayed }
  const time = { ms: 0 }
  const follower = new Replica(serverAt(primary), serverAt(replica), () => time.ms)
  onTestFinished(() => follower.close())
  await sleep(0)
  const look = () => sleep(300)
  return { primary, replica, time, follower, look }
}

test('a replica that has everything answers, up to what it has', async () => {
  const { follower } = await follow(100n, 100n)
  expect(follower.state).toEqual({ isUsed: true, behindMs: 0 })
  expect([follower.mayAnswer(100n), follower.mayAnswer(101n)]).toEqual([true, false])
})

test('how far it is behind is the age of the first that it lacks, and grows too old to be shown', async () => {
  const { follower, primary, replica, time, look } = await follow(100n, 90n)
  time.ms = 1_500
  expect(follower.state).toEqual({ isUsed: true, behindMs: 1_500 })
  primary.position = 200n
  await look()
  time.ms = 3_000
  await look()
  expect(follower.state.behindMs).toBe(3_000)
  time.ms = 11_000
  await look()
  expect(follower.state).toEqual({ isUsed: false, behindMs: 11_000 })
  replica.position = 200n
  await look()
  expect(follower.state).toEqual({ isUsed: true, behindMs: 0 })
})

test('a server that does not answer, or is no replica, is not asked', async () => {
  const silent = await follow(100n, new Error('gone'))
  expect(silent.follower.state).toEqual({ isUsed: false, behindMs: undefined })
  const promoted = await follow(100n, null)
  expect(promoted.follower.state).toEqual({ isUsed: false, behindMs: undefined })
  const { follower, time } = await follow(100n, 100n)
  time.ms = 2_500
  expect(follower.state.isUsed).toBe(false)
})

const failing = (code: string) => Promise.reject(Object.assign(new Error('no'), { code }))

test.each(['40001', '42P01', '42703', '25006'])(
  'what a replica cannot answer (%s) the primary does, and it is asked again',
  async (code) => {
    const { follower } = await follow(100n, 100n)
    expect(
      await follower.ask(
        () => failing(code),
        async () => 'primary',
      ),
    ).toBe('primary')
    expect(follower.state.isUsed).toBe(true)
  },
)

test.each(['57P01', 'ECONNREFUSED', '08006'])(
  'a replica that is lost (%s) is asked again once it answers the follower',
  async (code) => {
    const { follower, look } = await follow(100n, 100n)
    expect(
      await follower.ask(
        () => failing(code),
        async () => 'primary',
      ),
    ).toBe('primary')
    expect(follower.state.isUsed).toBe(false)
    await look()
    expect(follower.state.isUsed).toBe(true)
  },
)

test('a fault of the question itself is not asked twice', async () => {
  const { follower } = await follow(100n, 100n)
  const ask = follower.ask(
    () => failing('57014'),
    () => Promise.reject(new Error('asked again')),
  )
  await expect(ask).rejects.toThrow('no')
})
