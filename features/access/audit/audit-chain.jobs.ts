import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { firstIdAt, timeOfId } from '@counterfoil/kit/database/ids.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { listTenantIds } from '@counterfoil/kit/database/tenants.ts'
import { schedule } from '@counterfoil/kit/jobs/job.ts'
import { findHead, type Head, insertChainLinks, listUnsealed } from './audit-chain.queries.ts'
import { beforeFirst, lateMs, linkHash } from './audit-chain.ts'

/** Entries that one transaction seals. */
const batchSize = 1_000

/**
 * Adds to each organisation's chain what was written since. Entries are written by many at once and must not wait for
 * one another, so the chain follows a few seconds behind them; until then an entry is only append-only.
 */
const sealAuditEntries = schedule({
  name: 'audit.seal',
  everyS: 5,
  async run({ database, now, signal }) {
    for (const tenantId of await listTenantIds(database)) {
      while (!signal.aborted && (await sealBatch(database, tenantId, now())) === batchSize);
    }
  },
})

/** Says every chain's end where the database's owner cannot change it: in the log. A cut shows against it. */
const logAuditCheckpoints = schedule({
  name: 'audit.checkpoint',
  everyS: 3600,
  async run({ database, log }) {
    for (const tenantId of await listTenantIds(database)) {
      const head = await findHead(database.reader(tenantScope(tenantId)))
      if (head === undefined) continue
      const { sequence, hash } = head
      log.info({ tenantId, sequence: sequence.toString(), hash }, 'audit checkpoint')
    }
  },
})

export const schedules = [sealAuditEntries, logAuditCheckpoints]

/** Seals at most one batch of a tenant's entries, in the order of their ids; answers how many. */
export function sealBatch(database: Database, tenantId: string, now: Date): Promise<number> {
  return database.transaction(tenantScope(tenantId), async (db) => {
    const head = await findHead(db)
    const entries = await listUnsealed(db, oldestUnsealed(head), batchSize)
    if (entries.length > 0) await seal(db, head, entries, now)
    return entries.length
  })
}

/**
 * From where on there can be entries without a link. After a pause the head is an old entry that was sealed just now, and
 * what waits behind it is as old: it counts by the earlier of the two.
 */
function oldestUnsealed(head: Head | undefined): string {
  if (head === undefined) return firstIdAt(new Date(0))
  const reached = Math.min(head.sealedAt.getTime(), timeOfId(head.entryId).getTime())
  return firstIdAt(new Date(reached - lateMs))
}

type Unsealed = Awaited<ReturnType<typeof listUnsealed>>

/** Of two at the same head one stores its links, the other fails on the sequence and comes again. */
async function seal(
  db: Db,
  head: Head | undefined,
  entries: Unsealed,
  sealedAt: Date,
): Promise<void> {
  let previous = head?.hash ?? beforeFirst
  let sequence = head?.sequence ?? 0n
  const links = entries.map(({ id, fields }) => {
    sequence += 1n
    previous = linkHash(previous, sequence, fields)
    return { sequence, entryId: id, hash: previous, sealedAt }
  })
  await insertChainLinks(db, links)
}
