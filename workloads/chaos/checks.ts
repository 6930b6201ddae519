// Afterwards: is everything that was acknowledged there exactly once, and does everything agree?
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import { findAnswerFaults } from './answers.ts'
import { databaseChecks } from './database-checks.ts'
import type { Intent, Load } from './load.ts'

export interface Fault {
  readonly what: string
  readonly count: number
  readonly example: unknown
}

export type OwnerClient = ClientBase & { end(): Promise<void> }

export interface CheckOptions {
  readonly owner: () => Promise<OwnerClient>
  readonly load: Load
  readonly prefix: string
  /** How long recovery may take. */
  readonly withinMs: number
  readonly say: (what: string) => void
}

const sayEveryMs = 15_000

/** Repeats the checks until there is no fault, or the time is up; returns the faults that are left. */
export async function checkUntilSettled(options: CheckOptions): Promise<Fault[]> {
  const { owner, load, prefix, withinMs, say } = options
  const until = performance.now() + withinMs
  let saidAt = performance.now()
  for (;;) {
    const faults = await withOwner(owner, (client) => findDatabaseFaults(client, prefix))
    if (faults.length === 0 || performance.now() > until) {
      const answers = await withOwner(owner, (client) =>
        findAcknowledgementFaults(client, load, prefix),
      )
      return [...faults, ...answers]
    }
    if (performance.now() - saidAt > sayEveryMs) {
      say(`still open: ${faults.map(({ what, count }) => `${count} ${what}`).join('; ')}`)
      saidAt = performance.now()
    }
    await sleep(1000)
  }
}

async function withOwner<T>(
  owner: () => Promise<OwnerClient>,
  work: (client: OwnerClient) => Promise<T>,
): Promise<T> {
  const client = await owner()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Rows that must not exist. */
export async function findDatabaseFaults(client: ClientBase, prefix: string): Promise<Fault[]> {
  const faults: Fault[] = []
  for (const { what, sql } of databaseChecks) {
    const { rows } = await client.query(sql, sql.includes('$1') ? [`${prefix}-%`] : [])
    if (rows.length > 0) faults.push({ what, count: rows.length, example: rows[0] })
  }
  return faults
}

const repeated = 60

/** Stored records and repeated requests must agree with the first answers. */
async function findAcknowledgementFaults(
  client: OwnerClient,
  load: Load,
  prefix: string,
): Promise<Fault[]> {
  const again = load.intents.filter((one) => one.answer?.status === 201).slice(-repeated)
  const changed: Intent[] = []
  for (const intent of again) {
    const answer = await load.repeat(intent)
    if (JSON.stringify(answer) !== JSON.stringify(intent.answer)) changed.push(intent)
  }
  const found = await findAnswerFaults(client, load.intents, prefix)
  found.set('intents that are answered otherwise when repeated', changed)
  return [...found].flatMap(([what, of]) =>
    of.length > 0 ? [{ what, count: of.length, example: of[0] }] : [],
  )
}
