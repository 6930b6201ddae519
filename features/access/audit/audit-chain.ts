import { createHash } from 'node:crypto'
import type { SealedFields } from './audit-chain.queries.ts'

/** What stands before the first link. */
export const beforeFirst = '0'.repeat(64)

/** The hash of a link: whoever changes an entry, its place or anything before it changes this. */
export function linkHash(previous: string, sequence: bigint, fields: SealedFields): string {
  const content = JSON.stringify([previous, sequence.toString(), ...fields])
  return createHash('sha256').update(content).digest('hex')
}

/**
 * A transaction may commit after others with later ids: entries this much older than the last sealing are looked for
 * again. Far longer than any statement or idle transaction is let live.
 */
export const lateMs = 10 * 60_000
