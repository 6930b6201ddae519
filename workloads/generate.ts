// Fills the demo with years of history: npm run generate -- --transactions 5000000 [--tenants 20] [--months 24]
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { openPostgres } from '@counterfoil/database/open.ts'
import { prepareDatabase } from '@counterfoil/database/prepare.ts'
import { openDatabase } from '@counterfoil/kit/database/database.ts'
import { readSettings } from '@counterfoil/kit/server/settings.ts'
import { runCommand, UsageError } from '@counterfoil/tools/command-line.ts'
import { fill } from './generate/fill.ts'
import { organisationsOf } from './generate/organisations.ts'
import { fillTickets } from './generate/tickets.ts'

const usage = `npm run generate -- --transactions N [options]
  --transactions N  payments in all
  --tickets N       support tickets, with ten items in the feed of each on the average (0)
  --tenants N       tenants, of very different size, Northwind Pay and Bosphorus Payments the largest (20)
  --months N        how far back the history begins (24)
  --seed N          another number makes another history, beside one that is there (1)
  --workers N       threads that make and load days (as many as there are processors, at least 2)`

const say = (what: string) => console.log(`  ${what}`)

async function main(): Promise<void> {
  const asked = readArguments(process.argv.slice(2))
  const settings = readSettings()
  if (!settings.isDemo) throw new UsageError('History is generated in the demo alone (DEMO=on)')
  const startedAt = performance.now()
  const postgres = await openPostgres(settings, say)
  try {
    const { ownerUrl, appUrl, platformUrl, isCluster } = postgres
    await prepareDatabase(ownerUrl, say)
    const database = openDatabase({ appUrl, platformUrl, isCluster, maxConnections: 4 })
    try {
      await fill(database, ownerUrl, asked, say)
      if (asked.tickets > 0) {
        const tenants = organisationsOf(asked.tenants)
        await fillTickets(database, ownerUrl, { ...asked, tenants }, say)
      }
    } finally {
      await database.close()
    }
  } finally {
    await postgres.close()
  }
  say(`done in ${Math.round((performance.now() - startedAt) / 1000)} s`)
}

function readArguments(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      transactions: { type: 'string' },
      tickets: { type: 'string', default: '0' },
      tenants: { type: 'string', default: '20' },
      months: { type: 'string', default: '24' },
      seed: { type: 'string', default: '1' },
      workers: { type: 'string', default: String(Math.max(2, availableParallelism())) },
    },
  })
  const whole = (name: string, text: string | undefined, least: number, most: number) => {
    const value = Number(text)
    if (text !== undefined && Number.isInteger(value) && value >= least && value <= most)
      return value
    throw new UsageError(`--${name} is a whole number from ${least} to ${most}\n${usage}`)
  }
  return {
    transactions: whole('transactions', values.transactions, 1, 1_000_000_000),
    tickets: whole('tickets', values.tickets, 0, 10_000_000),
    tenants: whole('tenants', values.tenants, 1, 500),
    months: whole('months', values.months, 1, 240),
    seed: whole('seed', values.seed, 1, 2_000_000_000),
    workers: whole('workers', values.workers, 1, 64),
  }
}

await runCommand(main)
