// The product under load, killed again and again at moments that nobody chose.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readPostmaster } from '@counterfoil/database/postmaster.ts'
import pg from 'pg'
import { randomOf } from '../random.ts'
import type { Stack } from '../testing/stack.ts'
import { startLoad } from './load.ts'
import { type Fault, judge } from './verdict.ts'

export interface ChaosOptions {
  readonly stack: Stack
  readonly apiKey: string
  readonly currency: string
  /** How often the server is killed, and after that the database. */
  readonly serverKills: number
  readonly databaseKills: number
  readonly clients: number
  readonly seed: number
  /** How long recovery may take in the end. */
  readonly settleWithinMs: number
  readonly say?: (what: string) => void
}

export interface ChaosReport {
  readonly intents: number
  /** Intents that were sent more than once before they were answered. */
  readonly repeated: number
  readonly byStatus: Readonly<Record<string, number>>
  readonly faults: readonly Fault[]
}

const calmMs = { least: 500, more: 3000 }

export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { stack, say = () => undefined, seed } = options
  const random = randomOf(seed)
  const prefix = `chaos-${seed}-${Date.now()}`
  const load = startLoad({ ...options, portalUrl: stack.portalUrl, prefix })
  const calm = () => sleep(calmMs.least + random.below(calmMs.more))
  for (let kill = 1; kill <= options.serverKills; kill += 1) {
    await calm()
    await stack.stop('SIGKILL')
    say(`server killed, ${kill} of ${options.serverKills}; ${load.intents.length} intents so far`)
    await stack.startAgain()
  }
  for (let kill = 1; kill <= options.databaseKills; kill += 1) {
    await calm()
    process.kill(databasePid(stack), 'SIGKILL')
    say(`database killed, ${kill} of ${options.databaseKills}; ${load.intents.length} intents`)
    await sleep(3000)
  }
  await calm()
  await load.finish()
  say(`${load.intents.length} intents, all answered; waiting for what is open`)
  const faults = await judge(() => ownerOf(stack), load, prefix, options.settleWithinMs)
  const byStatus = Object.groupBy(load.intents, (one) => one.answer?.body.status ?? 'refused')
  return {
    intents: load.intents.length,
    repeated: load.intents.filter((one) => one.sent > 1).length,
    byStatus: Object.fromEntries(
      Object.entries(byStatus).map(([status, some]) => [status, some?.length ?? 0]),
    ),
    faults,
  }
}

const folderOf = (stack: Stack) => join(stack.dataDir, 'postgres')

function databasePid(stack: Stack): number {
  const running = readPostmaster(join(folderOf(stack), 'cluster'))
  if (running === undefined) throw new Error('The database does not run')
  return running.pid
}

async function ownerOf(stack: Stack): Promise<pg.Client> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port: Number(readFileSync(join(folderOf(stack), 'port'), 'utf8')),
    user: 'postgres',
    password: readFileSync(join(folderOf(stack), 'owner-password'), 'utf8'),
    database: 'counterfoil',
  })
  await client.connect()
  return client
}
