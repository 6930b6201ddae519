import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive, readPostmaster } from '@counterfoil/database/postmaster.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToDemo } from './testing/demo-sign-in.ts'
import { isFullRun } from './testing/full-run.ts'

import { ownerAddress } from './testing/owner-address.ts'
import { type Stack, startStack } from './testing/stack.ts'

let stack: Stack

// building the portal for the first time takes longest
beforeAll(async () => {
  stack = await startStack()
}, 240_000)
afterAll(() => stack?.remove(), 60_000)

const databasePid = () => readPostmaster(join(stack.dataDir, 'postgres/cluster'))?.pid ?? 0

/** As the owner, from outside of the product. */
async function query<T extends object>(sql: string): Promise<T[]> {
  const client = new pg.Client(ownerAddress(stack))
  await client.connect()
  try {
    return (await client.query<T>(sql)).rows
  } finally {
    await client.end()
  }
}

const countAccounts = async () =>
  (await query<{ count: number }>('select count(*)::int from identity.account'))[0]?.count

test('it says what it does, then that it is ready, with accounts and keys', () => {
  const said = stack.said()
  expect(said).toMatch(/creating the database[\s\S]*migrated to[\s\S]*ready /)
  expect(said).toContain('merchant@harbour.example')
  expect(said).toContain('cf_live_demo_harbour')
  expect(said.trimEnd().split('\n').at(-1)).toBe(`ready ${stack.portalUrl}`)
})

test('ready means that one can sign in, and be known to the API', async () => {
  const headers = await signInToDemo(stack.portalUrl)
  expect((await fetch(`${stack.portalUrl}/api/users`, { headers })).status).toBe(200)
})

test('every part answers the readiness check, and the portal is served', async () => {
  const ready = await fetch(`${stack.portalUrl}/api/health/ready`)
  expect(await ready.json()).toMatchObject({
    status: 'ready',
    checks: expect.arrayContaining(['database', 'identity', 'migrations', 'jobs', 'worker']),
  })
  const page = await fetch(stack.portalUrl)
  expect(page.headers.get('content-type')).toContain('text/html')
})

test.runIf(isFullRun)(
  'a second one on the same folder or the same ports says so at once, and harms nothing',
  async () => {
    const onFolder = startAgainst({})
    expect(onFolder.stderr).toContain(`Counterfoil already runs on ${stack.dataDir}.`)
    expect(onFolder.status).toBe(1)
    const otherFolder = mkdtempSync(join(tmpdir(), 'counterfoil-second-'))
    const onPorts = startAgainst({ DATA_DIR: otherFolder })
    expect(onPorts.stderr).toMatch(/Port \d+ is in use/)
    expect(onPorts.status).toBe(1)
    // found before anything was made
    expect(readdirSync(otherFolder)).toEqual([])
    rmSync(otherFolder, { recursive: true })
    expect((await fetch(`${stack.portalUrl}/api/health/ready`)).status).toBe(200)
  },
  120_000,
)

test('a data folder that cannot be written to is named, with what to do', () => {
  const file = join(stack.dataDir, 'counterfoil.log')
  const { stderr, status } = startAgainst({ DATA_DIR: join(file, 'below-a-file') })
  expect(stderr).toMatch(/^DATA_DIR .*below-a-file is not a folder\. Set DATA_DIR to a folder/)
  expect(status).toBe(1)
})

test('behind a proxy that the settings do not name, a start says so before anything else', () => {
  const { stdout, status } = startAgainst({
    PUBLIC_URL: 'https://pay.example',
    // nothing is there: the start ends soon after
    DATABASE_URL: 'postgres://owner@127.0.0.1:1/counterfoil',
    DATA_DIR: join(stack.dataDir, 'of-another'),
    ROLES: 'worker',
    SECRETS_KEY: 'what the test seals its secrets with',
  })
  expect(stdout.split('\n')[1]).toContain('TRUSTED_PROXIES does not name')
  expect(status).toBe(1)
})

/** A second product on the running one's folder and ports, unless told otherwise. */
function startAgainst(environment: Record<string, string>) {
  return spawnSync(process.execPath, [join(import.meta.dirname, 'start.ts'), '--no-build'], {
    encoding: 'utf8',
    env: {
      ...process.env,
      DATA_DIR: stack.dataDir,
      PORT: new URL(stack.portalUrl).port,
      IDENTITY_PORT: new URL(stack.identityUrl).port,
      ...environment,
    },
  })
}

test('wrong settings are all named, and nothing starts', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'start.ts')], {
    encoding: 'utf8',
    env: { ...process.env, PORT: 'many', DATA_DIR: stack.dataDir, IDENTITY_PORT: '-1' },
  })
  expect(stderr).toMatch(/PORT: .*\n\s*IDENTITY_PORT: /)
  expect(status).toBe(1)
})

test('killed at once, it takes the database along, and starts again with everything', async () => {
  const before = await countAccounts()
  const database = databasePid()
  await stack.stop('SIGKILL')
  await expect.poll(() => isAlive(database), { timeout: 15_000 }).toBe(false)
  await stack.startAgain()
  expect(before).toBeGreaterThan(5)
  expect(await countAccounts()).toBe(before)
}, 90_000)

test.runIf(isFullRun)(
  'when the database is killed, it is soon back, and the product with it',
  async () => {
    const before = databasePid()
    process.kill(before, 'SIGKILL')
    await expect.poll(databasePid, { timeout: 15_000 }).not.toBe(before)
    const status = async () => (await fetch(`${stack.portalUrl}/api/health/ready`)).status
    await expect.poll(status, { timeout: 15_000 }).toBe(200)
    expect((await signInToDemo(stack.portalUrl)).authorization).toMatch(/^Bearer ./)
  },
  60_000,
)

test('asked to stop, it ends in good order, the database too', async () => {
  const database = databasePid()
  const startedAt = Date.now()
  await stack.stop('SIGTERM')
  expect(Date.now() - startedAt).toBeLessThan(15_000)
  expect(isAlive(database)).toBe(false)
  expect(readFileSync(join(stack.dataDir, 'postgres/server.log'), 'utf8')).toMatch(
    /database system is shut down\n$/,
  )
}, 30_000)
