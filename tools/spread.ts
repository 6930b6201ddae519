// npm run spread: distributes the tables of a database on a Citus cluster by tenant, once.
import { parseArgs } from 'node:util'
import { openPostgres } from '@counterfoil/database/open.ts'
import { prepareDatabase } from '@counterfoil/database/prepare.ts'
import { spreadTables } from '@counterfoil/database/spread.ts'
import { readSettings } from '@counterfoil/kit/server/settings.ts'
import { runCommand, UsageError } from './command-line.ts'

const usage = `npm run spread -- [--shards N]
  --shards N  into how many parts each table is cut, once and for all: two to four for each processor core that the
              cluster will ever have (32)
DATABASE_URL is the coordinator of a Citus cluster whose workers have joined. Stop the product first: a table that is
spread is locked until it is done, about a minute for ten million rows. What was interrupted goes on when it is started
again.`

const say = (what: string) => console.log(`  ${what}`)

async function main(): Promise<void> {
  const shards = readShards(process.argv.slice(2))
  const settings = readSettings()
  if (settings.databaseUrl === undefined) {
    throw new UsageError(`DATABASE_URL is not set: the embedded database is one machine.\n${usage}`)
  }
  const startedAt = performance.now()
  const postgres = await openPostgres(settings, say)
  try {
    await prepareDatabase(postgres.ownerUrl, say)
    const { tables, foreignKeys } = await spreadTables(postgres.ownerUrl, { shards, say })
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    say(
      tables === 0 && foreignKeys === 0
        ? 'every table is where it belongs already'
        : `done in ${seconds} s: ${tables} tables placed, ${foreignKeys} foreign keys back`,
    )
  } finally {
    await postgres.close()
  }
}

function readShards(args: string[]): number {
  const { values } = parseArgs({ args, options: { shards: { type: 'string', default: '32' } } })
  const shards = Number(values.shards)
  if (Number.isInteger(shards) && shards >= 1 && shards <= 1024) return shards
  throw new UsageError(`--shards is a whole number from 1 to 1024\n${usage}`)
}

await runCommand(main)
