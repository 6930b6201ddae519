import { setTimeout as sleep } from 'node:timers/promises'
import { makeMerchant, makeTenant } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { attempt } from './attempt.ts'
import { type Database, type Db, openDatabase } from './database.ts'
import { Machines, type OpenMachine } from './machines.ts'
import { lockUntilCommit } from './named-locks.ts'
import { openPool } from './pool.ts'
import { type TenantScope, tenantScope } from './scope.ts'
import { filters } from './within.ts'

const db = await testDatabase()

const portOf = async (on: Db) =>
  (await sql<{ port: string }>`select current_setting('port') as port`.execute(on)).rows[0]?.port
const coordinatorPort = new URL(db.ownerUrl).port

describe.skipIf(!db.isCluster)('on a cluster', () => {
  let database: Database
  const scopes: TenantScope[] = []

  beforeAll(async () => {
    // so many that some are in different parts of the same machine
    for (let i = 0; i < 12; i++) {
      const { id } = await makeTenant(db)
      await makeMerchant(db, { tenant_id: id })
      scopes.push(tenantScope(id))
    }
    const { app, platform } = db.urls
    // one connection, so that each question meets what the one before has left there
    database = openDatabase({
      appUrl: app,
      platformUrl: platform,
      isCluster: true,
      maxConnections: 1,
    })
    for (const scope of scopes) {
      await vi.waitFor(async () =>
        expect(await portOf(database.reader(scope))).not.toBe(coordinatorPort),
      )
    }
    filters.on = false
    return async () => {
      filters.on = true
      await database.close()
    }
  })

  const own = () => scopes[0] as TenantScope
  const tenantsOfMerchants = async (on: Db) =>
    (await on.selectFrom('merchant').select('tenant_id').execute()).map((row) => row.tenant_id)

  test('a machine shows each tenant its own rows, with the filters of queries removed', async () => {
    for (let round = 0; round < 3; round++) {
      for (const scope of scopes) {
        expect(await tenantsOfMerchants(database.reader(scope).onKeptPlans())).toEqual([
          scope.tenantId,
        ])
        const inTransaction = await database.repeatable(scope, async (tx) => [
          await tenantsOfMerchants(tx),
          await portOf(tx),
        ])
        expect(inTransaction).toEqual([
          [scope.tenantId],
          expect.not.stringMatching(coordinatorPort),
        ])
      }
    }
  })

  test('what runs with the rights of its owner takes each tenant for itself, on the same connection', async () => {
    const at = new Date(0)
    const deleteOld = (tx: Db) =>
      sql`select app.delete_old_records(${tx.scope.kind === 'tenant' ? tx.scope.tenantId : null}::uuid, 'api_logs', ${at}, 1)`.execute(
        tx,
      )
    for (const scope of [...scopes, ...scopes]) await database.repeatable(scope, deleteOld)
  })

  test('a transaction without a table of the coordinator is committed on the machine', async () => {
    await database.repeatable(own(), rename('Kept'))
    expect(await nameOf(own())).toBe('Kept')
  })

  test('a reader asks the coordinator for what only that has', async () => {
    const reader = database.reader(own())
    const ask = () => sql`select from app.view_as limit 0`.execute(reader)
    await ask()
    await ask()
    const comments = sql<{ count: number }>`
      select count(*)::int as count from pg_description where description like '@sealed%'`
    expect((await comments.execute(reader)).rows[0]?.count).toBeGreaterThan(3)
    expect(await portOf(database.reader(own()))).not.toBe(coordinatorPort)
  })

  test.each<[string, (tx: Db) => Promise<unknown>]>([
    ['a table of the coordinator', askQueue],
    [
      'such a table, whose failure the work passes over',
      (tx) => attempt(tx, () => askQueue(tx)).catch(() => undefined),
    ],
    ['a lock of a name', (tx) => lockUntilCommit(tx, 'a name')],
    ['the catalogue', (tx) => sql`select from pg_description limit 1`.execute(tx)],
  ])(
    'a transaction that needs %s runs again at the coordinator, and counts once',
    async (_, need) => {
      const ports: unknown[] = []
      await database.repeatable(own(), async (tx) => {
        ports.push(await portOf(tx))
        await rename(null)(tx)
        await need(tx)
      })
      expect(ports).toEqual([expect.not.stringMatching(coordinatorPort), coordinatorPort])
      const before = await nameOf(own())
      expect(before).toMatch(/x$/)
      expect(before).not.toMatch(/xx$/)
      await database.repeatable(own(), rename('Kept'))
    },
  )

  test('a transaction that fails is taken back, and is not run again', async () => {
    let runs = 0
    const failing = database.repeatable(own(), async (tx) => {
      runs += 1
      await rename('Lost')(tx)
      throw new Error('refused')
    })
    await expect(failing).rejects.toThrow('refused')
    expect([runs, await nameOf(own())]).toEqual([1, 'Kept'])
  })

  const nameOf = async (scope: TenantScope) =>
    (
      await database
        .reader(scope)
        .selectFrom('merchant')
        .select('legal_business_name as name')
        .executeTakeFirstOrThrow()
    ).name
})

/** Null: one letter more than it had. */
const rename = (name: string | null) => (tx: Db) =>
  tx
    .updateTable('merchant')
    .set({ legal_business_name: name ?? sql<string>`legal_business_name || 'x'` })
    .execute()

function askQueue(tx: Db) {
  return sql`select 1 from pgboss.job limit 1`.execute(tx)
}

describe('a machine that cannot be used', () => {
  /** The coordinator says that the tenant is there. */
  function machinesAt(host: string, port: number) {
    const clock = { elapsedMs: 0 }
    const tried: number[] = []
    const query = async () => ({ rows: [{ host, port, identifier: '1' }] })
    const open: OpenMachine = (address, onConnect) => {
      const at = { hostname: address.host, port: String(address.port) }
      const url = Object.assign(new URL(db.urls.app), at)
      const pool = openPool({ connectionString: url.href, max: 1, onConnect })
      const connect = () => {
        tried.push(clock.elapsedMs)
        return pool.connect()
      }
      return Object.assign(Object.create(pool), { connect })
    }
    const machines = new Machines({ query } as unknown as pg.Pool, open, () => clock.elapsedMs)
    onTestFinished(() => machines.close())
    return { machines, tried, clock }
  }

  const { hostname, port } = new URL(db.urls.app)

  test.each([
    ['no server listens', '127.0.0.1', 1],
    ['another server is reached by its name', hostname, Number(port)],
  ])('%s: no call waits for it, and it is tried again after half a minute', async (_, host, at) => {
    const { machines, tried, clock } = machinesAt(host, at)
    const ask = () =>
      machines.ask(
        { tenantId: 'a tenant', text: 'select' },
        async () => 'machine',
        async () => 'coordinator',
      )
    for (const seconds of [0, 10, 20, 31, 40, 50]) {
      clock.elapsedMs = seconds * 1000
      for (let i = 0; i < 3; i++) {
        expect(await ask()).toBe('coordinator')
        await sleep(20)
      }
    }
    expect(tried).toEqual([0, 31_000])
    // what no tenant is at any more is not missed
    expect(machines.states).toEqual([{ name: `${host}:${at}`, isReached: false }])
    clock.elapsedMs += 400_000
    expect(machines.states).toEqual([])
  })
})
