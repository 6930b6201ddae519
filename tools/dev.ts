// `npm run dev`: like start, beginning again on each change of the server, and building the portal on each of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPostgres } from '@counterfoil/database/open.ts'
import { readSettings } from '@counterfoil/kit/server/settings.ts'
import { vite, webFolder } from './serve/build-web.ts'
import { makeClosing } from './serve/closing.ts'

const say = (what: string) => console.log(`  ${what}`)
const closing = makeClosing(say)
closing.listen()

// kept open here, so that the database goes on through every restart of the server
const postgres = await openPostgres(readSettings(), say)
closing.add('database', () => postgres.close())

const portal = spawn(process.execPath, [vite, 'build', '--watch', '--logLevel', 'warn'], {
  cwd: webFolder,
  stdio: ['ignore', 'inherit', 'inherit'],
})
closing.add('portal build', () => stop(portal))
while (!existsSync(join(webFolder, 'dist/index.html'))) await sleep(100)

const server = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', join(import.meta.dirname, 'start.ts'), '--no-build'],
  { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
)
closing.add('server', () => stop(server))

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.on('exit', () => resolve())
    child.kill('SIGTERM')
  })
}
