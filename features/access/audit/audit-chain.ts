import { createHash } from 'node:crypto'
import type { SealedFields } from './audit-chain.queries.ts'

/** The previous hash of the first link. */
export const genesisHash = '0'.repeat(64)

/** The hash of a link depends on the entry, its place and everything before it. */
export function linkHash(previous: string, sequence: bigint, fields: SealedFields): string {
  const content = JSON.stringify([previous, sequence.toString(), ...fields])
  return createHash('sha256').update(content).digest('hex')
}

/**
 * A transaction may commit after others with later ids, so entries up to this much older than the last sealing are looked
 * for again. Far longer than any statement or idle transaction may last.
 */
export const maxCommitDelayMs = 10 * 60_000
