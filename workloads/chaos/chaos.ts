// The product under load, killed again and again at random moments.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { isAlive, readPostmaster } from '@counterfoil/database/postmaster.ts'
import { ownerAddress } from '@counterfoil/tools/testing/owner-address.ts'
import { type Stack, startStack } from '@counterfoil/tools/testing/stack.ts'
import pg from 'pg'
import { type Random, randomOf } from '../random.ts'
import { checkUntilSettled, type Fault } from './checks.ts'
import { type Load, startLoad } from './load.ts'
import type { MerchantServer } from './merchants.ts'

export interface ChaosOptions {
  readonly stack: Stack
  /** Another process that does the same background work on the same database; null: the server alone. */
  readonly worker: Stack | null
  readonly merchants: readonly MerchantServer[]
  /** How often the server is killed, and after that the database: every third time together with the server. */
  readonly kills: number
  readonly postgresKills: number
  readonly clients: number
  readonly seed: number
  /** How long recovery may take in the end. */
  readonly settleWithinMs: number
  readonly say: (what: string) => void
}

export interface ChaosReport {
  readonly intents: number
  /** Intents that were sent more than once before they were answered. */
  readonly repeated: number
  /** Kills of a server that was not ready yet. */
  readonly killedWhileStarting: number
  readonly byStatus: Readonly<Record<string, number>>
  readonly faults: readonly Fault[]
}

const calmMs = { least: 300, more: 5000 }
const shareWhileStarting = 0.2
const startingMs = 4000
const shareOfWorker = 0.4
const backWithinMs = 60_000

export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { stack, say, seed } = options
  const random = randomOf(seed)
  // in letters too: so many digits in a row may be a card's number, which is refused
  const prefix = `chaos-${seed}-${Date.now().toString(36)}`
  const load = startLoad({ ...options, portalUrl: stack.portalUrl, prefix })
  try {
    const killedWhileStarting = await killAll(options, load, random)
    await load.finish()
    say(`${countOf(load)}; waiting for what is open`)
    const owner = () => ownerOf(stack)
    const faults = await checkUntilSettled({
      owner,
      load,
      prefix,
      withinMs: options.settleWithinMs,
      say,
    })
    return { ...figuresOf(load), killedWhileStarting, faults }
  } finally {
    load.abandon()
  }
}

/** Returns how often it was a server that was not ready yet. */
async function killAll(options: ChaosOptions, load: Load, random: Random): Promise<number> {
  const { stack, worker, say } = options
  const calm = () => sleep(calmMs.least + random.below(calmMs.more))
  let killedWhileStarting = 0
  for (let kill = 1; kill <= options.kills; kill += 1) {
    await calm()
    if (worker !== null && random.fraction() < shareOfWorker) {
      await killServer(worker, undefined)
      say(`second worker killed, ${kill} of ${options.kills}; ${countOf(load)}`)
      await worker.startAgain()
      continue
    }
    const isStarting = kill > 1 && random.fraction() < shareWhileStarting
    if (isStarting) killedWhileStarting += 1
    await killServer(stack, isStarting ? random : undefined)
    const when = isStarting ? ', and once more while it started' : ''
    say(`server killed${when}, ${kill} of ${options.kills}; ${countOf(load)}`)
    await stack.startAgain()
  }
  for (let kill = 1; kill <= options.postgresKills; kill += 1) {
    await calm()
    const withServer = kill % 3 === 0
    await killPostgres(stack, withServer)
    const what = withServer ? 'PostgreSQL and server' : 'PostgreSQL'
    say(`${what} killed, ${kill} of ${options.postgresKills}; ${countOf(load)}`)
  }
  await calm()
  return killedWhileStarting
}

const countOf = ({ intents }: Load) =>
  `${intents.length} intents, ${intents.filter((one) => one.answer !== undefined).length} answered`

function figuresOf({ intents }: Load) {
  const byStatus: Record<string, number> = {}
  for (const { path, answer } of intents) {
    const call = path === '/v1/payments' ? 'payments' : (path.split('/').at(-1) ?? '')
    const reached = answer?.body.operation?.status ?? answer?.body.status ?? 'unanswered'
    const status = (answer?.status ?? 0) >= 400 ? (answer?.body.code ?? 'refused') : reached
    byStatus[`${call} ${status}`] = (byStatus[`${call} ${status}`] ?? 0) + 1
  }
  return {
    intents: intents.length,
    repeated: intents.filter((one) => one.sent > 1).length,
    byStatus,
  }
}

/** With `random`, also kills the next one, somewhere between its beginning and being ready. */
async function killServer(stack: Stack, random: Random | undefined): Promise<void> {
  await stack.stop('SIGKILL')
  if (random === undefined) return
  const starting = stack.startAgain().catch(() => undefined)
  await sleep(random.below(startingMs))
  await stack.stop('SIGKILL')
  await starting
}

/** Its guardian and its keeper are left to do what they do. */
async function killPostgres(stack: Stack, withServer: boolean): Promise<void> {
  const postmaster = await runningDatabase(stack)
  if (!withServer) return void process.kill(postmaster, 'SIGKILL')
  const ended = stack.stop('SIGKILL')
  process.kill(postmaster, 'SIGKILL')
  await ended
  await stack.startAgain()
}

const folderOf = (stack: Stack) => join(stack.dataDir, 'postgres')

/**
 * Starts a process that does nothing but background work, on the database of `stack` and with its secrets. `SECRETS_KEY` must
 * be the one that `stack` was started with.
 */
export function startSecondWorker(
  stack: Stack,
  environment: Readonly<Record<string, string>>,
): Promise<Stack> {
  const { user, password, port, database } = ownerAddress(stack)
  return startStack({
    ...environment,
    ROLES: 'worker',
    // the demo's merchants receive their messages at this machine's own address
    DEMO: 'on',
    DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`,
    STORAGE_URL: pathToFileURL(join(stack.dataDir, 'files')).href,
  })
}

/** Its process id; the one that was killed before may still be on its way back. */
async function runningDatabase(stack: Stack): Promise<number> {
  const until = performance.now() + backWithinMs
  while (performance.now() < until) {
    const running = readPostmaster(join(folderOf(stack), 'cluster'))
    if (running?.state === 'ready' && isAlive(running.pid)) return running.pid
    await sleep(50)
  }
  throw new Error('The database does not come back')
}

async function ownerOf(stack: Stack): Promise<pg.Client> {
  const client = new pg.Client(ownerAddress(stack))
  await client.connect()
  return client
}
