import { randomUUID } from 'node:crypto'
import { permissionsOf } from '@counterfoil/features/access/roles/permissions.rules.ts'
import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { healthFigures } from '@counterfoil/features/settings/health/health-figures.public.ts'
import { inEachLanguage } from '@counterfoil/kit/contract/texts.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { installQueues } from '@counterfoil/kit/jobs/boss.ts'
import { job, schedule } from '@counterfoil/kit/jobs/job.ts'
import { runWorker } from '@counterfoil/kit/jobs/worker.ts'
import { makeMerchant, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { schedules as own } from './scheduler.jobs.ts'
import { routes } from './scheduler.routes.ts'

const db = await testDatabase()
const { call } = await testServer(db, routes, callerFinder(db.database))
const home = await makeTenant(db, { is_platform: true })
const tenant = await makeTenant(db, { name: 'Alder Pay' })
const other = await makeTenant(db)
const user = (tenant_id: string, user_type: 'platform' | 'tenant', limits = {}) =>
  makeUser(db, { tenant_id, user_type, permissions: permissionsOf(user_type), ...limits })
const platform = await user(home.id, 'platform')
const operator = await user(tenant.id, 'tenant')
const stranger = await user(other.id, 'tenant')
const merchant = await makeMerchant(db, { tenant_id: tenant.id })
const limited = await user(tenant.id, 'tenant', { limited_to: [merchant.id] })
const narrow = await user(tenant.id, 'tenant', { limited_to_methods: ['card'] })
type User = typeof platform

// the real queue with work of its own
let runs = 0
let isBroken = false
const hourly = schedule({
  name: 'test.hourly',
  label: inEachLanguage(() => 'Hourly'),
  everyS: 3600,
  run: async () => {
    runs += 1
    if (isBroken) throw new Error('the tide was out')
    return `${runs} counted`
  },
})
let isJobBroken = true
let finishLong = () => {}
const done: string[] = []
const errand = job({
  name: 'test.errand',
  label: inEachLanguage(() => 'Errand'),
  payload: z.object({ tenantId: z.string(), word: z.string() }),
  retries: 0,
  run: async ({ word }) => {
    if (isJobBroken) throw new Error('nobody was at home')
    if (word === 'long') await new Promise<void>((finished) => (finishLong = finished))
    done.push(word)
    return `${word} delivered`
  },
})
await installQueues(db.ownerUrl, [errand.name])
// of a version that had it, and whose workers have ended
const retired = { name: 'test.retired-hourly', kind: 'schedule', every_s: 60 }
await db.loader
  .insertInto('work_state')
  .values({ ...retired, last_started_at: new Date(0), last_outcome: 'failed' })
  .execute()
const worker = await runWorker({
  database: db.database,
  appUrl: db.urls.app,
  jobs: [errand],
  schedules: [hourly, ...own],
  log: pino({ level: 'silent' }),
})
afterAll(() => worker.stop())

const base = '/api/crm/settings/scheduler'
const get = async (who: User, path: string) => (await call(who, `GET ${base}/${path}`)).json()
const recurring = async (who = platform) =>
  (await get(who, 'recurring-jobs?searchKey=hourly')).data[0]
const logs = (who = platform) => get(who, 'process-logs?searchKey=hourly')
const eventually = <T>(read: () => Promise<T>) => expect.poll(() => read(), { timeout: 10_000 })

test('a job is called as its feature declares it, and found by that in any language and by its name', async () => {
  const own = { name: 'scheduler.forget-runs', label: { en: 'Forget old runs' } }
  for (const searchKey of ['OLD RUNS', 'eski çalışmaları', 'forget-runs']) {
    await eventually(async () => {
      const found = await get(platform, `recurring-jobs?${new URLSearchParams({ searchKey })}`)
      return found.data[0]
    }).toMatchObject(own)
  }
  // what no feature declares is called by its name
  expect(await recurring()).toMatchObject({ label: { en: 'test.hourly' } })
})

test('a recurring job says when it ran, how it went and when it runs next', async () => {
  await eventually(recurring).toMatchObject({
    everyS: 3600,
    lastOutcome: 'succeeded',
    lastOutput: '1 counted',
    succeeded: 1,
    isPaused: false,
  })
  const { lastStartedAt, nextRunAt } = await recurring()
  expect(Date.parse(nextRunAt) - Date.parse(lastStartedAt)).toBe(3_600_000)
  const { count } = await get(platform, 'recurring-jobs')
  expect(count).toBe(2)
  expect(await logs()).toMatchObject({
    count: 1,
    data: [{ outcome: 'succeeded', isRequested: false, output: '1 counted' }],
  })
})

test('a schedule that this version does not have is not listed, not run, and neither late nor failing', async () => {
  expect((await get(platform, 'recurring-jobs?searchKey=retired')).count).toBe(0)
  const asked = await call(platform, `POST ${base}/recurring-jobs/${retired.name}/run`)
  expect(asked.statusCode).toBe(404)
  const figures = healthFigures(db.database).find(({ gauges }) => 'schedules_failing' in gauges)
  expect(await figures?.read()).toEqual({ schedules_failing: 0, schedules_late_seconds: 0 })
})

test('it runs now when it is asked for, also while it is paused, and says why it failed', async () => {
  const paused = await call(platform, `PUT ${base}/recurring-jobs/test.hourly/pause`, {
    payload: { isPaused: true },
  })
  expect(paused.json()).toMatchObject({ isPaused: true, nextRunAt: null })
  isBroken = true
  const asked = await call(platform, `POST ${base}/recurring-jobs/test.hourly/run`)
  expect(asked.json()).toMatchObject({ isRequested: true })
  await eventually(recurring).toMatchObject({
    isPaused: true,
    isRequested: false,
    lastOutcome: 'failed',
    lastOutput: 'the tide was out',
    failed: 1,
  })
  const failed = await get(platform, 'process-logs?outcome=failed')
  expect(failed).toMatchObject({ count: 1, data: [{ isRequested: true, name: 'test.hourly' }] })
  isBroken = false
})

test('while it is paused the clock does not run it; let go on, it runs at once', async () => {
  const before = runs
  db.jobs.wake('test.hourly')
  await new Promise((passed) => setTimeout(passed, 300))
  expect(runs).toBe(before)
  await call(platform, `PUT ${base}/recurring-jobs/test.hourly/pause`, {
    payload: { isPaused: false },
  })
  await eventually(async () => runs).toBe(before + 1)
})

test('what runs for every tenant is the platform’s to run, and a tenant does not read what it said', async () => {
  for (const [method, path, payload] of [
    ['POST', 'run', undefined],
    ['PUT', 'pause', { isPaused: true }],
  ] as const) {
    const answer = await call(operator, `${method} ${base}/recurring-jobs/test.hourly/${path}`, {
      ...(payload === undefined ? {} : { payload }),
    })
    expect(answer.statusCode).toBe(404)
  }
  expect(await recurring(operator)).toMatchObject({ name: 'test.hourly', lastOutput: null })
  expect((await logs(operator)).data[0]).toMatchObject({ output: null })
  const nobody = await call(platform, `POST ${base}/recurring-jobs/test.nothing/run`)
  expect(nobody.statusCode).toBe(404)
})

test('a job that failed for good is seen by its own tenant, tried again, and gone', async () => {
  await db.database.transaction(tenantScope(tenant.id), (tx) =>
    db.jobs.enqueue(tx, errand, { tenantId: tenant.id, word: 'again' }),
  )
  const failed = () => get(operator, 'custom-jobs?state=failed')
  await eventually(failed).toMatchObject({
    count: 1,
    data: [{ name: 'test.errand', state: 'failed', attempts: 1, output: 'nobody was at home' }],
  })
  const [{ id }] = (await failed()).data
  expect((await get(stranger, 'custom-jobs')).count).toBe(0)
  expect((await get(platform, 'custom-jobs')).data).toMatchObject([{ tenantName: 'Alder Pay' }])
  for (const some of [limited, narrow]) {
    expect((await call(some, `GET ${base}/custom-jobs`)).statusCode).toBe(403)
  }
  expect((await call(stranger, `POST ${base}/custom-jobs/${id}/retry`)).statusCode).toBe(404)
  expect((await call(stranger, `DELETE ${base}/custom-jobs/${id}`)).statusCode).toBe(404)
  isJobBroken = false
  expect((await call(operator, `POST ${base}/custom-jobs/${id}/retry`)).statusCode).toBe(200)
  await eventually(async () => done).toEqual(['again'])
  await eventually(async () => (await get(operator, 'custom-jobs')).count).toBe(0)
  expect((await call(operator, `POST ${base}/custom-jobs/${id}/retry`)).statusCode).toBe(404)
})

test('what became of a job stands in the process logs of its own tenant, with what it said', async () => {
  const runsOf = async (who: User) =>
    (await get(who, 'process-logs?searchKey=errand')).data.map(
      (one: { outcome: string; isRequested: boolean; output: string }) => [
        one.outcome,
        one.isRequested,
        one.output,
      ],
    )
  const both = [
    ['succeeded', true, 'again delivered'],
    ['failed', true, 'nobody was at home'],
  ]
  await eventually(() => runsOf(operator)).toEqual(both)
  expect(await runsOf(platform)).toEqual(both)
  expect(await runsOf(stranger)).toEqual([])
  // jobs name no merchant in one way
  expect(await runsOf(limited)).toEqual([])
  expect(await runsOf(narrow)).toEqual([])
  expect((await logs(stranger)).data[0]).toMatchObject({ output: null })
})

test('a queue says what it did, and takes nothing more while it is paused', async () => {
  const errands = async () =>
    (await get(platform, 'queues')).find(({ name }: { name: string }) => name === 'test.errand')
  expect(await errands()).toMatchObject({
    isPaused: false,
    succeeded: 1,
    failed: 1,
    lastOutcome: 'succeeded',
    lastOutput: 'again delivered',
  })
  const pause = (isPaused: boolean, who = platform) =>
    call(who, `PUT ${base}/queues/test.errand/pause`, { payload: { isPaused } })
  expect((await pause(true, operator)).statusCode).toBe(404)
  expect((await call(operator, `GET ${base}/queues`)).statusCode).toBe(404)
  expect((await pause(true)).json()).toMatchObject({ isPaused: true })
  // the worker looks every two seconds
  await new Promise((passed) => setTimeout(passed, 2500))
  await db.database.transaction(tenantScope(tenant.id), (tx) =>
    db.jobs.enqueue(tx, errand, { tenantId: tenant.id, word: 'later' }),
  )
  await new Promise((passed) => setTimeout(passed, 1500))
  expect(done).not.toContain('later')
  await pause(false)
  await eventually(async () => done).toContain('later')
  await eventually(async () => (await errands()).succeeded).toBe(2)
})

test('a job that waits can be taken out of its queue', async () => {
  await db.database.transaction(tenantScope(tenant.id), (tx) =>
    db.jobs.enqueue(
      tx,
      errand,
      { tenantId: tenant.id, word: 'never' },
      { startAfter: new Date(Date.now() + 3_600_000) },
    ),
  )
  const [waiting] = (await get(operator, 'custom-jobs?state=waiting')).data
  expect(waiting).toMatchObject({ name: 'test.errand', output: null })
  const removed = await call(operator, `DELETE ${base}/custom-jobs/${waiting.id}`)
  expect(removed.json()).toEqual({ id: waiting.id })
  expect((await get(operator, 'custom-jobs')).count).toBe(0)
  const unknown = await call(operator, `DELETE ${base}/custom-jobs/${randomUUID()}`)
  expect(unknown.statusCode).toBe(404)
})

test('a job that runs is neither taken out nor tried again', async () => {
  await db.database.transaction(tenantScope(tenant.id), (tx) =>
    db.jobs.enqueue(tx, errand, { tenantId: tenant.id, word: 'long' }),
  )
  const running = () => get(operator, 'custom-jobs?state=running')
  await eventually(running).toMatchObject({ count: 1, data: [{ state: 'running', attempts: 1 }] })
  const [{ id }] = (await running()).data
  expect((await call(operator, `DELETE ${base}/custom-jobs/${id}`)).statusCode).toBe(404)
  expect((await call(operator, `POST ${base}/custom-jobs/${id}/retry`)).statusCode).toBe(404)
  finishLong()
  await eventually(async () => done).toContain('long')
  await eventually(async () => (await get(operator, 'custom-jobs')).count).toBe(0)
})

test('each run, pause, retry and removal by a person leaves an audit entry [audit scheduler.run] [audit scheduler.pause] [audit scheduler.pause-queue] [audit scheduler.retry] [audit scheduler.cancel]', async () => {
  const trailOf = async (who: User) => {
    const { rows } = await db.owner.query(
      'select distinct action from audit_entry where tenant_id = $1 and actor_id = $2 order by action',
      [who.tenant_id, who.id],
    )
    return rows.map(({ action }) => action)
  }
  expect(await trailOf(platform)).toEqual([
    'scheduler.pause',
    'scheduler.pause-queue',
    'scheduler.run',
  ])
  expect(await trailOf(operator)).toEqual(['scheduler.cancel', 'scheduler.retry'])
})

test('a tenant finds its jobs by an index, in their order, however many others have', async () => {
  await db.owner.query('begin')
  // with few rows reading them all is cheapest
  await db.owner.query('set local enable_seqscan = off; set local enable_bitmapscan = off')
  const plan = async (condition: string) => {
    const { rows } = await db.owner.query<Record<'QUERY PLAN', string>>(
      `explain select id from pgboss.job j
       where j.state in ('created', 'retry', 'active', 'failed') ${condition}
       order by j.created_on desc, j.id limit 20`,
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  const own = await plan(`and j.data->>'tenantId' = '${tenant.id}'`)
  expect(own).toMatch(/Index Cond: \(\(data ->> 'tenantId'/)
  for (const one of [own, await plan('')]) expect(one).not.toMatch(/Sort|Seq Scan/)
  await db.owner.query('rollback')
})
