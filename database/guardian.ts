// Shuts the embedded database down when the process that started it is gone, however it went.
// Started as a process of its own: its standard input is a pipe that only the parent holds, so it ends with the parent.
import { readPostmaster, signalStop } from './postmaster.ts'

const [cluster = '', pid = '0', pgCtl = ''] = process.argv.slice(2)
const postmaster = Number(pid)
const giveUpAfterMs = 60_000

let word = ''
process.stdin.on('data', (chunk) => {
  word += String(chunk)
})
process.stdin.on('close', () => void end())
process.stdin.on('error', () => undefined)
// A signal to the whole group is for the parent; this process follows the pipe alone.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

async function end(): Promise<void> {
  // The parent has shut the database down by itself, or has handed it on.
  if (word.startsWith('released')) process.exit(0)
  const by = { cluster, pgCtl }
  const isRunning = () => readPostmaster(cluster)?.pid === postmaster
  if (isRunning()) signalStop(postmaster, 'fast', by)
  const until = Date.now() + giveUpAfterMs
  while (isRunning() && Date.now() < until) await new Promise((done) => setTimeout(done, 100))
  if (isRunning()) signalStop(postmaster, 'immediate', by)
  process.exit(0)
}
