// npm run chaos -- --kills 20 --postgres-kills 3 --workers 2: the product killed under load; then everything is compared.
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { startStack } from '@counterfoil/tools/testing/stack.ts'
import { type ChaosReport, runChaos, startSecondWorker } from './chaos/chaos.ts'
import { merchants } from './chaos/merchants.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    'postgres-kills': { type: 'string', default: '3' },
    workers: { type: 'string', default: '2' },
    clients: { type: 'string', default: '8' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const kills = Number(values.kills)
const postgresKills = Number(values['postgres-kills'])
const seed = Number(values.seed)
// a webhook whose first three attempts met a killed server is sent again after half an hour
const settleWithinMs = 2_700_000

console.log(`starting the product; seed ${seed}`)
const environment = { SECRETS_KEY: randomBytes(32).toString('base64') }
const stack = await startStack(environment)
const worker = values.workers === '1' ? null : await startSecondWorker(stack, environment)
try {
  const report = await runChaos({
    ...{ stack, worker, merchants, kills, postgresKills, seed, settleWithinMs },
    clients: Number(values.clients),
    say: (what) => console.log(`${new Date().toISOString().slice(11, 19)} ${what}`),
  })
  printReport(report)
  process.exitCode = report.faults.length > 0 ? 1 : 0
} catch (error) {
  console.error(stack.said().slice(-5000), worker?.said().slice(-5000), error)
  process.exitCode = 1
} finally {
  await worker?.remove()
  await stack.remove()
}

function printReport({ faults, byStatus, ...figures }: ChaosReport): void {
  console.log(
    `\n${kills} kills of the server or the second worker, ${figures.killedWhileStarting} more while it started; ${postgresKills} of PostgreSQL`,
  )
  console.log(`${figures.intents} intents, ${figures.repeated} of them sent more than once`)
  for (const name of Object.keys(byStatus).sort()) {
    console.log(`  ${name.padEnd(48)} ${String(byStatus[name]).padStart(6)}`)
  }
  for (const { what, count, example } of faults) {
    console.log(`FAULT: ${count} ${what}, such as\n  ${JSON.stringify(example)}`)
  }
  console.log(
    faults.length > 0
      ? `Result: ${faults.length} kinds of faults (seed ${seed})`
      : 'Result: everything that was acknowledged is there exactly once, and everything agrees',
  )
}
