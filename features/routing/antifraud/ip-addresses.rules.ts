import { z } from 'zod'

// Addresses and networks in a normal form, so that they are compared as text. An IPv4 address mapped into IPv6
// (::ffff:203.0.113.7) becomes the IPv4 address.

interface Address {
  readonly bits: 32 | 128
  readonly number: bigint
}

/** An address or, with `/` and its length, a network; undefined for other text. */
export function listedAddressOf(text: string): string | undefined {
  const [address = '', length, ...more] = text.trim().split('/')
  const found = addressOf(address)
  if (found === undefined || more.length > 0) return undefined
  if (length === undefined) return formatAddress(found)
  if (!/^\d{1,3}$/.test(length)) return undefined
  const mapped = found.bits === 32 && address.includes(':') ? 96 : 0
  const prefixLength = Number(length) - mapped
  // the whole internet is not accepted as a network
  return prefixLength >= 1 && prefixLength <= found.bits
    ? networkOf(found, prefixLength)
    : undefined
}

/** The shortest prefixes of networks on a whitelist: the widest that one holder has. */
const leastTrusted = { ipv4: 8, ipv6: 19 } as const

/** Whether a normalised network is too wide to be trusted: two halves of the internet would trust everybody. */
export function isTooWideToTrust(listed: string): boolean {
  const [address = '', length] = listed.split('/')
  const least = address.includes(':') ? leastTrusted.ipv6 : leastTrusted.ipv4
  return length !== undefined && Number(length) < least
}

/** The normalised address, and every network that contains it. */
export function placesOf(address: string): string[] {
  const found = addressOf(address)
  if (found === undefined) return []
  return Array.from({ length: found.bits }, (_, index) => networkOf(found, found.bits - index))
}

/** A customer with IPv6 usually has 2^64 addresses (RFC 6177), so these count as one. Text that is no address stays as it is. */
export function networkFor(address: string): string {
  const found = addressOf(address)
  if (found === undefined) return address
  return found.bits === 32 ? formatAddress(found) : networkOf(found, 64)
}

function networkOf({ bits, number }: Address, length: number): string {
  const rest = BigInt(bits - length)
  const base = formatAddress({ bits, number: (number >> rest) << rest })
  return length === bits ? base : `${base}/${length}`
}

function addressOf(text: string): Address | undefined {
  if (z.ipv4().safeParse(text).success) {
    return { bits: 32, number: numberOf(text.split('.').map(BigInt), 8n) }
  }
  if (!z.ipv6().safeParse(text).success) return undefined
  const [head = '', tail] = canonical(text).split('::')
  const groups = (part: string) =>
    part === '' ? [] : part.split(':').map((one) => BigInt(`0x${one}`))
  const [first, last] = [groups(head), groups(tail ?? '')]
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => 0n)
  const number = numberOf([...first, ...zeros, ...last], 16n)
  return number >> 32n === 0xffffn
    ? { bits: 32, number: number & 0xffff_ffffn }
    : { bits: 128, number }
}

const numberOf = (parts: readonly bigint[], width: bigint) =>
  parts.reduce((sum, part) => (sum << width) | part, 0n)

function formatAddress({ bits, number }: Address): string {
  const width = bits === 32 ? 8n : 16n
  const parts = Array.from({ length: bits === 32 ? 4 : 8 }, (_, index) => {
    const shift = BigInt(bits) - width * BigInt(index + 1)
    return (number >> shift) & ((1n << width) - 1n)
  })
  if (bits === 32) return parts.join('.')
  return canonical(parts.map((part) => part.toString(16)).join(':'))
}

/** The form of URLs, which is RFC 5952 without dotted endings. */
const canonical = (address: string) => new URL(`http://[${address}]/`).hostname.slice(1, -1)
