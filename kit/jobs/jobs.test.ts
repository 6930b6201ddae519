import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { inEachLanguage } from '@counterfoil/kit/contract/texts.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import pg from 'pg'
import { type Logger, pino } from 'pino'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { installQueues } from './boss.ts'
import { holdSchedule } from './hold-schedule.ts'
import { type Job, job, type Schedule, schedule } from './job.ts'
import { runWorker, type Worker } from './worker.ts'

const db = await testDatabase()
const scope = tenantScope('0190b1a0-0000-7000-8000-000000000001')
const payload = z.object({ word: z.string() })
type Payload = z.infer<typeof payload>

let made = 0

const label = inEachLanguage(() => 'Test')

/** A job with a queue of its own, that notes what it did. */
async function makeJob(
  some: Partial<Job<Payload>> & { onRun?: (word: string) => Promise<void> | void } = {},
): Promise<{ job: Job<Payload>; ran: string[] }> {
  const ran: string[] = []
  const name = `test.job-${++made}`
  await installQueues(db.ownerUrl, [name])
  const made_ = job<Payload>({
    name,
    label,
    payload,
    run: async ({ word }) => {
      ran.push(word)
      await some.onRun?.(word)
    },
    ...some,
  })
  return { job: made_, ran }
}

async function startWorker(
  jobs: Job<Payload>[],
  schedules: Schedule[] = [],
  log: Logger = pino({ level: 'silent' }),
): Promise<Worker> {
  const { database, urls } = db
  const worker = await runWorker({ database, appUrl: urls.app, jobs, schedules, log })
  onTestFinished(() => worker.stop())
  return worker
}

const enqueue = (one: Job<Payload>, word: string, options = {}) =>
  db.database.transaction(scope, (tx) => db.jobs.enqueue(tx, one, { word }, options))

const countJobs = async (name: string) =>
  (
    await db.owner.query<{ state: string; count: number }>(
      'select state, count(*)::int from pgboss.job where name = $1 group by state',
      [name],
    )
  ).rows

describe('installing', () => {
  test('again, beside a vacuum of the jobs, waits for no lock', async () => {
    await installQueues(db.ownerUrl, ['test.install'])
    const vacuum = new pg.Client({ connectionString: db.ownerUrl })
    await vacuum.connect()
    onTestFinished(() => vacuum.end())
    // the lock that a vacuum holds; a start that waits for it ends with the test
    await vacuum.query('begin')
    await vacuum.query('lock table pgboss.job in share update exclusive mode')
    await installQueues(db.ownerUrl, ['test.install'])
  })

  test('gives the application what it was left without', async () => {
    await db.owner.query(`
      revoke all on pgboss.queue from counterfoil_app;
      revoke all on schema pgboss from counterfoil_app;
      drop index pgboss.job_latest`)
    const { job: one, ran } = await makeJob()
    const { rows } = await db.owner.query(
      `select to_regclass('pgboss.job_latest') is not null as is_there`,
    )
    expect(rows).toEqual([{ is_there: true }])
    await startWorker([one])
    await enqueue(one, 'hello')
    await expect.poll(() => ran, { timeout: 10_000 }).toEqual(['hello'])
  })
})

