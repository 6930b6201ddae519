// The product behind a pooler in transaction mode, as docs/runbooks/pooler.md has it. Where Debian's package pgbouncer is installed.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { type EmbeddedDatabase, startEmbedded } from '@counterfoil/database/embedded.ts'
import { ensureDatabase } from '@counterfoil/database/open.ts'
import { ensureRoles } from '@counterfoil/database/roles.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { signInToDemo } from './testing/demo-sign-in.ts'
import { payInDemo } from './testing/pay-in-demo.ts'
import { freePort, startStack } from './testing/stack.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'

const program = '/usr/sbin/pgbouncer'
const example = join(import.meta.dirname, '../docs/examples/pgbouncer.ini')
const poolSize = 4

describe.skipIf(!existsSync(program))('behind PgBouncer', () => {
  const folder = temporaryFolder('counterfoil-pooler-')
  let server: EmbeddedDatabase
  let databaseUrl: string
  let owner: pg.Client

  beforeAll(async () => {
    server = await startEmbedded({ dataDir: join(folder, 'database'), isDurable: false })
    databaseUrl = await ensureDatabase(server.ownerUrl, 'counterfoil')
    owner = new pg.Client({ connectionString: databaseUrl })
    await owner.connect()
  }, 120_000)

  afterAll(async () => {
    await owner?.end()
    await server?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** The example with this test's addresses and few connections; answers DATABASE_POOL_URL. */
  async function startPooler(change: (text: string) => string): Promise<string> {
    const port = await freePort()
    const to = new URL(databaseUrl)
    const own = temporaryFolder('counterfoil-pgbouncer-')
    // PgBouncer refuses to run as root
    chmodSync(own, 0o755)
    const users = join(own, 'userlist.txt')
    const roles = Object.values(await ensureRoles(databaseUrl)).map((url) => new URL(url))
    writeFileSync(
      users,
      roles.map(({ username, password }) => `"${username}" "${password}"\n`).join(''),
    )
    const file = join(own, 'pgbouncer.ini')
    const text = readFileSync(example, 'utf8')
      .replace('host=127.0.0.1 port=5432', `host=${to.hostname} port=${to.port}`)
      .replace('listen_port = 6432', `listen_port = ${port}`)
      .replace('/etc/pgbouncer/userlist.txt', users)
      .replace(/default_pool_size = \d+/, `default_pool_size = ${poolSize}`)
    writeFileSync(file, change(text))
    const isRoot = process.getuid?.() === 0
    const ids = isRoot ? { uid: 65_534, gid: 65_534 } : {}
    const child: ChildProcess = spawn(program, [file], { ...ids, stdio: 'ignore' })
    onTestFinished(() => {
      child.kill()
      rmSync(own, { recursive: true, force: true })
    })
    await vi.waitUntil(() => answers(port), { timeout: 10_000, interval: 50 })
    return `postgres://owner@127.0.0.1:${port}/counterfoil`
  }

  const environment = (poolUrl: string) => ({
    ...{ DATABASE_URL: databaseUrl, DATABASE_POOL_URL: poolUrl, DEMO: 'on' },
    SECRETS_KEY: 'of all processes of this test alone',
  })

  test('payments, sign-ins and jobs need few connections', { timeout: 600_000 }, async () => {
    const poolUrl = await startPooler((text) => text)
    const stack = await startStack(environment(poolUrl))
    onTestFinished(() => stack.remove())
    let most = 0
    const watch = setInterval(async () => {
      const { rows } = await owner.query<{ count: number }>(
        "select count(*)::int from pg_stat_activity where usename = 'counterfoil_app' and application_name = 'counterfoil'",
      )
      most = Math.max(most, rows[0]?.count ?? 0)
    }, 50)
    const statuses = await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        const answer = await payInDemo(stack.portalUrl, `pooled-${n}`)
        await answer.arrayBuffer()
        return answer.status
      }),
    )
    clearInterval(watch)
    expect(statuses.filter((status) => status !== 201)).toEqual([])
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThanOrEqual(poolSize)
    const headers = await signInToDemo(stack.portalUrl)
    expect((await fetch(`${stack.portalUrl}/api/users`, { headers })).status).toBe(200)
    // by a schedule of the worker, whose lock is held past the pooler
    const isAudited = async () =>
      (await owner.query("select from app.audit_entry where action = 'account.signed-in' limit 1"))
        .rowCount === 1
    await vi.waitUntil(isAudited, { timeout: 30_000, interval: 200 })
    const { rows } = await owner.query<{ payments: number; ids: number }>(
      `select count(*)::int as payments, count(distinct external_id)::int as ids
       from app.payment where external_id like 'pooled-%' and status = 'captured'`,
    )
    expect(rows).toEqual([{ payments: 60, ids: 60 }])
  })

  test('a pooler without its settings is refused at the start', { timeout: 120_000 }, async () => {
    const poolUrl = await startPooler((text) => text.replace(/ connect_query='.*'/, ''))
    await expect(startStack(environment(poolUrl))).rejects.toThrow(
      /DATABASE_POOL_URL: .*search_path .*pooler\.md/,
    )
  })
})

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
