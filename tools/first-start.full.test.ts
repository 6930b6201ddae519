import { spawn } from 'node:child_process'
import { chmodSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import nodeFlags from './node-flags.json' with { type: 'json' }
import { freePort, type Stack, startStack } from './testing/stack.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'

// The first start makes the database, its tables and the demo. Whoever stops it in between starts it again.

const dataDir = temporaryFolder('counterfoil-killed-')
const stacks: Stack[] = []
afterAll(async () => {
  for (const stack of stacks) await stack.remove()
  rmSync(dataDir, { recursive: true, force: true })
}, 60_000)

/** Starts on the folder, and kills the process so long after it has said a line; or once it is ready, if it never does. */
async function killAfter(line: string, laterMs: number): Promise<void> {
  chmodSync(dataDir, 0o755)
  const [port, identityPort] = await Promise.all([freePort(), freePort()])
  const child = spawn(process.execPath, [...nodeFlags, join(import.meta.dirname, 'start.ts')], {
    env: {
      ...process.env,
      ...{ NODE_ENV: 'development', LOG_LEVEL: 'warn', DEMO_PAYMENTS: '0', DATA_DIR: dataDir },
      ...{ PORT: String(port), IDENTITY_PORT: String(identityPort) },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes(line) || /^ready /m.test(said)) resolve()
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('exit', (code) =>
      reject(new Error(`It ended with ${code} before “${line}”:\n${said}`)),
    )
  })
  await sleep(laterMs)
  child.removeAllListeners('exit')
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

/** What a database holds of the demo, and what is wrong with it. */
async function contents(folder: string) {
  const below = (name: string) => readFileSync(join(folder, 'postgres', name), 'utf8')
  const client = new pg.Client({
    ...{ host: '127.0.0.1', port: Number(below('port')), user: 'postgres' },
    ...{ password: below('owner-password'), database: 'counterfoil' },
  })
  await client.connect()
  const rows = async (sql: string) => (await client.query(sql)).rows
  try {
    return {
      accounts: await rows('select count(*)::int as n from identity.account'),
      payments: await rows('select count(*)::int as n from app.payment'),
      merchants: await rows('select count(*)::int as n from app.merchant'),
      migrations: await rows('select count(*)::int as n from migration.applied'),
      open: await rows(
        `select state from app.payment_operation where state in ('requested', 'unknown')`,
      ),
      unbalanced: await rows(
        'select currency from app.ledger_entry group by currency having sum(amount_minor) <> 0',
      ),
    }
  } finally {
    await client.end()
  }
}

test('killed at each of its steps, the first start comes up with everything at the next', async () => {
  const undisturbed = await startStack()
  stacks.push(undisturbed)
  const expected = await contents(undisturbed.dataDir)
  const steps = undisturbed
    .said()
    .split('\n')
    .filter((line) => line.startsWith('  ') && !/portal|http|log:|@|cf_/.test(line))
  await undisturbed.stop()
  expect(steps.length).toBeGreaterThan(6)
  expect(expected.payments[0].n).toBeGreaterThan(100)
  for (const step of steps) {
    await killAfter(step, 0)
    // and again within it, where it takes long
    await killAfter(step, 1500)
  }
  stacks.push(await startStack({ DATA_DIR: dataDir }))
  expect(await contents(dataDir)).toEqual(expected)
  // some twenty starts, each of which takes a minute on a busy machine
}, 1_800_000)
