import type { Db } from '@counterfoil/kit/database/database.ts'
import { firstIdAt } from '@counterfoil/kit/database/ids.ts'
import { listLinks, listNeverSealed } from './audit-chain.queries.ts'
import { genesisHash, linkHash, maxCommitDelayMs } from './audit-chain.ts'

/** The end of a chain at some time, kept outside of the database: a chain that was cut since shows against it. */
export interface Checkpoint {
  readonly tenantId: string
  readonly sequence: string
  readonly hash: string
}

/** One deviation from the chain as it was written. */
export interface AuditFault {
  readonly kind: 'edited' | 'removed' | 'gap' | 'inserted' | 'cut' | 'rewritten'
  /** The link's place in the chain; none for an entry that no link holds. */
  readonly sequence?: bigint
  readonly entryId?: string
}

export interface AuditVerdict {
  readonly entries: number
  readonly faults: readonly AuditFault[]
  /** The chain's end as it is now; undefined for an organisation without entries. */
  readonly checkpoint: Checkpoint | undefined
}

const pageSize = 2_000
/** Inserted entries beyond these are not listed. */
const maxReportedInserted = 100

/**
 * Reads a tenant's whole chain and reports deviations: an entry edited, removed or inserted, a link missing, and, given a
 * checkpoint, an end cut off or a chain rewritten. `db` reads all of the tenant's rows.
 */
export async function verifyChain(
  db: Db,
  tenantId: string,
  now: Date,
  checkpoint?: Checkpoint,
): Promise<AuditVerdict> {
  const chain = new Chain(tenantId, checkpoint)
  for (;;) {
    const links = await listLinks(db, tenantId, chain.sequence, pageSize)
    for (const link of links) chain.add(link)
    if (links.length < pageSize) break
  }
  // entries written just now get their link soon
  const settled = firstIdAt(new Date(now.getTime() - maxCommitDelayMs))
  const inserted = await listNeverSealed(db, tenantId, settled, maxReportedInserted)
  return {
    entries: chain.entries,
    faults: [
      ...chain.end(),
      ...inserted.map(({ id }) => ({ kind: 'inserted' as const, entryId: id })),
    ],
    checkpoint: chain.checkpoint,
  }
}

type Link = Awaited<ReturnType<typeof listLinks>>[number]

/** Follows a chain from its first link to its last. */
class Chain {
  readonly #tenantId: string
  readonly #known: Checkpoint | undefined
  readonly #faults: AuditFault[] = []
  #isCheckpointMet = false
  #previous = genesisHash
  sequence = 0n
  entries = 0

  constructor(tenantId: string, known: Checkpoint | undefined) {
    this.#tenantId = tenantId
    this.#known = known
  }

  add({ sequence, entryId, hash, presentId, fields }: Link): void {
    for (let missing = this.sequence + 1n; missing < sequence; missing++) {
      this.#faults.push({ kind: 'gap', sequence: missing })
    }
    const isAfterGap = sequence !== this.sequence + 1n
    if (presentId === null) this.#faults.push({ kind: 'removed', sequence, entryId })
    // after a gap the previous hash is unknown: the gap is reported, and the chain goes on from here
    else if (!isAfterGap && linkHash(this.#previous, sequence, fields) !== hash) {
      this.#faults.push({ kind: 'edited', sequence, entryId })
    }
    if (this.#known?.sequence === sequence.toString()) {
      this.#isCheckpointMet = true
      if (this.#known.hash !== hash) this.#faults.push({ kind: 'rewritten', sequence, entryId })
    }
    this.#previous = hash
    this.sequence = sequence
    this.entries++
  }

  /** All faults, once the last link was added. */
  end(): AuditFault[] {
    const known = this.#known
    if (known === undefined || this.#isCheckpointMet) return this.#faults
    const isCut = this.sequence < BigInt(known.sequence)
    return isCut ? [...this.#faults, { kind: 'cut', sequence: this.sequence + 1n }] : this.#faults
  }

  get checkpoint(): Checkpoint | undefined {
    if (this.sequence === 0n) return undefined
    return {
      tenantId: this.#tenantId,
      sequence: this.sequence.toString(),
      hash: this.#previous,
    }
  }
}
