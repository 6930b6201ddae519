import { setTimeout as sleep } from 'node:timers/promises'
import { inEachLanguage } from '@counterfoil/kit/contract/texts.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { AnnouncedWork } from './announced-work.ts'
import { installQueues } from './boss.ts'
import { gatheredBy } from './gathered-by.ts'
import { type Job, job } from './job.ts'
import { readNotification, wakeChannel } from './queue-notifier.ts'
import { runWorker } from './worker.ts'

describe('what waits for a place', () => {
  const of = (group: string, ...payloads: number[]) =>
    payloads.map((payload) => ({ group, payload }))
  const taken = (work: AnnouncedWork, places: number, perGroup = 2) =>
    work.take(places, perGroup).map(({ payload }) => payload)

  test('is taken of each group in turn, at most so many of one', () => {
    const work = new AnnouncedWork()
    work.add([...of('a', 1, 2, 3), ...of('b', 4)])
    expect(taken(work, 3)).toEqual([1, 4, 2])
    expect(taken(work, 9)).toEqual([])
    work.end('a')
    expect(taken(work, 9)).toEqual([3])
    expect(work.running).toBe(3)
    work.add(of('c', 5, 6, 7))
    work.clear()
    expect(taken(work, 9)).toEqual([])
  })

  test('has its turn though other groups always have more', () => {
    const work = new AnnouncedWork()
    work.add([...of('a', 1, 2, 3), ...of('b', 4, 5, 6), ...of('c', 7)])
    expect(taken(work, 1, 8)).toEqual([1])
    work.end('a')
    expect(taken(work, 1, 8)).toEqual([4])
    work.end('b')
    work.add([...of('a', 8), ...of('b', 9)])
    expect(taken(work, 2, 8)).toEqual([7, 2])
  })

  test('of a group that ends quickly has the next place before groups that are slow', () => {
    const work = new AnnouncedWork()
    work.add([...of('slow', 1, 2, 3, 4), ...of('slower', 5, 6, 7, 8), ...of('quick', 9, 10, 11)])
    expect(taken(work, 5, 8)).toEqual([1, 5, 9, 2, 6])
    work.end('quick')
    expect(taken(work, 1, 8)).toEqual([10])
    work.end('quick')
    expect(taken(work, 1, 8)).toEqual([11])
  })

  test('is dropped beyond ten thousand, and there is room again for what is taken', () => {
    const work = new AnnouncedWork()
    for (let group = 0; group < 11; group += 1) work.add(of(`a${group}`, ...Array(1_000).keys()))
    expect(work.take(20_000, 20_000)).toHaveLength(10_000)
    work.add(of('b', 1))
    expect(taken(work, 1)).toEqual([1])
  })

  test('is dropped beyond a thousand of one group, which leaves room for the others', () => {
    const work = new AnnouncedWork()
    work.add(of('a', ...Array(10_001).keys()))
    work.add(of('b', 1))
    expect(work.take(20_000, 20_000)).toHaveLength(1_001)
  })
})

test('what is gathered is done together, key by key, and fails together', async () => {
  const done: [string, readonly number[]][] = []
  const add = gatheredBy<number>(20, async (key, items) => {
    done.push([key, items])
    if (key === 'bad') throw new Error('not done')
  })
  await Promise.all([add('a', 1), add('b', 2), add('a', 3)])
  expect(done).toEqual([
    ['a', [1, 3]],
    ['b', [2]],
  ])
  expect(await Promise.allSettled([add('bad', 1), add('bad', 2)])).toMatchObject(
    Array(2).fill({ status: 'rejected', reason: new Error('not done') }),
  )
})

