// The whole product as `npm start` starts it, in a process of its own, on a new data folder and free ports.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import nodeFlags from '../node-flags.json' with { type: 'json' }
import { copyKeptTemplate } from './citus.ts'
import { temporaryFolder } from './temporary-folder.ts'

export interface Stack {
  readonly portalUrl: string
  readonly identityUrl: string
  readonly dataDir: string
  /** Process id of the product; the database is another. */
  readonly pid: number
  /** Everything that it has said so far. */
  said(): string
  /** Ends it as an operator would, or as a power cut would, and waits until it has ended. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** Starts it again on the same data and ports. */
  startAgain(): Promise<void>
  /** Stops it and removes its data. */
  remove(): Promise<void>
}

const startFile = join(import.meta.dirname, '../start.ts')
/** The first start of one among several, on a slow machine: the database, its migrations, the demo and its history. */
const readyWithinMs = 400_000

/**
 * `copyOf`: the data folder of a product that is stopped, to begin with its data instead of none. `installed`: the folder of
 * an archive that was unpacked, started with an empty environment; otherwise what starts is this repository.
 */
export async function startStack(
  environment: Record<string, string> = {},
  copyOf?: string,
  installed?: string,
): Promise<Stack> {
  const dataDir = temporaryFolder('counterfoil-stack-')
  // with its owners, which Node's own copying does not keep
  if (copyOf !== undefined) execFileSync('cp', ['-a', `${copyOf}/.`, dataDir])
  const database = copyOf === undefined ? undefined : await copyKeptTemplate(copyOf)
  const [port, identityPort] = await Promise.all([freePort(), freePort()])
  const env = {
    ...(installed === undefined ? process.env : { PATH: '', HOME: '/nonexistent' }),
    NODE_ENV: 'development',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_MINUTE: '0',
    // journeys count the payments of the small history
    DEMO_PAYMENTS: '0',
    PORT: String(port),
    IDENTITY_PORT: String(identityPort),
    DATA_DIR: dataDir,
    ...(database === undefined ? {} : { DATABASE_URL: database.ownerUrl, DEMO: 'on' }),
    ...environment,
  }
  const [program, args] =
    installed === undefined
      ? [process.execPath, [...nodeFlags, startFile]]
      : [join(installed, 'bin/counterfoil'), ['start']]
  let said = ''
  let child: ChildProcess
  const start = async () => {
    // the channel closes with this process, so that a killed test run leaves nothing running
    child = spawn(program, args, {
      env,
      ...(installed === undefined ? {} : { cwd: '/' }),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    const began = said.length
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`Not ready in time:\n${said}`)), readyWithinMs)
      const hear = (chunk: Buffer) => {
        said += chunk.toString()
        if (!/^ready /m.test(said.slice(began))) return
        clearTimeout(late)
        resolve()
      }
      child.stdout?.on('data', hear)
      child.stderr?.on('data', hear)
      child.on('exit', (code) => {
        clearTimeout(late)
        reject(new Error(`The product ended with ${code}:\n${said}`))
      })
    })
  }
  const stop = async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }
  await start()
  return {
    portalUrl: `http://localhost:${env.PORT}`,
    identityUrl: `http://localhost:${env.IDENTITY_PORT}`,
    dataDir,
    get pid() {
      return child.pid as number
    },
    said: () => said,
    stop,
    startAgain: start,
    async remove() {
      await stop()
      await database?.remove()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A port that nobody uses now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })
}
