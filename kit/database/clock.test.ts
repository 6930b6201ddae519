import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DatabaseClock } from './clock.ts'
import { openDatabase } from './database.ts'
import { tenantScope } from './scope.ts'

const { owner, urls } = await testDatabase()
const noTenant = tenantScope('00000000-0000-0000-0000-000000000000')

const databaseTime = async () =>
  (await owner.query<{ at: Date }>('select clock_timestamp() as at')).rows[0]?.at ?? new Date(0)

/** Between two looks at the database's clock, with room for what a busy machine takes to answer. */
async function expectTrue(now: () => Date): Promise<void> {
  const before = await databaseTime()
  const time = now().getTime()
  expect(time).toBeGreaterThan(before.getTime() - 1_000)
  expect(time).toBeLessThan((await databaseTime()).getTime() + 1_000)
}

test('a process whose clock is a minute off tells the database’s time', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const database = openDatabase({ appUrl: urls.app, platformUrl: urls.platform, maxConnections: 1 })
  onTestFinished(() => database.close())
  await database.transaction(noTenant, async () => expectTrue(database.now))
})

test('what the machine counts may run fast or jump: the next transaction corrects it, and time never goes back', async () => {
  let elapsedMs = 0
  const clock = new DatabaseClock(() => elapsedMs)
  const client = new pg.Client({ connectionString: urls.app })
  await client.connect()
  onTestFinished(() => client.end())
  await clock.follow(client)
  await expectTrue(() => clock.now())
  elapsedMs += 11_000
  const ahead = clock.now()
  await clock.follow(client)
  await expectTrue(() => clock.now())
  elapsedMs += 11_000
  await clock.follow(client)
  elapsedMs -= 500
  const time = clock.now()
  elapsedMs -= 400
  expect(clock.now()).toEqual(time)
  expect(ahead.getTime()).toBeGreaterThan(time.getTime())
})
