import ipaddr from 'ipaddr.js'

/** Services of clouds that have a public address. */
const refusedExactly = new Set(['168.63.129.16'])
/** All of IPv6 that is given out; outside it lie forms that carry an IPv4 address, such as ::7f00:1. */
const globalUnicast = ipaddr.parseCIDR('2000::/3')

/**
 * Whether an address is on the public internet. Everything that is not plain unicast is refused: loopback, private,
 * link-local (cloud metadata), unique local, carrier-grade NAT, multicast, reserved, and IPv6 forms that carry an IPv4
 * address inside (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  // an IPv4 address written as ::ffff:… is checked as the IPv4 address that it reaches
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast' || refusedExactly.has(parsed.toString())) return false
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast)
}
