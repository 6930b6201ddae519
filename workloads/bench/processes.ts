import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

export interface Started {
  readonly pid: number
  /** The rest of the line that said it was ready. */
  readonly said: string
  stop(): Promise<void>
}

/** Starts one of our own programs and waits for the line that begins with `readyWord`. */
export async function start(
  args: readonly string[],
  env: Record<string, string>,
  readyWord: string,
  isLoud = false,
): Promise<Started> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    // the channel closes with this process, however it ends: the product then shuts down
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const said = await saidReady(child, readyWord, isLoud)
  return { pid: child.pid ?? 0, said, stop: () => stop(child) }
}

function saidReady(child: ChildProcess, readyWord: string, isLoud: boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!child.stdout) throw new Error('The program has no output')
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith(readyWord)) resolve(line.slice(readyWord.length).trim())
      else if (isLoud) console.log(`  ${line.trim()}`)
    })
    child.once('exit', (code) =>
      reject(new Error(`A program ended with ${code} before it was ready`)),
    )
  })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

/** What an earlier run left to be delivered is delivered first: it would be measured with the lists. */
export async function untilQueuesAreEmpty(client: pg.Client): Promise<void> {
  const ends = Date.now() + 60_000
  while (Date.now() < ends) {
    const { rows } = await client.query(
      // webhooks are sent without a job; a claim lasts 20 s. A cluster takes no empty list of columns here
      `select exists (select 1 from pgboss.job where state < 'completed' and start_after <= now())
         or exists (select 1 from app.webhook_delivery where state = 'waiting' and next_attempt_at < now() + interval '20 s')
         as is_busy`,
    )
    if (!rows[0].is_busy) return
    await sleep(500)
  }
}

export function residentMiB(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
  return (pages * 4096) / 2 ** 20
}
