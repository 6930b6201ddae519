import type { KeyHolder } from '@counterfoil/features/payments/cards/tenant-keys.public.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { JobContext, Jobs } from '@counterfoil/kit/jobs/job.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import type { IdempotencyKey } from './idempotency.public.ts'
import type { Payment } from './payment-views.rules.ts'
import type { Actor, ApiCall } from './payment-writes.queries.ts'
import type { Operation } from './payments.queries.ts'

/**
 * What the engine works with: the payments of one tenant, on behalf of somebody.
 * `transaction` is bound to what that somebody may see; `now` is asked anew for each thing that is recorded.
 */
export interface Engine extends KeyHolder {
  readonly jobs: Jobs
  readonly providers: Providers
  readonly actor: Actor
  readonly log: JobContext['log']
}

/** What there is to tell when a piece of work is done, or when its outcome stays open. */
export interface Told {
  readonly payment: Payment
  /** What was asked; null for what needs no acquirer. */
  readonly operation: Operation | null
  /** The tenant's business day. */
  readonly today: string
}

/** How work is answered: what of it, under which key it is kept, and as which call it is logged. */
export interface Answering<A> {
  readonly answer: (told: Told) => A
  readonly once?: IdempotencyKey
  readonly inbound?: InboundCall
  /** Keeps who asked, with what was done. */
  readonly audit?: (db: Db, told: Told) => Promise<void>
}

/** A call of a merchant's server; its request holds only what may be kept. */
export type InboundCall = Pick<
  ApiCall,
  'peer' | 'method' | 'url' | 'request' | 'status' | 'requestId'
> & { readonly startedAt: Date }

/** A request that has not been sent this long after its intent is left to recovery. */
export const sendWithinMs = 3_000

/** From when on nobody waits for the acquirer's answer any more: whoever asked has given up or died. */
export const abandonedAfterMs = (providers: Providers) => providers.acquirerTimeoutMs + 5_000

/** From when on a request that the acquirer does not know has never reached it. */
export const lostAfterMs = (providers: Providers) => providers.acquirerTimeoutMs + 15_000

const firstCheckMs = 2_000
const rarestCheckMs = 600_000

/** An open operation is asked after more and more rarely. */
export function nextCheckAt(now: Date, checks: number): Date {
  return new Date(now.getTime() + Math.min(firstCheckMs * 2 ** Math.min(checks, 20), rarestCheckMs))
}

export const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms)
