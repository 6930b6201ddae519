// How often one caller is answered: by who it is, and as long as that is not known by its address.

import { Problem } from '@counterfoil/kit/contract/problem.ts'
import rateLimit, { type FastifyRateLimitStoreCtor, normalizeIP } from '@fastify/rate-limit'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { RouteServices } from '../request/call.ts'
import type { Settings } from '../settings.ts'
import { isOfPortal } from '../static.ts'
import { RequestCounts } from './request-counts.ts'
import { undeclaredProxy, undeclaredProxyText } from './undeclared-proxy.ts'

type Proxies = Pick<Settings, 'trustedProxies' | 'publicUrl'>
type Limits = Proxies & Pick<Settings, 'rateLimitPerMinute'>
type Identifying = Pick<RouteServices, 'identifyUser' | 'identifyApiKey'>
type Services = Identifying & Pick<RouteServices, 'database'>

interface LimitedCaller {
  readonly kind: string
  readonly id: string
  readonly viewedBy?: { readonly id: string } | undefined
  readonly isPublishable?: boolean
}

const timeWindow = '1 minute'

/**
 * Limits every route of `app` from here on, and answers the services to identify by. A token is anybody's text until it
 * is verified, so those that turn out to be nobody's count together by address; an address that sent too many is
 * refused before another one is looked at. Addresses are as TRUSTED_PROXIES has them told; that of a proxy that it does
 * not name limits nobody.
 */
export async function limitRate(
  app: FastifyInstance,
  { rateLimitPerMinute: max, ...settings }: Limits,
  { identifyUser, identifyApiKey, database }: Services,
): Promise<Identifying> {
  if (max === 0) return { identifyUser, identifyApiKey }
  const isShared = sharedAddress(settings, app.log)
  const callers = new WeakMap<FastifyRequest, string>()
  const counts = new RequestCounts(database, app.log)
  await app.register(rateLimit, {
    max,
    timeWindow,
    // the limiter makes its store by itself; a constructor may answer what there is
    store: function store() {
      return counts
    } as unknown as FastifyRateLimitStoreCtor,
    // an office behind one address loads the portal's files many times a minute, and a problem document is no page
    allowList: (request) => isOfPortal(request) || (!callers.has(request) && isShared(request)),
    // a route's own hook, which identifies, comes before this one
    keyGenerator: (request) => callers.get(request) ?? `address ${addressOf(request)}`,
    errorResponseBuilder: (_request, context) => tooMany(Math.ceil(context.ttl / 1000)),
  })
  const strangers = app.createRateLimit({
    max,
    timeWindow,
    keyGenerator: (request) => `stranger ${addressOf(request)}`,
  })

  const limited =
    <Caller extends LimitedCaller>(identify: (request: FastifyRequest) => Promise<Caller>) =>
    async (request: FastifyRequest): Promise<Caller> => {
      const isLimited = !isShared(request)
      const before = isLimited && (await strangers(request, { increment: false }))
      if (before && !before.isAllowed && before.remaining === 0) throw tooMany(before.ttlInSeconds)
      try {
        const caller = await identify(request)
        const name = `${caller.kind} ${(caller.viewedBy ?? caller).id}`
        // one payer, or anybody who has read the page, takes no payments from all the others
        const isAnybody = caller.isPublishable === true && isLimited
        callers.set(request, isAnybody ? `${name} ${addressOf(request)}` : name)
        return caller
      } catch (error) {
        // not when the identity provider is out of reach
        const isRefused = error instanceof Problem && error.status < 500
        if (isLimited && isRefused) await strangers(request)
        throw error
      }
    }
  return { identifyUser: limited(identifyUser), identifyApiKey: limited(identifyApiKey) }
}

/** Whether a request's address is that of everybody behind a proxy; what is done about that is said once. */
function sharedAddress(settings: Proxies, log: Pick<FastifyBaseLogger, 'warn'>) {
  const isUndeclared = undeclaredProxy(settings)
  let isSaid = false
  return (request: FastifyRequest): boolean => {
    if (!isUndeclared(request.raw)) return false
    if (!isSaid) log.warn({ proxy: request.socket.remoteAddress }, undeclaredProxyText)
    isSaid = true
    return true
  }
}

const addressOf = ({ ip }: FastifyRequest): string => normalizeIP(ip)

const tooMany = (seconds: number) =>
  new Problem('request.too_many', 429, `Too many requests. Try again in ${seconds} seconds.`, {
    retryAfterS: seconds,
  })
