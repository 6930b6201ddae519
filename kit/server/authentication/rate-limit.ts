// How often one caller is answered: by who it is, and as long as that is not known by its address.

import { Problem } from '@counterfoil/kit/contract/problem.ts'
import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RouteServices } from '../request/call.ts'

type Identifying = Pick<RouteServices, 'identifyUser' | 'identifyApiKey'>

const timeWindow = '1 minute'

/**
 * Limits every route of `app` from here on, and answers the services to identify by. A token is anybody's text until it
 * is verified, so those that turn out to be nobody's count together by address; an address that sent too many is
 * refused before another one is looked at. Addresses are as TRUSTED_PROXIES has them told.
 */
export async function limitRate(
  app: FastifyInstance,
  max: number,
  { identifyUser, identifyApiKey }: Identifying,
): Promise<Identifying> {
  if (max === 0) return { identifyUser, identifyApiKey }
  const callers = new WeakMap<FastifyRequest, string>()
  await app.register(rateLimit, {
    max,
    timeWindow,
    // a route's own hook, which identifies, comes before this one
    keyGenerator: (request) => callers.get(request) ?? addressOf(request),
    errorResponseBuilder: (_request, context) => tooMany(Math.ceil(context.ttl / 1000)),
  })
  const strangers = app.createRateLimit({ max, timeWindow, keyGenerator: addressOf })

  const limited =
    <Caller extends { kind: string; id: string }>(
      identify: (request: FastifyRequest) => Promise<Caller>,
    ) =>
    async (request: FastifyRequest): Promise<Caller> => {
      const before = await strangers(request, { increment: false })
      if (!before.isAllowed && before.remaining === 0) throw tooMany(before.ttlInSeconds)
      try {
        const caller = await identify(request)
        callers.set(request, `${caller.kind} ${caller.id}`)
        return caller
      } catch (error) {
        // not when the identity provider is out of reach
        if (error instanceof Problem && error.status < 500) await strangers(request)
        throw error
      }
    }
  return { identifyUser: limited(identifyUser), identifyApiKey: limited(identifyApiKey) }
}

const addressOf = ({ ip }: FastifyRequest): string => normalizeIP(ip)

const tooMany = (seconds: number) =>
  new Problem('request.too_many', 429, `Too many requests. Try again in ${seconds} seconds.`, {
    retryAfterS: seconds,
  })
