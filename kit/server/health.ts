import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { answerWithin } from '@counterfoil/kit/database/answer-within.ts'
import { z } from 'zod'
import type { Draining } from './draining.ts'
import { publicRoute, type Route } from './request/route.ts'

export interface HealthCheck {
  readonly name: string
  /** Throws when the part does not serve. */
  readonly check: () => Promise<void>
  /**
   * What it does without is served all the same: another's identity provider, without which people cannot sign in; a replica,
   * without which the primary answers. It is named, and nothing is restarted for it.
   */
  readonly isOptional?: boolean
}

const live = endpoint({
  id: 'health.live',
  method: 'GET',
  path: '/api/health/live',
  summary: 'The process runs',
  public: true,
  answer: z.object({ status: z.literal('live') }),
})

const ready = endpoint({
  id: 'health.ready',
  method: 'GET',
  path: '/api/health/ready',
  summary: 'Everything that a request needs answers',
  public: true,
  answer: z.object({
    status: z.literal('ready'),
    checks: z.array(z.string()),
    /** Each part by itself. */
    parts: z.record(z.string(), z.enum(['up', 'down'])),
  }),
})

/** A probe gives up sooner than a connection to a database that does not answer: the part is named before that. */
const silentMs = 5_000

/** `ready` asks every part each time; what does not answer is named, its details stay in the log. */
export function healthRoutes(
  checks: readonly HealthCheck[],
  draining?: Pick<Draining, 'hasBegun'>,
  answeredWithinMs = silentMs,
): Route[] {
  const refuseWhenStopping = () => {
    if (draining?.hasBegun !== true) return
    throw new Problem('health.stopping', 503, 'This process is about to stop', { retryAfterS: 1 })
  }
  return [
    publicRoute(live, async () => {
      refuseWhenStopping()
      return { status: 'live' as const }
    }),
    publicRoute(ready, async (_input, { log }) => {
      refuseWhenStopping()
      const results = await Promise.allSettled(
        checks.map((one) => answerWithin(answeredWithinMs, one.check(), one.name)),
      )
      const failing = checks.filter((one, at) => {
        const result = results[at]
        if (result?.status === 'rejected')
          log.warn({ err: result.reason, check: one.name }, 'not ready')
        return result?.status === 'rejected'
      })
      const parts: Record<string, 'up' | 'down'> = Object.fromEntries(
        checks.map((one) => [one.name, failing.includes(one) ? 'down' : 'up']),
      )
      const needed = failing.filter((one) => one.isOptional !== true)
      if (needed.length > 0) {
        const names = needed.map((one) => one.name).join(', ')
        const options = { retryAfterS: 2, details: { parts } }
        throw new Problem('health.not_ready', 503, `Not ready: ${names}`, options)
      }
      return { status: 'ready' as const, checks: checks.map((one) => one.name), parts }
    }),
  ]
}
