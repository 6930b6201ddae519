// npm run bench: what the product costs, beside bare SQL and a bare Node server on the same database in the same run.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openPostgres } from '@counterfoil/database/open.ts'
import { readSettings } from '@counterfoil/kit/server/settings.ts'
import { signInByForm } from '@counterfoil/kit/testing/sign-in.ts'
import nodeFlags from '@counterfoil/tools/node-flags.json' with { type: 'json' }
import pg from 'pg'
import { measureBacktests } from './bench/backtests.ts'
import { readPaymentRows } from './bench/bare-payment.ts'
import type { BenchTarget } from './bench/bare-statements.ts'
import { compareWithCluster, type Side } from './bench/cluster.ts'
import { measureDecisions } from './bench/decisions.ts'
import { measureExport } from './bench/export.ts'
import { measureFirstPage } from './bench/first-page.ts'
import { measureLists } from './bench/lists.ts'
import { measurePaging } from './bench/paging.ts'
import { measurePayers } from './bench/payers.ts'
import { measurePayments, takePayment } from './bench/payments.ts'
import { start, untilQueuesAreEmpty } from './bench/processes.ts'
import { measureDashboards, measureReports } from './bench/reports.ts'
import { measureResources } from './bench/resources.ts'
import { measureRollups } from './bench/rollups.ts'
import { measureTickets } from './bench/tickets.ts'
import { demoTenants } from './demo/organisations.ts'
import { tenantIdOf } from './demo/store-organisations.ts'

const { values: asked } = parseArgs({
  options: {
    transactions: { type: 'string', default: '5000000' },
    tickets: { type: 'string', default: '200000' },
    seconds: { type: 'string', default: '8' },
    /** That are taken each second while reports and dashboards are read. */
    payments: { type: 'string', default: '100' },
    /** How often each of the 16 readers of reports asks in a second; absent: again as soon as there is an answer. */
    rate: { type: 'string' },
    /** The product on the Citus cluster of DATABASE_URL beside the same one on the embedded PostgreSQL. */
    cluster: { type: 'boolean', default: false },
    only: {
      type: 'string',
      default:
        'lists,paging,rollups,export,payments,decisions,backtests,tickets,resources,reports,dashboards,browser,payers',
    },
  },
})
const seconds = Number(asked.seconds)
const ports = { PORT: '4390', IDENTITY_PORT: '4391' }
const env = {
  ...ports,
  DEMO_PAYMENTS: '0',
  DATA_DIR: process.env.BENCH_DATA_DIR ?? '.data/bench',
  DEMO: 'on',
  RATE_LIMIT_PER_MINUTE: '0',
  // payers of the load come from as many addresses
  TRUSTED_PROXIES: 'loopback',
  LOG_LEVEL: 'warn',
}
const url = `http://localhost:${ports.PORT}`
const tool = (name: string) => join(import.meta.dirname, name)

/** Everything that a measurement needs. */
export interface Bench {
  readonly url: string
  readonly bareUrl: string
  readonly productPid: number
  readonly barePid: number
  readonly seconds: number
  readonly paymentsPerSecond: number
  /** Questions of each reader of reports in a second; undefined: without a pause. */
  readonly rate: number | undefined
  readonly target: BenchTarget
  /** A connection of the owner, for the bare SQL. */
  readonly client: pg.Client
  readonly ownerUrl: string
  /** For the roles of the product. */
  readonly urls: { readonly appUrl: string; readonly platformUrl: string }
  /** Of an account of the demo, the operator of the largest tenant unless another is named. */
  headers(email?: string): Promise<Record<string, string>>
}

const { DATABASE_URL: clusterUrl = '', ...otherEnvironment } = process.env
const postgres = await openPostgres(
  readSettings({ ...(asked.cluster ? otherEnvironment : process.env), ...env }),
  (what) => console.log(`  ${what}`),
)
const headersOf = signedInAt(url)
try {
  const product = await startFilled(postgres.ownerUrl, env)
  try {
    if (asked.cluster) await runBesideCluster(product.pid)
    else await run(product.pid)
  } finally {
    await product.stop()
  }
} finally {
  await postgres.close()
}

/** The product on a database with the history. */
async function startFilled(databaseUrl: string, settings: Record<string, string>) {
  fill(databaseUrl)
  await pauseProof(databaseUrl)
  return start(
    [...nodeFlags, tool('../tools/start.ts')],
    { ...settings, DATABASE_URL: databaseUrl },
    'ready',
    true,
  )
}

async function runBesideCluster(plainPid: number): Promise<void> {
  if (clusterUrl === '') throw new Error('DATABASE_URL names the coordinator of a cluster')
  const settings = {
    ...env,
    PORT: '4392',
    IDENTITY_PORT: '4393',
    DATA_DIR: `${env.DATA_DIR}-cluster`,
  }
  const product = await startFilled(clusterUrl, settings)
  try {
    const plain = await sideOf(url, plainPid, postgres.ownerUrl)
    const cluster = await sideOf(`http://localhost:${settings.PORT}`, product.pid, clusterUrl)
    for (const line of await compareWithCluster({ plain, cluster }, seconds)) console.log(line)
  } finally {
    await product.stop()
  }
}

