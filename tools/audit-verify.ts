// npm run audit:verify: reads every organisation's audit chain and says what was changed behind the product.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openPostgres } from '@counterfoil/database/open.ts'
import {
  type AuditFault,
  type Checkpoint,
  verifyChain,
} from '@counterfoil/features/access/audit/audit-chain.public.ts'
import { openDatabase } from '@counterfoil/kit/database/database.ts'
import { platformScope } from '@counterfoil/kit/database/scope.ts'
import { listTenantIds } from '@counterfoil/kit/database/tenants.ts'
import { readSettings } from '@counterfoil/kit/server/settings.ts'
import { z } from 'zod'
import { runCommand, UsageError } from './command-line.ts'
import { homeOfDatabase } from './existing-database.ts'

const usage = `npm run audit:verify -- [--checkpoint FILE] [--write FILE]
  --checkpoint FILE  the chains' ends as an earlier run wrote them: shows what was cut off or written anew since
  --write FILE       writes the chains' ends as they are now, when nothing is wrong; keep it away from the database`

const checkpoints = z.array(
  z.object({
    tenantId: z.uuid(),
    sequence: z.string().regex(/^\d+$/),
    hash: z.string().length(64),
  }),
)

/** What is wrong, in words. */
const words: Record<AuditFault['kind'], string> = {
  edited: 'was edited, or something before it was',
  removed: 'holds an entry that was removed',
  gap: 'is missing',
  inserted: 'was put in behind the product',
  cut: 'and all after it were cut off',
  rewritten: 'is not what the checkpoint says: the chain was written anew',
}

async function main(): Promise<number> {
  const asked = readArguments(process.argv.slice(2))
  const known = new Map(readCheckpoints(asked.checkpoint).map((one) => [one.tenantId, one]))
  const settings = readSettings()
  // a new and empty database would have no faults
  if (settings.databaseUrl === undefined) homeOfDatabase(settings.dataDir)
  const postgres = await openPostgres(settings, (what) => console.log(`  ${what}`))
  const database = openDatabase({ ...postgres, maxConnections: 2 })
  try {
    const ends: Checkpoint[] = []
    let isWhole = true
    const tenants = new Set([...(await listTenantIds(database)), ...known.keys()])
    for (const tenantId of tenants) {
      const reader = database.reader(platformScope)
      const verdict = await verifyChain(reader, tenantId, new Date(), known.get(tenantId))
      if (verdict.checkpoint) ends.push(verdict.checkpoint)
      for (const fault of verdict.faults) console.log(`${tenantId}  ${textOf(fault)}`)
      isWhole &&= verdict.faults.length === 0
      console.log(`${tenantId}  ${verdict.entries} entries, ${verdict.faults.length} faults`)
    }
    if (isWhole && asked.write) {
      writeFileSync(asked.write, `${JSON.stringify(ends, null, 2)}\n`)
      console.log(`checkpoint written to ${asked.write}`)
    }
    if (!asked.checkpoint)
      console.log('no checkpoint was given: an end that was cut off would not show')
    return isWhole ? 0 : 1
  } finally {
    await database.close()
    await postgres.close()
  }
}

function textOf({ kind, sequence, entryId }: AuditFault): string {
  const what = sequence === undefined ? `entry ${entryId}` : `link ${sequence}`
  const entry = sequence !== undefined && entryId !== undefined ? ` (entry ${entryId})` : ''
  return `${what} ${words[kind]}${entry}`
}

function readArguments(args: string[]) {
  const options = { checkpoint: { type: 'string' }, write: { type: 'string' } } as const
  return parseArgs({ args, options }).values
}

function readCheckpoints(file: string | undefined): Checkpoint[] {
  if (file === undefined) return []
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}\n${usage}`)
  try {
    return checkpoints.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new UsageError(`${file} is no checkpoint of --write`)
  }
}

await runCommand(main)