describe('announced work', async () => {
  const { database, jobs, owner, ownerUrl, urls } = await testDatabase()
  const scope = tenantScope('0190b1a0-0000-7000-8000-000000000001')
  let made = 0

  async function begin(some: Partial<Job<{ word: string }>> = {}) {
    const ran: string[][] = []
    const free = Promise.withResolvers<boolean>()
    const one = job<{ word: string }>({
      name: `test.announced-${++made}`,
      label: inEachLanguage(() => 'Test'),
      payload: z.object({ word: z.string() }),
      concurrency: 5,
      groupConcurrency: 2,
      run: async () => undefined,
      runAnnounced(payloads) {
        ran.push(payloads.map(({ word }) => word))
        return payloads.map(({ word }) => (word === 'fast' ? Promise.resolve(true) : free.promise))
      },
      ...some,
    })
    await installQueues(ownerUrl, [one.name])
    const log = pino({ level: 'silent' })
    const worker = await runWorker({ database, appUrl: urls.app, jobs: [one], schedules: [], log })
    onTestFinished(async () => {
      free.resolve(true)
      await worker.stop()
    })
    const announce = (words: string[], group: string, fails = false) =>
      database.transaction(scope, async (db) => {
        for (const word of words) jobs.announce(db, one, { payload: { word }, group })
        if (fails) throw new Error('not committed')
      })
    return { one, ran, free, announce }
  }

  test('runs after its commit, together, without a job; not when it is rolled back', async () => {
    const { one, ran, announce } = await begin()
    await expect(announce(['never'], 'a', true)).rejects.toThrow('not committed')
    await announce(['fast', 'fast'], 'a')
    await expect.poll(() => ran).toEqual([['fast', 'fast']])
    const { rows } = await owner.query('select from pgboss.job where name = $1', [one.name])
    expect(rows).toEqual([])
  })

  test('of a group that ends nothing takes its places alone', async () => {
    const { ran, free, announce } = await begin()
    await announce(['1', '2', '3', '4'], 'slow')
    await expect.poll(() => ran.flat()).toEqual(['1', '2'])
    await announce(Array(6).fill('fast'), 'other')
    await expect.poll(() => ran.flat().filter((word) => word === 'fast')).toHaveLength(6)
    expect(ran.flat()).not.toContain('3')
    free.resolve(true)
    await expect.poll(() => ran.flat()).toEqual(expect.arrayContaining(['3', '4']))
  })

  test('leaves places to jobs, though it always has more and ends nothing', async () => {
    const worked: string[] = []
    const run = async ({ word }: { word: string }) => worked.push(word)
    const { one, ran, announce } = await begin({ concurrency: 4, groupConcurrency: 4, run })
    for (const group of ['a', 'b']) await announce(['1', '2', '3', '4'], group)
    await expect.poll(() => ran.flat()).toHaveLength(3)
    await database.transaction(scope, (db) => jobs.enqueue(db, one, { word: 'job' }))
    await expect.poll(() => worked).toEqual(['job'])
    expect(ran.flat()).toHaveLength(3)
  })

  test('that is not understood, or fails, stops nothing', async () => {
    const { one, ran, announce } = await begin({
      runAnnounced: (payloads) => {
        ran.push(payloads.map(({ word }) => word))
        return payloads.map(() => Promise.reject(new Error('broken')))
      },
    })
    for (const text of [`${one.name} {`, `${one.name} [{"payload":{},"group":"a"}]`, 'x [1']) {
      await owner.query('select pg_notify($1, $2)', [wakeChannel, text])
    }
    await announce(['first'], 'a')
    await expect.poll(() => ran).toEqual([['first']])
    await announce(['second'], 'a')
    await expect.poll(() => ran).toEqual([['first'], ['second']])
  })

  test('of a paused queue is left to its schedule', async () => {
    const { one, ran, announce } = await begin()
    const pause = (isPaused: boolean) =>
      owner.query('update app.work_state set is_paused = $2 where name = $1', [one.name, isPaused])
    await pause(true)
    // workers ask every two seconds
    await sleep(2500)
    await announce(['fast'], 'a')
    await pause(false)
    await sleep(2500)
    await announce(['1'], 'a')
    await expect.poll(() => ran).toEqual([['1']])
  })

  test('in its hundreds is announced in parts that PostgreSQL takes', async () => {
    const { ran, announce } = await begin({ concurrency: 200, groupConcurrency: 200 })
    const texts: string[] = []
    const listener = await database.connect('app')
    onTestFinished(() => listener.end())
    listener.on('notification', ({ payload }) => texts.push(payload ?? ''))
    await listener.query(`listen ${wakeChannel}`)
    await announce([...Array(100).keys()].map(String), 'a'.repeat(36))
    await expect.poll(() => ran.flat()).toHaveLength(100)
    await expect
      .poll(() => texts.flatMap((text) => readNotification(text)?.announced ?? []))
      .toHaveLength(100)
    expect(Math.max(...texts.map((text) => text.length))).toBeLessThan(8000)
  })
})
