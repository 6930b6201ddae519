import type { KeyHolder } from '@counterfoil/features/payments/cards/tenant-keys.public.ts'
import type { DisputeView } from '@counterfoil/features/payments/disputes/disputes.schema.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { JobContext, Jobs } from '@counterfoil/kit/jobs/job.ts'
import type { IdempotencyKey } from '@counterfoil/kit/server/idempotency/idempotency-keys.queries.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import type { Actor, Operation } from './operations.queries.ts'
import type { Payment } from './payment-views.rules.ts'
import type { ApiCall } from './payments.queries.ts'

/**
 * The context of every change of a payment: one tenant, its providers, and the actor.
 * `transaction` is limited to what the actor may see, and may run its work twice (`Database.repeatable`); `now` is read anew for
 * each record.
 */
export interface Engine extends KeyHolder {
  readonly jobs: Jobs
  readonly providers: Providers
  readonly actor: Actor
  readonly log: JobContext['log']
}

/** The payment after an action, also when the outcome of the action stays open. */
export interface ActionResult {
  readonly payment: Payment
  /** Null for an action without an acquirer. */
  readonly operation: Operation | null
  /** Of an answer to a dispute: the dispute after it. */
  readonly dispute?: DisputeView
  /** The tenant's business day. */
  readonly today: string
}

/** How the response of a request is built, stored under its idempotency key, logged and audited. */
export interface ResponseOptions<A> {
  readonly toResponse: (result: ActionResult) => A
  readonly idempotencyKey?: IdempotencyKey
  /** Of a new payment: what is stored with its intent. A Problem that it throws refuses the payment. */
  readonly claim?: ((db: Db, payment: Payment) => Promise<void>) | undefined
  readonly inboundCall?: InboundCall
  /** Called when a request is answered with what its idempotency key was answered before. */
  readonly onReplay?: () => void
  /** Writes the audit entry in the transaction of the change. */
  readonly audit?: (db: Db, result: ActionResult) => Promise<void>
}

/** A call of a merchant's server; its request holds only fields that may be stored. */
export type InboundCall = Pick<
  ApiCall,
  'peer' | 'method' | 'url' | 'request' | 'status' | 'requestId'
> & { readonly startedAt: Date }
