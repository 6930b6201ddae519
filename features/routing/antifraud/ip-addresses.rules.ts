import { z } from 'zod'

// Addresses and networks in one spelling, so that they are compared as texts. An IPv4 address that came mapped into IPv6
// (::ffff:203.0.113.7) is the IPv4 address.

interface Address {
  readonly bits: 32 | 128
  readonly number: bigint
}

/** One address or, with `/` and its length, a network; undefined for what is neither. */
export function listedAddressOf(text: string): string | undefined {
  const [address = '', length, ...more] = text.trim().split('/')
  const found = addressOf(address)
  if (found === undefined || more.length > 0) return undefined
  if (length === undefined) return textOf(found)
  if (!/^\d{1,3}$/.test(length)) return undefined
  const mapped = found.bits === 32 && address.includes(':') ? 96 : 0
  const own = Number(length) - mapped
  // the whole internet is no network of anybody's
  return own >= 1 && own <= found.bits ? networkOf(found, own) : undefined
}

/** The address as lists have it, and every network that it is in. */
export function placesOf(address: string): string[] {
  const found = addressOf(address)
  if (found === undefined) return []
  return Array.from({ length: found.bits }, (_, place) => networkOf(found, found.bits - place))
}

function networkOf({ bits, number }: Address, length: number): string {
  const rest = BigInt(bits - length)
  const base = textOf({ bits, number: (number >> rest) << rest })
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

function textOf({ bits, number }: Address): string {
  const width = bits === 32 ? 8n : 16n
  const parts = Array.from({ length: bits === 32 ? 4 : 8 }, (_, place) => {
    const shift = BigInt(bits) - width * BigInt(place + 1)
    return (number >> shift) & ((1n << width) - 1n)
  })
  if (bits === 32) return parts.join('.')
  return canonical(parts.map((part) => part.toString(16)).join(':'))
}

/** As URLs spell it, which is RFC 5952 without dotted endings. */
const canonical = (address: string) => new URL(`http://[${address}]/`).hostname.slice(1, -1)