describe('enqueueing', () => {
  test('a job of a committed transaction runs, soon, and leaves nothing behind', async () => {
    const { job: one, ran } = await makeJob()
    await startWorker([one])
    const waitedMs: number[] = []
    for (const word of ['hello', 'once more', 'and again']) {
      const startedAt = Date.now()
      await enqueue(one, word)
      await expect.poll(() => ran.at(-1), { timeout: 5000, interval: 5 }).toBe(word)
      waitedMs.push(Date.now() - startedAt)
    }
    // far below the second between two polls: the worker was notified
    expect(Math.min(...waitedMs.slice(1))).toBeLessThan(700)
    await expect.poll(() => countJobs(one.name)).toEqual([])
  })

  test('a job of a transaction that was rolled back never runs', async () => {
    const { job: one, ran } = await makeJob()
    await startWorker([one])
    const undone = db.database.transaction(scope, async (tx) => {
      await db.jobs.enqueue(tx, one, { word: 'undone' })
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    await enqueue(one, 'done')
    await expect.poll(() => ran, { timeout: 5000 }).toEqual(['done'])
    await sleep(1200)
    expect(ran).toEqual(['done'])
    expect(await countJobs(one.name)).toEqual([])
  })

  test('of several waiting with one key, one runs; without a key, each', async () => {
    const { job: one, ran } = await makeJob()
    await enqueue(one, 'first', { singletonKey: 'k' })
    await enqueue(one, 'second', { singletonKey: 'k' })
    await enqueue(one, 'other', { singletonKey: 'l' })
    await enqueue(one, 'free')
    await enqueue(one, 'free')
    await startWorker([one])
    await expect.poll(() => [...ran].sort()).toEqual(['first', 'free', 'free', 'other'])
  })

  test('of a higher priority before those that have waited longer', async () => {
    const { job: one, ran } = await makeJob({ concurrency: 1 })
    await enqueue(one, 'bulk', { priority: -1 })
    await enqueue(one, 'usual')
    await startWorker([one])
    await expect.poll(() => ran, { timeout: 5000 }).toEqual(['usual', 'bulk'])
  })

  test('not before its time', async () => {
    const { job: one, ran } = await makeJob()
    await startWorker([one])
    await enqueue(one, 'later', { startAfter: new Date(Date.now() + 1500) })
    await sleep(900)
    expect(ran).toEqual([])
    await expect.poll(() => ran, { timeout: 5000 }).toEqual(['later'])
  })

  test('a queue that was never made is an error of the transaction', async () => {
    const unknown = job<Payload>({ name: 'test.unknown', label, payload, run: async () => {} })
    await expect(enqueue(unknown, 'x')).rejects.toThrow(/test.unknown/)
  })
})

describe('running', () => {
  test('so many at once, and never more', async () => {
    let running = 0
    let most = 0
    const { job: one, ran } = await makeJob({
      concurrency: 3,
      onRun: async () => {
        most = Math.max(most, ++running)
        await sleep(30)
        running -= 1
      },
    })
    for (let at = 0; at < 12; at += 1) await enqueue(one, String(at))
    await startWorker([one])
    await expect.poll(() => ran.length, { timeout: 10_000 }).toBe(12)
    expect(most).toBe(3)
  })

  test('two workers share the work, each job once', async () => {
    const { job: one, ran } = await makeJob({ concurrency: 4 })
    await Promise.all(Array.from({ length: 100 }, (_, at) => enqueue(one, String(at))))
    await Promise.all([startWorker([one]), startWorker([one])])
    await expect.poll(() => ran.length, { timeout: 15_000 }).toBe(100)
    await sleep(300)
    expect(new Set(ran).size).toBe(100)
  })

  test('a worker without work fetches nothing, and one question finds what is due in any queue', async () => {
    const made = await Promise.all([makeJob(), makeJob(), makeJob()])
    await startWorker(made.map((one) => one.job))
    await sleep(500)
    const asked = vi.spyOn(pg.Client.prototype, 'query')
    onTestFinished(() => asked.mockRestore())
    await sleep(2500)
    const texts = asked.mock.calls.map(
      ([query]) => (query as { text?: string }).text ?? String(query),
    )
    expect(texts.filter((text) => /skip locked/i.test(text))).toEqual([])
    // without a notification, as when the clock makes it due
    await db.database.transaction(scope, (tx) =>
      db.jobs.enqueue(
        tx,
        made[1].job,
        { word: 'later' },
        { startAfter: new Date(Date.now() + 600) },
      ),
    )
    await expect.poll(() => made[1].ran, { timeout: 5000 }).toEqual(['later'])
  })

  test('what fails is tried again as often as it says, then kept as failed', async () => {
    const { job: one, ran } = await makeJob({
      retries: 1,
      onRun: () => {
        throw new Error('broken')
      },
    })
    await startWorker([one])
    await enqueue(one, 'x')
    await expect.poll(() => ran.length, { timeout: 10_000 }).toBe(2)
    await expect.poll(() => countJobs(one.name)).toEqual([{ state: 'failed', count: 1 }])
  })

  test('a job knows its last try', async () => {
    const tries: (boolean | undefined)[] = []
    const { job: one } = await makeJob({ retries: 1 })
    const knowing: Job<Payload> = {
      ...one,
      run: async (_, { isLastTry }) => {
        tries.push(isLastTry)
        throw new Error('broken')
      },
    }
    await startWorker([knowing])
    await enqueue(one, 'x')
    await expect.poll(() => tries, { timeout: 10_000 }).toEqual([false, true])
  })

  test('the waits between tries grow', async () => {
    const at: number[] = []
    const { job: one } = await makeJob({
      retries: 3,
      onRun: () => {
        at.push(Date.now())
        throw new Error('broken')
      },
    })
    await startWorker([one])
    await enqueue(one, 'x')
    await expect.poll(() => at.length, { timeout: 60_000 }).toBe(4)
    const waits = at.slice(1).map((time, n) => time - (at[n] ?? 0))
    // each about twice the one before, with some chance in it so that not all come back at once
    expect(waits[0]).toBeGreaterThan(500)
    expect(waits[2]).toBeGreaterThan((waits[0] ?? 0) * 1.5)
  }, 90_000)

  test('what failed for good is kept with its payload and its reason, and stands in nobody’s way', async () => {
    const { job: one, ran } = await makeJob({
      retries: 0,
      onRun: (word) => {
        if (word === 'bad') throw new Error('the receiver burnt down')
      },
    })
    await startWorker([one])
    await enqueue(one, 'bad', { singletonKey: 'k' })
    await expect.poll(() => countJobs(one.name)).toEqual([{ state: 'failed', count: 1 }])
    const { rows } = await db.owner.query('select data, output from pgboss.job where name = $1', [
      one.name,
    ])
    expect(rows).toMatchObject([
      { data: { word: 'bad' }, output: { message: 'the receiver burnt down' } },
    ])
    await enqueue(one, 'good', { singletonKey: 'k' })
    await expect.poll(() => ran).toEqual(['bad', 'good'])
  })

  test('what says no retries fails at once', async () => {
    const { job: one, ran } = await makeJob({
      retries: 0,
      onRun: () => {
        throw new Error('broken')
      },
    })
    await startWorker([one])
    await enqueue(one, 'x')
    await expect.poll(() => countJobs(one.name)).toEqual([{ state: 'failed', count: 1 }])
    expect(ran).toEqual(['x'])
  })

  test('a payload of another shape fails without running', async () => {
    const { job: one, ran } = await makeJob({ retries: 0 })
    await startWorker([one])
    await enqueue(one, 7 as never)
    await expect.poll(() => countJobs(one.name)).toEqual([{ state: 'failed', count: 1 }])
    expect(ran).toEqual([])
  })

  test('stopping waits for what runs', async () => {
    let isDone = false
    const { job: one, ran } = await makeJob({
      onRun: async () => {
        await sleep(400)
        isDone = true
      },
    })
    const worker = await startWorker([one])
    await enqueue(one, 'x')
    await expect.poll(() => ran.length).toBe(1)
    await worker.stop()
    expect(isDone).toBe(true)
    expect(await countJobs(one.name)).toEqual([])
  })

  test('stopping waits for what was being fetched just then', async () => {
    let isDone = false
    const { job: one } = await makeJob({
      onRun: async () => {
        await sleep(100)
        isDone = true
      },
    })
    await enqueue(one, 'x')
    const holder = new pg.Client({ connectionString: db.ownerUrl })
    await holder.connect()
    onTestFinished(() => holder.end())
    await holder.query('begin; lock table pgboss.job')
    const worker = await startWorker([one])
    const stopped = worker.stop()
    await holder.query('commit')
    await stopped
    expect(isDone).toBe(true)
    expect(await countJobs(one.name)).toEqual([])
  })

  test('what a stopping worker breaks off is no failure: another takes it up', async () => {
    const by: string[] = []
    const { job: one } = await makeJob({ retries: 0 })
    const running = (name: string, run: Job<Payload>['run']): Job<Payload> => ({
      ...one,
      run: async (payload, context) => {
        by.push(name)
        await run(payload, context)
      },
    })
    // longer than a stopping worker waits; it ends at its next safe point when it is aborted
    const long = running('first', async (_payload, { signal }) => {
      await sleep(60_000, undefined, { signal })
    })
    const first = await startWorker([long])
    await enqueue(one, 'x')
    await expect.poll(() => by).toEqual(['first'])
    await first.stop()
    await startWorker([running('second', async () => undefined)])
    await expect.poll(() => by, { timeout: 20_000 }).toEqual(['first', 'second'])
    await expect.poll(() => countJobs(one.name)).toEqual([])
  }, 60_000)

  test('a stopping worker takes nothing new', async () => {
    let finish = () => {}
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    const { job: one, ran } = await makeJob({ onRun: () => finished })
    const worker = await startWorker([one])
    for (const word of ['a', 'b', 'c']) await enqueue(one, word)
    await expect.poll(() => ran.length).toBe(1)
    const stopped = worker.stop()
    finish()
    await stopped
    expect(ran.length).toBe(1)
    expect(await countJobs(one.name)).toEqual([{ state: 'created', count: 2 }])
  })

  test('two jobs of one name do not start', async () => {
    const { job: one } = await makeJob()
    await expect(startWorker([one, one])).rejects.toThrow(`Two jobs or schedules are named`)
  })
})

test('a job survives the kill of its worker, even one without retries', async () => {
  const { job: one, ran } = await makeJob({ retries: 0 })
  await enqueue(one, 'survivor')
  const script = `
    import { openDatabase } from '${new URL('../database/database.ts', import.meta.url)}'
    import { runWorker } from '${new URL('./worker.ts', import.meta.url)}'
    import { pino } from 'pino'
    const urls = ${JSON.stringify(db.urls)}
    const database = openDatabase({ appUrl: urls.app, platformUrl: urls.platform })
    await runWorker({
      database, appUrl: urls.app, schedules: [], log: pino({ level: 'silent' }),
      jobs: [{
        name: '${one.name}', retries: 0, concurrency: 1, payload: { parse: (x) => x },
        run: () => { console.log('taken'); return new Promise(() => {}) },
      }],
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await new Promise((resolve) => child.stdout.once('data', resolve))
  expect(await countJobs(one.name)).toEqual([{ state: 'active', count: 1 }])
  child.kill('SIGKILL')
  await startWorker([one])
  await expect.poll(() => ran, { timeout: 40_000, interval: 200 }).toEqual(['survivor'])
}, 60_000)

describe('schedules', () => {
  test('run every so many seconds, on one worker at a time', async () => {
    const at: number[] = []
    const tick = schedule({
      name: 'test.tick',
      label,
      everyS: 1,
      run: async () => void at.push(Date.now()),
    })
    await Promise.all([startWorker([], [tick]), startWorker([], [tick])])
    await sleep(3400)
    expect(at.length).toBeGreaterThanOrEqual(3)
    expect(at.length).toBeLessThanOrEqual(4)
  })

  test('go on as often when the machine’s clock is set back meanwhile', async () => {
    let runs = 0
    const set = vi.spyOn(Date, 'now')
    onTestFinished(() => set.mockRestore())
    const run = async () => {
      runs += 1
      if (runs === 1) set.mockReturnValue(Date.now() - 3_600_000)
    }
    await startWorker([], [schedule({ name: 'test.set-back', label, everyS: 1, run })])
    await expect.poll(() => runs, { timeout: 5000 }).toBeGreaterThan(1)
  })

  test('go on elsewhere when their worker stops', async () => {
    const ran: string[] = []
    const by = (name: string) =>
      schedule({ name: 'test.handed-on', label, everyS: 1, run: async () => void ran.push(name) })
    const first = await startWorker([], [by('first')])
    await expect.poll(() => ran.length).toBeGreaterThan(0)
    await startWorker([], [by('second')])
    await first.stop()
    await expect.poll(() => ran.at(-1), { timeout: 6000 }).toBe('second')
  })

  test('go on after their connection was lost, and never twice at a time', async () => {
    let running = 0
    let most = 0
    let count = 0
    const slow = schedule({
      name: 'test.slow',
      label,
      everyS: 1,
      run: async ({ signal }) => {
        most = Math.max(most, ++running)
        count += 1
        await sleep(500, undefined, { signal }).catch(() => undefined)
        running -= 1
      },
    })
    await startWorker([], [slow])
    await expect.poll(() => count).toBeGreaterThan(0)
    await db.owner.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like '%pg_try_advisory_lock%' and pid <> pg_backend_pid()`)
    const before = count
    await expect.poll(() => count, { timeout: 10_000 }).toBeGreaterThan(before + 1)
    expect(most).toBe(1)
  })

  test('one that is held runs once it is released', async () => {
    const held = await holdSchedule(db.database, 'test.held')
    let runs = 0
    let others = 0
    const count = (name: string, run: () => void) =>
      schedule({ name, label, everyS: 1, run: async () => run() })
    await startWorker(
      [],
      [count('test.held', () => (runs += 1)), count('test.other', () => (others += 1))],
    )
    await expect.poll(() => others, { timeout: 10_000 }).toBeGreaterThan(1)
    expect(runs).toBe(0)
    await held.release()
    await expect.poll(() => runs, { timeout: 10_000 }).toBeGreaterThan(0)
  })

  test('one that fails runs again', async () => {
    let count = 0
    const failing = schedule({
      name: 'test.failing',
      label,
      everyS: 1,
      run: async () => {
        count += 1
        throw new Error('broken')
      },
    })
    await startWorker([], [failing])
    await expect.poll(() => count, { timeout: 5000 }).toBeGreaterThan(1)
  })
})
