// Two processes of each kind behind nginx and behind Caddy, as docs/runbooks/several-processes.md has it: stopped one after the
// other, and killed, while merchants' servers send payments and people sign in. Where Debian's packages are installed.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type EmbeddedDatabase, startEmbedded } from '@counterfoil/database/embedded.ts'
import { ensureDatabase } from '@counterfoil/database/open.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { signInToDemo } from './testing/demo-sign-in.ts'
import { payInDemo } from './testing/pay-in-demo.ts'
import { freePort, type Stack, startStack } from './testing/stack.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'

interface Proxy {
  readonly program: string
  readonly example: string
  /** What its processes are started with. */
  readonly settings: Record<string, string>
  readonly start: (folder: string, text: string) => ChildProcess
}

const examples = join(import.meta.dirname, '../docs/examples')
const proxies: Record<string, Proxy> = {
  nginx: {
    program: '/usr/sbin/nginx',
    example: join(examples, 'nginx.conf'),
    settings: {},
    start(folder, text) {
      const file = join(folder, 'nginx.conf')
      mkdirSync(join(folder, 'logs'))
      writeFileSync(file, `pid ${join(folder, 'nginx.pid')};\n${text}`)
      return spawn('/usr/sbin/nginx', ['-p', folder, '-c', file], { stdio: 'ignore' })
    },
  },
  Caddy: {
    program: '/usr/bin/caddy',
    example: join(examples, 'Caddyfile'),
    settings: { DRAIN_MS: '3000' },
    start(folder, text) {
      const file = join(folder, 'Caddyfile')
      writeFileSync(file, text)
      const args = ['run', '--adapter', 'caddyfile', '--config', file]
      const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
      return spawn('/usr/bin/caddy', args, { env, stdio: 'ignore' })
    },
  },
}

describe.each(Object.keys(proxies))('two processes of each kind behind %s', (name) => {
  const own = proxies[name] as Proxy
  describe.skipIf(!existsSync(own.program))(own.program, () => serveBehind(own))
})

function serveBehind({ example, settings, start: startProxy }: Proxy): void {
  const folder = temporaryFolder('counterfoil-processes-')
  const processes: Stack[] = []
  let server: EmbeddedDatabase
  let owner: pg.Client
  let proxy: ChildProcess
  let portalUrl: string

  beforeAll(async () => {
    server = await startEmbedded({ dataDir: join(folder, 'database'), isDurable: false })
    const databaseUrl = await ensureDatabase(server.ownerUrl, 'counterfoil')
    owner = new pg.Client({ connectionString: databaseUrl })
    await owner.connect()
    const ports = await Promise.all(Array.from({ length: 6 }, () => freePort()))
    const [portal, identity, api1, api2, identity1, identity2] = ports.map(String)
    portalUrl = `http://localhost:${portal}`
    const shared = {
      ...{ DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'files'), DEMO: 'on' },
      ...{ PUBLIC_URL: portalUrl, IDENTITY_URL: `http://localhost:${identity}` },
      ...{ TRUSTED_PROXIES: '127.0.0.1', SECRETS_KEY: 'of all processes of this test alone' },
      ...settings,
    }
    const start = async (own: Record<string, string | undefined>) => {
      const set = Object.entries(own).filter((one): one is [string, string] => one[1] !== undefined)
      processes.push(await startStack({ ...shared, ...Object.fromEntries(set) }))
    }
    const places: Record<string, string | undefined> = {
      ...{ 4000: portal, 4001: identity, 4011: api1, 4012: api2, 4021: identity1, 4022: identity2 },
    }
    const text = readFileSync(example, 'utf8').replace(
      /(127\.0\.0\.1|^):(\d+)/gm,
      (_, host: string, port: string) => `${host}:${places[port]}`,
    )
    proxy = startProxy(folder, text)
    // an API process is ready once it finds the identity provider behind the proxy
    await start({ ROLES: 'worker' })
    await Promise.all([
      start({ ROLES: 'worker' }),
      start({ ROLES: 'web,api', PORT: api1 }),
      start({ ROLES: 'web,api', PORT: api2 }),
      start({ ROLES: 'identity', IDENTITY_PORT: identity1 }),
      start({ ROLES: 'identity', IDENTITY_PORT: identity2 }),
    ])
    await vi.waitUntil(isReady, { timeout: 30_000, interval: 100 })
  }, 300_000)

  afterAll(async () => {
    proxy?.kill()
    await Promise.all(processes.map((one) => one.remove()))
    await owner?.end()
    await server?.close()
    rmSync(folder, { recursive: true, force: true })
  }, 120_000)

  const isReady = async () =>
    (await fetch(`${portalUrl}/api/health/ready`).catch(() => undefined))?.ok === true

  let sent = 0
  /** `patient`: what is not answered with an outcome is sent again with its key, as merchants' servers do. */
  async function pay(patient: boolean, externalId = `several-${++sent}`): Promise<number> {
    const answer = await payInDemo(portalUrl, externalId)
    await answer.arrayBuffer()
    const hasOutcome = answer.status !== 409 && answer.status < 500
    if (hasOutcome || !patient) return answer.status
    await setTimeout(500)
    return pay(patient, externalId)
  }

  /** Sends payments and signs people in while this is done; answers what went wrong. */
  async function underLoad(work: () => Promise<void>, patient = false): Promise<string[]> {
    let isOver = false
    const wrong: string[] = []
    const until = async (what: string, go: () => Promise<boolean>) => {
      while (!isOver) {
        const isFine = await go().catch((error: Error) => wrong.push(`${what}: ${error.message}`))
        if (isFine === false) wrong.push(`${what} was refused`)
      }
    }
    const load = [
      ...[1, 2, 3].map(() => until('a payment', async () => (await pay(patient)) === 201)),
      until('a sign-in', async () => {
        const headers = await signInToDemo(portalUrl)
        return (await fetch(`${portalUrl}/api/users`, { headers })).status === 200
      }),
    ]
    await work().finally(() => {
      isOver = true
    })
    await Promise.all(load)
    return wrong
  }

  async function expectEachOnce(outcomes: readonly string[]): Promise<void> {
    const { rows } = await owner.query<{ payments: number; ids: number; others: number }>(
      `select count(*)::int as payments, count(distinct external_id)::int as ids,
         (count(*) filter (where status <> all ($1)))::int as others
       from app.payment where external_id like 'several-%'`,
      [outcomes],
    )
    expect(rows).toEqual([{ payments: sent, ids: sent, others: 0 }])
  }

  test('each is stopped and started again, and no request is refused', {
    timeout: 600_000,
  }, async () => {
    const wrong = await underLoad(async () => {
      for (const one of processes) {
        await one.stop()
        await one.startAgain()
      }
    })
    expect(wrong).toEqual([])
    expect(sent).toBeGreaterThan(10)
    await expectEachOnce(['captured'])
  })

  test('one that is killed costs no payment, and none is made twice', {
    timeout: 600_000,
  }, async () => {
    const wrong = await underLoad(async () => {
      for (const one of processes) {
        await one.stop('SIGKILL')
        await one.startAgain()
      }
    }, true)
    // a sign-in that is in the killed process may have to begin again
    expect(wrong.filter((one) => one.startsWith('a payment'))).toEqual([])
    // what had not come to its acquirer has failed, and its merchant's server was answered that
    await expectEachOnce(['captured', 'failed'])
  })
}
