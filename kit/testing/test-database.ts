import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, type Db, openDatabase } from '@counterfoil/kit/database/database.ts'
import { type OpenJobs, openJobs } from '@counterfoil/kit/jobs/boss.ts'
import pg from 'pg'
import { afterAll, inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated database that every test file's own is a copy of. */
    template: {
      readonly serverUrl: string
      readonly name: string
      readonly urls: TestUrls
      /** The machines of a cluster; none of a PostgreSQL alone. */
      readonly nodes: readonly string[]
    }
  }
}

/** Connection strings of the product's roles. */
export interface TestUrls {
  readonly app: string
  readonly platform: string
  readonly loader: string
  readonly identity: string
}

export interface TestDatabase {
  /** As the product uses it, on the roles that cannot pass row-level security. */
  readonly database: Database
  readonly jobs: OpenJobs
  /** Typed access to every tenant's rows, for makers and for looking behind the scenes. */
  readonly loader: Db
  /** The owner, for what no role of the product may do. */
  readonly owner: pg.Client
  readonly ownerUrl: string
  readonly urls: TestUrls
  /** It is on a Citus cluster. */
  readonly isCluster: boolean
}

/** A database of the calling test file's own, migrated and without tenants; gone after its last test. */
export async function testDatabase(): Promise<TestDatabase> {
  const template = inject('template')
  // a process may have the number of one that ended before
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const isCluster = template.nodes.length > 0
  const machines = isCluster ? template.nodes : [template.serverUrl]
  const onMachines = (work: (server: pg.Client) => Promise<unknown>) =>
    Promise.all(machines.map((machine) => onServer(machine, work)))
  await onMachines((server) =>
    server.query(`create database ${name} template ${template.name} strategy file_copy`),
  )
  const of = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
  const ownerUrl = of(template.serverUrl)
  const urls: TestUrls = {
    app: of(template.urls.app),
    platform: of(template.urls.platform),
    loader: of(template.urls.loader),
    identity: of(template.urls.identity),
  }
  const database = openDatabase({
    appUrl: urls.app,
    platformUrl: urls.platform,
    isCluster,
    maxConnections: 6,
  })
  const loading = openDatabase({
    appUrl: urls.loader,
    platformUrl: urls.loader,
    isCluster,
    maxConnections: 2,
  })
  const owner = new pg.Client({
    connectionString: ownerUrl,
    // a cluster changes rows of several tables in one transaction only so; PostgreSQL alone keeps it without a meaning
    options: '-c search_path=app -c citus.multi_shard_modify_mode=sequential',
  })
  await owner.connect()
  const jobs = await openJobs(urls.app)
  afterAll(async () => {
    await jobs.close()
    await Promise.all([database.close(), loading.close(), owner.end()])
    await onMachines((server) => drop(server, name))
  })
  return { database, jobs, loader: loading.shared, owner, ownerUrl, urls, isCluster }
}

const leaveWithinMs = 2000

/** A connection that is on its way out would be ended by the server, and tell its test of an error. */
async function drop(server: pg.Client, name: string): Promise<void> {
  const until = Date.now() + leaveWithinMs
  const isUsed = async () =>
    (await server.query('select from pg_stat_activity where datname = $1', [name])).rowCount !== 0
  while ((await isUsed()) && Date.now() < until) await sleep(10)
  await server.query(`drop database ${name} with (force)`)
}

async function onServer(
  serverUrl: string,
  work: (server: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
