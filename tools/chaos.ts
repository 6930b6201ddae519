// node tools/chaos.ts --server-kills 20 --database-kills 3: the product killed under load, then looked through.
import { parseArgs } from 'node:util'
import { runChaos } from './chaos/chaos.ts'
import { demoKeyOf } from './demo/organisations.ts'
import { startStack } from './testing/stack.ts'

const { values } = parseArgs({
  options: {
    'server-kills': { type: 'string', default: '20' },
    'database-kills': { type: 'string', default: '3' },
    clients: { type: 'string', default: '8' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const seed = Number(values.seed)
console.log(`seed ${seed}`)
const stack = await startStack()
try {
  const report = await runChaos({
    stack,
    apiKey: demoKeyOf('harbour', 2),
    currency: 'GBP',
    serverKills: Number(values['server-kills']),
    databaseKills: Number(values['database-kills']),
    clients: Number(values.clients),
    seed,
    settleWithinMs: 480_000,
    say: console.log,
  })
  console.log(JSON.stringify(report, undefined, 2))
  process.exitCode = report.faults.length > 0 ? 1 : 0
} catch (error) {
  console.error(stack.said().slice(-5000), error)
  process.exitCode = 1
} finally {
  await stack.remove()
}
