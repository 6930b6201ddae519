// npm run chaos -- --kills 20 --postgres-kills 3 --workers 2: the product killed under load; then everything is compared.
// npm run chaos -- --cluster: the same on the Citus cluster of DATABASE_URL, whose machines are killed too.
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { startStack } from '@counterfoil/tools/testing/stack.ts'
import { type ChaosReport, runChaos, startSecondWorker } from './chaos/chaos.ts'
import type { Fault } from './chaos/checks.ts'
import { runClusterChaos } from './chaos/cluster.ts'
import { merchants } from './chaos/merchants.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    'postgres-kills': { type: 'string', default: '3' },
    workers: { type: 'string', default: '2' },
    clients: { type: 'string', default: '8' },
    cluster: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const kills = Number(values.kills)
const postgresKills = Number(values['postgres-kills'])
const seed = Number(values.seed)
// a webhook whose first three attempts met a killed server is sent again after half an hour
const settleWithinMs = 2_700_000

const say = (what: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${what}`)

console.log(`starting the product; seed ${seed}`)
if (values.cluster) await runOnCluster()
else await runAlone()

async function runAlone(): Promise<void> {
  const environment = { SECRETS_KEY: randomBytes(32).toString('base64') }
  const stack = await startStack(environment)
  const worker = values.workers === '1' ? null : await startSecondWorker(stack, environment)
  try {
    const report = await runChaos({
      ...{ stack, worker, merchants, kills, postgresKills, seed, settleWithinMs, say },
      clients: Number(values.clients),
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
}

async function runOnCluster(): Promise<void> {
  const { DATABASE_URL: databaseUrl } = process.env
  if (databaseUrl === undefined) throw new Error('DATABASE_URL names the coordinator of a cluster')
  const clients = Number(values.clients)
  const report = await runClusterChaos({ databaseUrl, clients, seed, settleWithinMs, say })
  console.log(`\n${report.intents} intents, ${report.repeated} of them sent more than once`)
  for (const { what, meanwhile, said, readyAfterMs, servedAfterMs } of report.outages) {
    const answered = Object.entries(meanwhile).map(([tenant, count]) => `${tenant} ${count}`)
    console.log(
      `  ${what}: answered meanwhile ${answered.join(', ')}; readiness ${said.join(', ')}`,
    )
    console.log(
      `    ready again after ${readyAfterMs} ms, all tenants served after ${servedAfterMs} ms`,
    )
  }
  printResult(report.faults)
  process.exitCode = report.faults.length > 0 ? 1 : 0
}

function printReport({ faults, byStatus, ...figures }: ChaosReport): void {
  console.log(
    `\n${kills} kills of the server or the second worker, ${figures.killedWhileStarting} more while it started; ${postgresKills} of PostgreSQL`,
  )
  console.log(`${figures.intents} intents, ${figures.repeated} of them sent more than once`)
  for (const name of Object.keys(byStatus).sort()) {
    console.log(`  ${name.padEnd(48)} ${String(byStatus[name]).padStart(6)}`)
  }
  printResult(faults)
}

function printResult(faults: readonly Fault[]): void {
  for (const { what, count, example } of faults) {
    console.log(`FAULT: ${count} ${what}, such as\n  ${JSON.stringify(example)}`)
  }
  console.log(
    faults.length > 0
      ? `Result: ${faults.length} kinds of faults (seed ${seed})`
      : 'Result: everything that was acknowledged is there exactly once, and everything agrees',
  )
}