async function sideOf(at: string, pid: number, databaseUrl: string): Promise<Side> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    console.log(`\n${await describe(client)}\n`)
    const { externalId } = await chooseTarget(client)
    await takePayment(at)
    await untilQueuesAreEmpty(client)
    return { url: at, pid, externalId, headers: signedInAt(at) }
  } finally {
    await client.end()
  }
}

async function run(productPid: number): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.ownerUrl })
  await client.connect()
  try {
    await measureAll(productPid, client)
  } finally {
    await client.end()
  }
}

async function measureAll(productPid: number, client: pg.Client): Promise<void> {
  const target = await chooseTarget(client)
  const paymentId = await takePayment(url)
  const file = join(mkdtempSync(join(tmpdir(), 'counterfoil-bench-')), 'bare.json')
  const paymentRows = await readPaymentRows(client, target.tenantId, paymentId)
  writeFileSync(file, JSON.stringify({ databaseUrl: postgres.ownerUrl, target, paymentRows }), {
    mode: 0o600,
  })
  const bare = await start([tool('bench/bare-server.ts'), file], {}, 'listening')
  const bench: Bench = {
    url,
    bareUrl: `http://127.0.0.1:${bare.said}`,
    productPid,
    barePid: bare.pid,
    seconds,
    paymentsPerSecond: Number(asked.payments),
    rate: asked.rate === undefined ? undefined : Number(asked.rate),
    target,
    client,
    ownerUrl: postgres.ownerUrl,
    urls: { appUrl: postgres.appUrl, platformUrl: postgres.platformUrl },
    headers: headersOf,
  }
  console.log(`\n${await describe(client)}\n`)
  await untilQueuesAreEmpty(client)
  try {
    const parts = {
      lists: measureLists,
      paging: measurePaging,
      rollups: measureRollups,
      export: measureExport,
      payments: measurePayments,
      decisions: measureDecisions,
      backtests: measureBacktests,
      tickets: measureTickets,
      resources: measureResources,
      reports: measureReports,
      dashboards: measureDashboards,
      browser: measureFirstPage,
      payers: measurePayers,
    }
    for (const name of asked.only.split(',')) {
      const part = parts[name as keyof typeof parts]
      if (!part) throw new Error(`--only knows ${Object.keys(parts).join(', ')}`)
      for (const line of await part(bench)) console.log(line)
      console.log()
    }
  } finally {
    await bare.stop()
  }
}

/** Generates the history, unless an earlier run made it. */
function fill(databaseUrl: string): void {
  const made = spawnSync(
    process.execPath,
    [tool('generate.ts'), '--transactions', asked.transactions, '--tickets', asked.tickets],
    { env: { ...process.env, ...env, DATABASE_URL: databaseUrl }, stdio: 'inherit' },
  )
  if (made.status !== 0) throw new Error('The payments could not be generated')
}

/** A history that was just loaded is proved for an hour, which would be measured with everything else. */
async function pauseProof(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(
      `insert into app.work_state (name, kind, every_s, is_paused) values ($1, 'schedule', 86400, true)
       on conflict (name) do update set is_paused = true`,
      ['ledger.prove'],
    )
  } finally {
    await client.end()
  }
}

async function chooseTarget(client: pg.Client): Promise<BenchTarget> {
  const northwind = demoTenants.find(({ slug }) => slug === 'northwind')
  if (!northwind) throw new Error('Northwind Pay is not among the demo tenants')
  const tenantId = tenantIdOf(northwind.slug)
  const { rows } = await client.query(
    'select external_id from app.payment where tenant_id = $1 and mode = 2 and external_id is not null order by id offset 1000 limit 1',
    [tenantId],
  )
  return { tenantId, externalId: String(rows[0]?.external_id) }
}

/** An access token lives ten minutes; a long run signs in again. */
function signedInAt(at: string) {
  const signedIn = new Map<string, { headers: Record<string, string>; until: number }>()
  return async (email = 'operator@northwind.example'): Promise<Record<string, string>> => {
    const known = signedIn.get(email)
    if (known !== undefined && known.until > Date.now()) return known.headers
    const { accessToken } = await signInByForm(at, email, 'Counterfoil-demo-1')
    const headers = { authorization: `Bearer ${accessToken}` }
    signedIn.set(email, { headers, until: Date.now() + 5 * 60_000 })
    return headers
  }
}

async function describe(client: pg.Client): Promise<string> {
  const { rows } = await client.query(
    `select count(*)::int as payments, count(distinct tenant_id)::int as tenants from app.payment`,
  )
  const [processor] = cpus()
  const { payments, tenants } = rows[0] as { payments: number; tenants: number }
  return [
    `${payments.toLocaleString('en')} payments of ${tenants} tenants, ${seconds} s a measurement, 16 clients`,
    `${cpus().length} × ${processor?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`,
  ].join('\n')
}
