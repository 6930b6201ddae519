// What the owner of a domain has written into its DNS.
import { resolveTxt } from 'node:dns/promises'

export interface DomainNames {
  /** Whether a name has this text record. A name that does not exist has none. */
  hasTextRecord(name: string, value: string): Promise<boolean>
}

const withinMs = 5_000

export const publicDomainNames: DomainNames = {
  async hasTextRecord(name, value) {
    const late = new Promise<never>((_, reject) => {
      const error = new Error(`The DNS did not answer for ${name} within ${withinMs} ms`)
      setTimeout(() => reject(error), withinMs).unref()
    })
    // long records come in pieces
    const records = await Promise.race([resolveTxt(name), late]).catch((error) => {
      if (['ENOTFOUND', 'ENODATA'].includes(error.code)) return []
      throw error
    })
    return records.some((pieces) => pieces.join('').trim() === value)
  },
}

/** Names that stand in no public DNS (RFC 2606). */
const reserved = /\.(example|test|invalid|localhost)$/

/**
 * The demo's: the owner of every reserved name has published what is asked for, but of those that begin with
 * `unproven.`; all others are looked up.
 */
export const sandboxDomainNames: DomainNames = {
  async hasTextRecord(name, value) {
    if (!reserved.test(name)) return publicDomainNames.hasTextRecord(name, value)
    return !name.split('.').includes('unproven')
  },
}
