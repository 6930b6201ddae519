// What every schedule that goes through the tenants promises: the failure of one stops no other, what has begun has ended
// with the run, and at most half of the database's connections are taken.
import { randomBytes } from 'node:crypto'
import { jobContextOf } from '@counterfoil/api/testing/job-context.ts'
import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { platformScope, type Scope } from '@counterfoil/kit/database/scope.ts'
import { scanWork } from '@counterfoil/kit/jobs/scan.ts'
import { makeTenant } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { openKeyWrapping } from '@counterfoil/providers/key-wrapping/key-wrapping.ts'
import { openProviders } from '@counterfoil/providers/providers.ts'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'

const db = await testDatabase()
// more than are worked on side by side
const made = await Promise.all([
  makeTenant(db, { is_platform: true }),
  ...Array.from({ length: 11 }, () => makeTenant(db)),
])
const [broken = '', ...others] = made.map(({ id }) => id).sort()
const providers = openProviders({
  sandboxDatabaseUrl: db.urls.app,
  publicUrl: 'http://127.0.0.1:1',
  mayReachPrivate: true,
  now: () => new Date(),
})
afterAll(() => providers.close())
const keys = openKeyWrapping(randomBytes(32))
const { schedules } = await scanWork({ ...providers, keys })

/** Where a schedule asks, across all tenants, for those with something to do, each of them has. */
function withAllDue(reader: Db): Db {
  const rows = made.map(({ id }) => ({ tenantId: id, tenant_id: id, timeZone: 'UTC' }))
  const listing = reader.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async () => ({ rows }),
  })
  return Object.assign(listing, { scope: reader.scope }) as Db
}

/** The database, but nothing of the first tenant can be asked. */
function withoutFirst() {
  const asked = new Set<string>()
  const open = { now: 0, most: 0 }
  const ask = (scope: Scope) => {
    if (!('tenantId' in scope)) return
    asked.add(scope.tenantId)
    if (scope.tenantId === broken) throw new Error('its rows cannot be read')
  }
  const { database } = db
  const counted =
    (run: Database['transaction']): Database['transaction'] =>
    async (scope, work) => {
      ask(scope)
      open.most = Math.max(open.most, ++open.now)
      try {
        return await run(scope, work)
      } finally {
        open.now -= 1
      }
    }
  return {
    ...{ asked, open },
    database: {
      ...database,
      reader: (scope) => {
        ask(scope)
        const reader = database.reader(scope)
        return scope === platformScope ? withAllDue(reader) : reader
      },
      transaction: counted(database.transaction),
      repeatable: counted(database.repeatable),
    } satisfies Database,
  }
}

const goThrough: string[] = []

test.each(schedules.map((one) => [one.name, one] as const))(
  '%s goes on with the next tenant, and fails at the end',
  async (name, schedule) => {
    const { database, asked, open } = withoutFirst()
    const failure = await schedule
      .run({
        ...{ database, jobs: db.jobs, now: database.now, log: pino({ level: 'silent' }) },
        signal: new AbortController().signal,
      })
      .then(
        () => undefined,
        (error: Error) => error,
      )
    expect(open.now).toBe(0)
    expect(open.most).toBeLessThanOrEqual(8)
    if (!asked.has(broken)) {
      expect(failure).toBeUndefined()
      return
    }
    goThrough.push(name)
    expect([...asked].sort()).toEqual([broken, ...others])
    expect(failure?.message).toContain('1 of 12 tenants')
  },
)

test('most of them go through the tenants', () => {
  expect(goThrough.length).toBeGreaterThan(30)
})

// it runs before its first administrator, and so its first organisation, is made
const empty = await testDatabase()
test.each(schedules.map((one) => [one.name, one] as const))(
  '%s finds nothing in an installation without an organisation, and does not fail',
  async (_, schedule) => {
    await expect(Promise.resolve(schedule.run(jobContextOf(empty)))).resolves.not.toThrow()
  },
)
