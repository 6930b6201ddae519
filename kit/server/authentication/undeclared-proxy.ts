// A proxy that TRUSTED_PROXIES does not name: its address stands for everybody behind it.
import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import type { Settings } from '../settings.ts'

type Proxies = Pick<Settings, 'trustedProxies' | 'publicUrl'>

const near = proxyAddress.compile(['loopback', 'linklocal', 'uniquelocal'])
/** What proxies add to a request that they hand on. */
export const forwardingHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
] as const
const addressHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const

/** The addresses whose forwarding headers count. */
export const trustedProxies = ({ trustedProxies: named }: Pick<Settings, 'trustedProxies'>) =>
  proxyAddress.compile(named?.split(',').map((address) => address.trim()) ?? [])

/**
 * Makes the function that says whether a request came through such a proxy: it was forwarded, by a neighbour or where the
 * portal's own address needs a proxy. A stranger who adds the header to a request of theirs comes from neither.
 */
export function undeclaredProxy(settings: Proxies): (request: IncomingMessage) => boolean {
  const isTrusted = trustedProxies(settings)
  const isNeeded = needsProxyNamed(settings)
  return ({ headers, socket }) => {
    const peer = socket.remoteAddress
    if (peer === undefined || !addressHeaders.some((name) => headers[name] !== undefined))
      return false
    return !isTrusted(peer, 0) && (isNeeded || near(peer, 0))
  }
}

export const undeclaredProxyText =
  'A proxy stands before this process that TRUSTED_PROXIES does not name: everybody behind it has its address, so that ' +
  'neither requests nor failed sign-ins are limited by address. Name its address in TRUSTED_PROXIES.'

/** Said at start: this process speaks HTTP alone, so that something else must speak HTTPS. */
export const needsProxyNamed = ({ publicUrl, trustedProxies: named }: Proxies): boolean =>
  publicUrl.startsWith('https:') && named === undefined
