// Where a call to an address that somebody typed may go, and that it goes there.
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './addresses.ts'

export interface Address {
  readonly address: string
  readonly family: number
}

export type Resolve = (host: string) => Promise<readonly Address[]>

export const resolveHost: Resolve = (host) => lookup(host, { all: true })

/** An address that is not called, whatever would answer there. */
export class RefusedAddress extends Error {}

/** The addresses of a host, all of which must be allowed: a name must not lead inside by any of its records. */
export async function checkedAddresses(
  url: URL,
  resolve: Resolve,
  mayReachPrivate: boolean,
  signal: AbortSignal,
): Promise<readonly Address[]> {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new RefusedAddress(`Only http and https addresses are called, not ${url.protocol}`)
  }
  return checkedHost(url.hostname.replace(/^\[|\]$/g, ''), resolve, mayReachPrivate, signal)
}

/** The same of a host that is called by another protocol. */
export async function checkedHost(
  host: string,
  resolve: Resolve,
  mayReachPrivate: boolean,
  signal: AbortSignal,
): Promise<readonly Address[]> {
  const family = isIP(host)
  const addresses =
    family > 0 ? [{ address: host, family }] : await Promise.race([resolve(host), failed(signal)])
  if (addresses.length === 0) throw new Error(`${host} has no address`)
  const refused = addresses.find(({ address }) => !isPublicAddress(address))
  if (refused !== undefined && !mayReachPrivate) {
    throw new RefusedAddress(`${host} leads to ${refused.address}, which is not a public address`)
  }
  return addresses
}

/** Connects to the addresses that were checked, even if the name resolves to others by now. */
export function answering(addresses: readonly Address[]): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses
    if (options.all) callback(null, [...addresses])
    else callback(null, first?.address ?? '', first?.family)
  }
}

function failed(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
