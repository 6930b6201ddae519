// Each figure that the alerts and the runbook name is one that the product answers.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { proveBooks } from '@counterfoil/features/accounting/proofs/proofs.jobs.ts'
import { healthFigures } from '@counterfoil/features/settings/health/health-figures.public.ts'
import { openDatabase } from '@counterfoil/kit/database/database.ts'
import { buildServer } from '@counterfoil/kit/server/server.ts'
import { readSettings } from '@counterfoil/kit/server/settings.ts'
import { paymentFixture } from '@counterfoil/tools/testing/payments.ts'
import { pino } from 'pino'
import { v7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'

const fixture = await paymentFixture()
const { isCluster, jobs, loader, owner, urls } = fixture
const database = openDatabase({ appUrl: urls.app, platformUrl: urls.platform, isCluster })
const replicaState = () => ({ isUsed: true, behindMs: 0, position: 0n })
const machineStates = () => [
  { name: '10.0.0.2:5432', isReached: true },
  { name: '10.0.0.3:5432', isReached: false },
]
const app = await buildServer({
  settings: readSettings({ DEMO: 'off' }),
  database: Object.assign(Object.create(database), { replicaState, machineStates }),
  jobs,
  log: pino({ level: 'silent' }),
  routes: [],
  figures: healthFigures(database),
} as never)
afterAll(() => app.close())

const documents = ['docs/examples/alerts.yml', 'docs/runbooks/operate.md']
const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')

/** Names of figures with their values; undefined where it has none. */
async function figures(): Promise<Map<string, number | undefined>> {
  // so that there is a request that was answered
  await app.inject('/api/nothing')
  const { body } = await app.inject('/api/metrics')
  const names = [...body.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? ['', '_bucket', '_sum', '_count'].map((end) => name + end) : [name],
  )
  return new Map(
    names.map((name) => {
      const value = new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'm').exec(body)?.[1]
      return [name, value === undefined ? undefined : Number(value)]
    }),
  )
}

const ofOthers = new Set(['up', 'node_filesystem_avail_bytes', 'max_connections'])

function namesIn(path: string): string[] {
  const text = read(path)
  if (!path.endsWith('.yml')) {
    return [...text.matchAll(/`([a-z]+_[a-z0-9_]+)`/g)].map(([, name = '']) => name)
  }
  const expressions = [...text.matchAll(/^ +expr: (.+)$/gm)].map(([, one = '']) => one)
  expect(expressions.length).toBe([...text.matchAll(/- alert:/g)].length)
  return expressions.flatMap((one) => {
    const names = [...one.matchAll(/([a-z_]+[a-z0-9_]*)\{/g)].map(([, name = '']) => name)
    expect(names).not.toEqual([])
    return names
  })
}

test.each(documents)('%s names only figures that there are', async (path) => {
  const known = await figures()
  const names = namesIn(path).filter((name) => !ofOthers.has(name))
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name) => !known.has(name))).toEqual([])
})

test('each machine of a cluster is named, with whether this process reaches it', async () => {
  const { body } = await app.inject('/api/metrics')
  expect(body).toContain('database_machine_reached{machine="10.0.0.2:5432"} 1')
  expect(body).toContain('database_machine_reached{machine="10.0.0.3:5432"} 0')
})

test('the figures follow what happens', async () => {
  const before = await figures()
  expect(before.get('counterfoil_info')).toBe(1)
  expect(before.get('jobs_due')).toBe(0)
  expect(before.get('jobs_last_failed_seconds')).toBeUndefined()
  expect(before.get('webhooks_oldest_unsent_seconds')).toBe(0)
  // nothing was proved so far, so there is no age
  expect(before.get('ledger_proof_age_seconds')).toBeUndefined()
  expect(before.get('database_connections')).toBeGreaterThan(0)
  const { rows: most } = await owner.query('show max_connections')
  expect(before.get('database_connections_max')).toBe(Number(most[0].max_connections))

  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)
  const { tenantId, merchantId } = fixture
  const own = { tenant_id: tenantId, merchant_id: merchantId }
  await proveBooks(fixture.providers, { ...fixture.jobContext, now: () => ago(7200) })
  await owner.query(
    `insert into pgboss.job (name, state, start_after, created_on)
     select name, 'created', $1, $1 from pgboss.queue order by name limit 1`,
    [ago(900)],
  )
  await owner.query(
    `insert into pgboss.job (name, state, start_after, completed_on)
     select name, 'failed', $1, $2 from pgboss.queue order by name limit 1`,
    [ago(900), ago(600)],
  )
  const endpoint = { ...own, id: v7(), url: 'https://shop.example/hook', mode: 2, secret: 'x' }
  await loader
    .insertInto('webhook_endpoint')
    .values({ ...endpoint, event_types: [], created_at: ago(9000) })
    .execute()
  await loader
    .insertInto('webhook_delivery')
    .values({
      ...{ ...own, id: v7(), endpoint_id: endpoint.id, event_type: 'payment.captured' },
      ...{ payload: '{}', state: 'waiting', next_attempt_at: ago(400), created_at: ago(500) },
    })
    .execute()
  await owner.query(
    `insert into app.work_state (name, kind, every_s, last_started_at, last_outcome)
     values ('of the test', 'schedule', 60, $1, 'failed')`,
    [ago(360)],
  )
  const after = await figures()
  const near = (name: string, value: number) => {
    expect(after.get(name)).toBeGreaterThanOrEqual(value - 1)
    expect(after.get(name)).toBeLessThan(value + 60)
  }
  near('ledger_proof_age_seconds', 7200)
  near('jobs_oldest_due_seconds', 900)
  near('jobs_last_failed_seconds', 600)
  near('webhooks_oldest_unsent_seconds', 400)
  near('schedules_late_seconds', 300)
  expect(after.get('jobs_due')).toBe(1)
  expect(after.get('jobs_failed')).toBe(1)
  expect(after.get('schedules_failing')).toBe(1)
  expect(after.get('ledger_proof_differences')).toBe(0)
})

test('a database that does not answer leaves its figures out, and the rest stays', async () => {
  await database.close()
  const after = await figures()
  expect(after.get('jobs_due')).toBeUndefined()
  expect(after.get('counterfoil_info')).toBe(1)
})
