// The disk under the database is full: what callers are told, and what is left behind. On a real small disk.
import { chownSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { recoverOperations } from '@counterfoil/features/payments/processing/recovery.jobs.ts'
import { readSettings } from '@counterfoil/kit/server/settings.ts'
import { mountSmallDisk, type SmallDisk } from '@counterfoil/kit/testing/small-disk.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { openProviders } from '@counterfoil/providers/providers.ts'
import { isFullRun } from '@counterfoil/tools/testing/full-run.ts'
import { findDatabaseFaults } from '@counterfoil/workloads/chaos/checks.ts'
import { demoKeyOf } from '@counterfoil/workloads/demo/organisations.ts'
import { storeOrganisations } from '@counterfoil/workloads/demo/store-organisations.ts'
import pg from 'pg'
import pino from 'pino'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { buildApi } from './server.ts'

const { database, owner, ownerUrl, urls, jobs, isCluster } = await testDatabase()
await storeOrganisations(database)
const log = pino({ level: 'silent' })
const providers = openProviders({
  sandboxDatabaseUrl: urls.app,
  publicUrl: 'http://localhost:4000',
  mayReachPrivate: true,
})
const settings = readSettings({ DEMO: 'on', ROLES: 'api', RATE_LIMIT_PER_MINUTE: '0' })
const tokens = { verify: () => Promise.reject(new Error('unused')), ready: async () => undefined }
const app = await buildApi({ settings, database, jobs, providers, log, tokens })
afterAll(async () => {
  await app.close()
  await providers.close()
})

const tablespace = `small_${process.pid}`

/** The servers that keep a table's rows, and what it is called there: on a cluster its parts on each worker. */
async function placesOf(table: string): Promise<{ server: pg.Client; tables: string[] }[]> {
  if (!isCluster) return [{ server: owner, tables: [table] }]
  const { rows } = await owner.query<{ name: string; port: number; tables: string[] }>(
    `select nodename as name, nodeport as port, array_agg(format('app.%s_%s', $1::text, shardid)) as tables
     from citus_shards where table_name = $1::regclass group by 1, 2`,
    [table],
  )
  return Promise.all(
    rows.map(async ({ name, port, tables }) => {
      const url = Object.assign(new URL(ownerUrl), { hostname: name, port: String(port) })
      const options = '-c citus.enable_manual_changes_to_shards=on'
      const server = new pg.Client({ connectionString: url.href, options })
      await server.connect()
      onTestFinished(() => server.end())
      return { server, tables }
    }),
  )
}

/** Puts a table on the disk until the test is over. */
async function moveTo(disk: SmallDisk, table: string) {
  onTestFinished(disk.remove)
  for (const { server, tables } of await placesOf(table)) {
    const { rows } = await server.query<{ folder: string; port: string }>(
      `select current_setting('data_directory') as folder, current_setting('port') as port`,
    )
    const { uid, gid } = statSync(rows[0]?.folder ?? '')
    const folder = join(disk.folder, rows[0]?.port ?? '')
    mkdirSync(folder)
    chownSync(folder, uid, gid)
    await server.query(`create tablespace ${tablespace} location '${folder}'`)
    const move = async (to: string) => {
      for (const one of tables) await server.query(`alter table ${one} set tablespace ${to}`)
    }
    await move(tablespace)
    onTestFinished(async () => {
      await move('pg_default')
      await server.query(`drop tablespace ${tablespace}`)
    })
  }
}

function pay(name: string) {
  return app.inject({
    method: 'POST',
    url: '/v1/payments',
    headers: {
      authorization: `Bearer ${demoKeyOf('harbour', 2)}`,
      'idempotency-key': name,
    },
    payload: {
      amount: 1250,
      currency: 'GBP',
      externalId: name,
      capture: true,
      // makes pages fill sooner
      description: 'x'.repeat(200),
      method: {
        type: 'card',
        number: '4242424242424242',
        expiryMonth: 12,
        expiryYear: 2090,
        securityCode: '123',
      },
    },
  })
}

const atOnce = 4
const maxPayments = 2000

// with the outcome, which comes after the acquirer has acted, and with the intent
const tables = ['ledger_entry', 'payment', 'payment_operation', 'webhook_delivery']
test.for(isFullRun ? tables : tables.slice(0, 1))(
  'a payment for which %s has no space is refused with its reason, half of it is nowhere, and with space it goes through',
  async (table, { skip }) => {
    const disk = mountSmallDisk(6) ?? skip('mounting is not permitted here')
    await moveTo(disk, table)
    const taken: string[] = []
    const refused: string[] = []
    const payBatch = async (from: number) => {
      const names = Array.from({ length: atOnce }, (_, at) => `full-${table}-${from + at}`)
      for (const [at, answer] of (await Promise.all(names.map(pay))).entries()) {
        const name = names[at] as string
        if (answer.statusCode === 201) taken.push(name)
        else {
          expect(answer.json()).toMatchObject({
            status: 507,
            code: 'storage.full',
            title: 'Storage is full',
            detail: expect.stringContaining('no space left'),
          })
          expect(answer.body).not.toMatch(/base\/|pg_|could not extend/)
          refused.push(name)
        }
      }
    }
    await payBatch(0)
    expect(refused).toEqual([])
    disk.fill()
    // what is there of begun pages is used up first, by each table at another time
    for (let from = atOnce; refused.length < 5 * atOnce; from += atOnce) {
      expect(from, 'the disk is never full').toBeLessThan(maxPayments)
      await payBatch(from)
    }
    // reading goes on
    expect((await app.inject('/api/health/ready')).statusCode).toBe(200)

    disk.free()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
    await recoverOperations(providers, {
      ...{ database, jobs, log },
      now: () => new Date(),
      signal: new AbortController().signal,
    })
    for (const name of [...refused, ...taken.slice(-atOnce)]) {
      const answer = await pay(name)
      expect(answer.statusCode, answer.body).toBe(201)
      expect(answer.json()).toMatchObject({ externalId: name })
    }
    vi.useRealTimers()
    const faults = await findDatabaseFaults(owner, `full-${table}`)
    // nothing delivers here
    expect(faults.filter(({ what }) => !what.startsWith('webhooks'))).toEqual([])
    const { rows } = await owner.query(
      'select count(*)::int, count(distinct external_id)::int as names from payment where external_id like $1',
      [`full-${table}-%`],
    )
    expect(rows[0]).toEqual({
      count: taken.length + refused.length,
      names: taken.length + refused.length,
    })
  },
)
