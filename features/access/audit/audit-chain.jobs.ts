import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { firstIdAt, timeOfId } from '@counterfoil/kit/database/ids.ts'
import { platformScope, tenantScope } from '@counterfoil/kit/database/scope.ts'
import { forEachTenant } from '@counterfoil/kit/jobs/for-each-tenant.ts'
import { schedule } from '@counterfoil/kit/jobs/job.ts'
import {
  findHead,
  type Head,
  insertChainLinks,
  listTenantsWithUnsealed,
  listUnsealed,
} from './audit-chain.queries.ts'
import { genesisHash, linkHash, maxCommitDelayMs } from './audit-chain.ts'

const msg = messagesOf(import.meta.url)

/** Entries per transaction. */
const batchSize = 1_000

/**
 * Appends the new entries of each tenant to its hash chain. Entries are written concurrently and must not wait for one
 * another, so the chain follows a few seconds behind; until then an entry is protected only by being append-only.
 */
function sealAuditEntries() {
  let allAtMs = 0
  return schedule({
    name: 'audit.seal',
    label: msg('Seal the audit trail'),
    everyS: 5,
    async run(context) {
      const { database, now, signal } = context
      // what is older than a transaction may last was left while no worker ran: all tenants are asked for it now and then
      const isOfAll = now().getTime() >= allAtMs
      if (isOfAll) allAtMs = now().getTime() + maxCommitDelayMs
      const ofNew = async () => ({
        tenantIds: await listTenantsWithUnsealed(
          database.reader(platformScope),
          unsealedFrom(now()),
        ),
      })
      const seal = async (tenantId: string) => {
        while (!signal.aborted && (await sealBatch(database, tenantId, now())) === batchSize);
      }
      await forEachTenant(
        context,
        'the audit trail was not sealed',
        seal,
        isOfAll ? {} : await ofNew(),
      )
    },
  })
}

/** Logs the end of every chain, where the database's owner cannot change it: a chain that was cut shows against it. */
const logAuditCheckpoints = schedule({
  name: 'audit.checkpoint',
  label: msg('Write audit checkpoints'),
  everyS: 3600,
  async run(context) {
    const { database, log } = context
    await forEachTenant(context, 'no audit checkpoint was logged', async (tenantId) => {
      const head = await findHead(database.reader(tenantScope(tenantId)))
      if (head === undefined) return
      const { sequence, hash } = head
      log.info({ tenantId, sequence: sequence.toString(), hash }, 'audit checkpoint')
    })
  },
})

export const schedules = () => [sealAuditEntries(), logAuditCheckpoints]

/** Seals at most one batch of a tenant's entries, in the order of their ids; returns their number. */
export function sealBatch(database: Database, tenantId: string, now: Date): Promise<number> {
  return database.transaction(tenantScope(tenantId), async (db) => {
    const head = await findHead(db)
    const entries = await listUnsealed(db, oldestUnsealed(head), batchSize)
    if (entries.length > 0) await seal(db, head, entries, now)
    return entries.length
  })
}

/**
 * The lowest id that an entry without a link can have. After a pause the head is an old entry that was sealed just now, and
 * the entries behind it are as old: the earlier of the two times counts.
 */
function oldestUnsealed(head: Head | undefined): string {
  if (head === undefined) return firstIdAt(new Date(0))
  const sealedUpTo = Math.min(head.sealedAt.getTime(), timeOfId(head.entryId).getTime())
  return unsealedFrom(new Date(sealedUpTo))
}

/** The lowest id of an entry that another transaction may still commit, when all before it are sealed at this time. */
const unsealedFrom = (sealedAt: Date) => firstIdAt(new Date(sealedAt.getTime() - maxCommitDelayMs))

type Unsealed = Awaited<ReturnType<typeof listUnsealed>>

/** Of two concurrent runs at the same head one inserts its links; the other fails on the sequence and runs again. */
async function seal(
  db: Db,
  head: Head | undefined,
  entries: Unsealed,
  sealedAt: Date,
): Promise<void> {
  let previous = head?.hash ?? genesisHash
  let sequence = head?.sequence ?? 0n
  const links = entries.map(({ id, fields }) => {
    sequence += 1n
    previous = linkHash(previous, sequence, fields)
    return { sequence, entryId: id, hash: previous, sealedAt }
  })
  await insertChainLinks(db, links)
}
