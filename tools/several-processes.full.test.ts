// Two processes of each kind behind nginx and behind Caddy, as docs/runbooks/several-processes.md has it: stopped one after the
// other, and killed, while merchants' servers send payments and people sign in. Where Debian's packages are installed.
import type { ChildProcess } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type EmbeddedDatabase, startEmbedded } from '@counterfoil/database/embedded.ts'
import { ensureDatabase } from '@counterfoil/database/open.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { signInToDemo } from './testing/demo-sign-in.ts'
import { payInDemo } from './testing/pay-in-demo.ts'
import { type ExampleProxy, proxies } from './testing/proxies.ts'
import { freePort, type Stack, startStack } from './testing/stack.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'

describe.each(['nginx', 'Caddy'] as const)('two processes of each kind behind %s', (name) => {
  const own = proxies[name]
  describe.skipIf(!existsSync(own.program))(own.program, () => serveBehind(own))
})

function serveBehind({ settings, start: startProxy }: ExampleProxy): void {
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
    const places = Object.fromEntries(
      await Promise.all(
        [4000, 4001, 4011, 4012, 4021, 4022].map(async (port) => [port, await freePort()]),
      ),
    )
    const at = (port: number) => String(places[port])
    portalUrl = `http://localhost:${at(4000)}`
    const shared = {
      ...{ DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'files'), DEMO: 'on' },
      ...{ PUBLIC_URL: portalUrl, IDENTITY_URL: `http://localhost:${at(4001)}` },
      ...{ TRUSTED_PROXIES: '127.0.0.1', SECRETS_KEY: 'of all processes of this test alone' },
      ...settings,
    }
    const start = async (own: Record<string, string>) => {
      processes.push(await startStack({ ...shared, ...own }))
    }
    proxy = startProxy(folder, places)
    // an API process is ready once it finds the identity provider behind the proxy
    await start({ ROLES: 'worker' })
    await Promise.all([
      start({ ROLES: 'worker' }),
      start({ ROLES: 'web,api', PORT: at(4011) }),
      start({ ROLES: 'web,api', PORT: at(4012) }),
      start({ ROLES: 'identity', IDENTITY_PORT: at(4021) }),
      start({ ROLES: 'identity', IDENTITY_PORT: at(4022) }),
    ])
    await vi.waitUntil(isReady, { timeout: 30_000, interval: 100 })
  }, 600_000)

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
