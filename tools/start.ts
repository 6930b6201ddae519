// `npm start`: everything that this process serves, from a fresh clone or any later state.
import { setTimeout as sleep } from 'node:timers/promises'
import { readSettings, type Settings } from '@counterfoil/kit/server/settings.ts'
import { version } from '@counterfoil/kit/server/version.ts'
import { describeDemo } from '@counterfoil/workloads/demo/seed-demo.ts'
import { checkBeforeStart } from './serve/before-start.ts'
import { buildWeb } from './serve/build-web.ts'
import { makeClosing } from './serve/closing.ts'
import { openLog } from './serve/log.ts'
import { serve } from './serve/serve.ts'

const say = (what: string) => console.log(`  ${what}`)
// output that lies on a full disk is lost, and nothing else with it
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
const closing = makeClosing(say)
closing.listen()

try {
  const settings = readSettings()
  console.log(`Counterfoil ${version} is starting`)
  closing.add('claim of the data folder', await checkBeforeStart(settings))
  const { log, file } = openLog(settings)
  log.info({ version, roles: [...settings.roles] }, 'starting')
  if (settings.roles.has('web') && !process.argv.includes('--no-build')) await buildWeb(say)
  await serve({ settings, log, say, closing })
  await untilReady(settings)
  if (file !== undefined) say(`log: ${file}`)
  if (settings.isDemo) console.log(`\n${describeDemo(settings).join('\n')}\n`)
  console.log(`ready ${settings.publicUrl}`)
} catch (error) {
  console.error(explain(error as NodeJS.ErrnoException))
  await closing.close()
  process.exit(1)
}

/** Asks the health check until it agrees; a process that serves no API has started when its parts have. */
async function untilReady(settings: Settings): Promise<void> {
  if (!settings.roles.has('api') && !settings.roles.has('web')) return
  const host = settings.host === '0.0.0.0' || settings.host === '::' ? 'localhost' : settings.host
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${settings.port}/api/health/ready`
  for (let tried = 1; ; tried += 1) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    if (tried % 50 === 0) {
      const problem = (await answer?.json().catch(() => undefined)) as
        | { detail?: string }
        | undefined
      say(`waiting: ${problem?.detail ?? 'the API does not answer'}`)
    }
    await sleep(100)
  }
}

function explain(error: NodeJS.ErrnoException & { port?: number }): string {
  if (error.code === 'EADDRINUSE') {
    return `Port ${error.port} is in use. Stop what uses it, or set PORT and IDENTITY_PORT to others.`
  }
  return process.env.LOG_LEVEL === 'debug' ? String(error.stack) : error.message
}
