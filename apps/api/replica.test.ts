// The API on two PostgreSQL servers, one a streaming replica of the other: where reads come from, and what is seen at once.
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { startEmbedded } from '@counterfoil/database/embedded.ts'
import { openPostgres } from '@counterfoil/database/open.ts'
import { prepareDatabase } from '@counterfoil/database/prepare.ts'
import {
  createNote,
  listNotes,
  type Note,
} from '@counterfoil/features/workspace/quick-panel/notes.contract.ts'
import { openDatabase } from '@counterfoil/kit/database/database.ts'
import { openJobs } from '@counterfoil/kit/jobs/boss.ts'
import { readSettings } from '@counterfoil/kit/server/settings.ts'
import { makeUser } from '@counterfoil/kit/testing/makers.ts'
import { startTokenIssuer } from '@counterfoil/kit/testing/token-issuer.ts'
import { openProviders } from '@counterfoil/providers/providers.ts'
import { startReplica } from '@counterfoil/tools/testing/replica.ts'
import { temporaryFolder } from '@counterfoil/tools/testing/temporary-folder.ts'
import {
  merchantIdOf,
  storeOrganisations,
  tenantIdOf,
} from '@counterfoil/workloads/demo/store-organisations.ts'
import pg from 'pg'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { buildApi } from './server.ts'

const [dataDir, replicaDir] = [temporaryFolder('counterfoil-a-'), temporaryFolder('counterfoil-b-')]
const server = await startEmbedded({ dataDir, isDurable: false })
const databaseUrl = server.ownerUrl
const first = await openPostgres({ databaseUrl, dataDir })
await prepareDatabase(first.ownerUrl)
let standby = await startReplica(server, dataDir, replicaDir)
const postgres = await openPostgres({ databaseUrl, databaseReadUrl: standby.ownerUrl, dataDir })

const { appUrl, platformUrl, replica, loaderUrl } = postgres
const database = openDatabase({ appUrl, platformUrl, replica })
const loading = openDatabase({ appUrl: loaderUrl, platformUrl: loaderUrl, maxConnections: 1 })
await storeOrganisations(database)
const jobs = await openJobs(appUrl)
const audience = 'http://localhost:4000/api'
const issuer = await startTokenIssuer({ audience })
const providers = openProviders({
  ...{ sandboxDatabaseUrl: appUrl, publicUrl: 'http://localhost:4000', mayReachPrivate: true },
})
const app = await buildApi({
  settings: readSettings({
    ...{ DEMO: 'on', ROLES: 'api', RATE_LIMIT_PER_MINUTE: '0' },
    ...{ OIDC_ISSUER: issuer.issuer, OIDC_AUDIENCE: audience },
  }),
  ...{ database, jobs, providers, log: pino({ level: 'silent' }), subjectsAreIds: true },
})
const ofReplica = new pg.Client({ connectionString: standby.ownerUrl })
ofReplica.on('error', () => undefined)
await ofReplica.connect()
afterAll(async () => {
  await ofReplica.end().catch(() => undefined)
  await app.close()
  await Promise.all([providers.close(), issuer.close(), jobs.close()])
  await Promise.all([database.close(), loading.close()])
  await standby.close()
  await server.close()
  for (const folder of [dataDir, replicaDir]) rmSync(folder, { recursive: true, force: true })
})

const user = await makeUser(
  { loader: loading.shared },
  {
    user_type: 'merchant',
    tenant_id: tenantIdOf('northwind'),
    merchant_id: merchantIdOf('harbour'),
  },
)
const authorization = `Bearer ${await issuer.token(user.id)}`

/** Writes a note as the portal does; answers the position that the portal says back with its reads. */
async function write(text: string): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: createNote.path,
    headers: { authorization },
    payload: { id: randomUUID(), text },
  })
  expect([answer.statusCode, answer.body]).toEqual([201, expect.anything()])
  return String(answer.headers['written-position'])
}

async function read(position?: string): Promise<string[]> {
  const answer = await app.inject({
    url: listNotes.path,
    headers: { authorization, ...(position === undefined ? {} : { 'written-position': position }) },
  })
  expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()])
  return (answer.json().data as Note[]).map(({ text }) => text)
}

const readiness = async () => (await app.inject('/api/health/ready')).json().parts
const pause = () => ofReplica.query('select pg_wal_replay_pause()')
const resume = () => ofReplica.query('select pg_wal_replay_resume()')

test('what people look at comes from the replica, and their own changes are seen at once', async () => {
  await expect.poll(() => database.replicaState()?.isUsed).toBe(true)
  await expect.poll(() => read()).toEqual([])
  await pause()
  const position = await write('Call the bank')
  expect(position).toMatch(/^\d+$/)
  // who changed nothing sees what the replica shows
  expect(await read()).toEqual([])
  expect(await read(position)).toEqual(['Call the bank'])
  await resume()
  await expect.poll(() => read()).toEqual(['Call the bank'])
  expect(await readiness()).toMatchObject({ replica: 'up', database: 'up' })
})

test('the rows of others stay hidden on the replica too', async () => {
  const scope = { kind: 'tenant', tenantId: tenantIdOf('bosphorus'), merchantIds: null } as const
  await expect.poll(() => database.replicaState()?.isUsed).toBe(true)
  const rows = await database
    .replicaReader(scope, 0n)
    .selectFrom('user_note')
    .select('id')
    .execute()
  expect(rows).toEqual([])
})

test('a replica that does not answer is done without, named, and used again when it is back', async () => {
  await standby.close()
  expect(await read()).toEqual(['Call the bank'])
  await expect.poll(readiness).toMatchObject({ replica: 'down', database: 'up' })
  await write('Order paper')
  expect(await read()).toEqual(expect.arrayContaining(['Call the bank', 'Order paper']))
  const metrics = async () => (await app.inject('/api/metrics')).body
  expect(await metrics()).toContain('database_replica_used 0')
  standby = await startEmbedded({ dataDir: replicaDir, isDurable: false })
  await expect.poll(readiness).toMatchObject({ replica: 'up' })
  expect(await metrics()).toContain('database_replica_used 1')
  await expect.poll(() => read()).toEqual(expect.arrayContaining(['Call the bank', 'Order paper']))
})

test('a change is decided by the primary, whatever the replica shows', async () => {
  await expect.poll(() => database.replicaState()?.isUsed).toBe(true)
  const again = new pg.Client({ connectionString: standby.ownerUrl })
  await again.connect()
  await again.query('select pg_wal_replay_pause()')
  const id = randomUUID()
  const send = () =>
    app.inject({
      ...{ method: 'POST', url: createNote.path, headers: { authorization } },
      payload: { id, text: 'Once' },
    })
  const twice = [await send(), await send()]
  expect(twice.map(({ statusCode }) => statusCode)).toEqual([201, 201])
  await again.query('select pg_wal_replay_resume()')
  await again.end()
  await expect.poll(() => read()).toHaveLength(3)
})
