import { createHash } from 'node:crypto'
import { v7 } from 'uuid'

/** The demo organisations are older than any of their history. */
export const demoBegan = new Date('2025-01-06T09:00:00Z')

/** The id of a demo record: the same on every installation, and of the same form as any other. */
export function demoId(name: string, at: Date = demoBegan): string {
  const digest = createHash('sha256').update(`counterfoil demo ${name}`).digest()
  return v7({
    msecs: at.getTime(),
    random: digest.subarray(0, 16),
    seq: digest.readUInt32BE(16) & 0x7fff_ffff,
  })
}

/** A Standard Webhooks secret of the demo, known to everybody as the demo's keys are. */
export function demoSecret(name: string): string {
  const digest = createHash('sha256').update(`counterfoil demo secret ${name}`).digest()
  return `whsec_${digest.toString('base64')}`
}
