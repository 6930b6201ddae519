import { idempotencyKeyFor } from '@counterfoil/features/payments/processing/idempotency.public.ts'
import {
  auditedOf,
  viewPayment,
} from '@counterfoil/features/payments/processing/payment-views.rules.ts'
import {
  type ActionResult,
  type Engine,
  findPayment,
  type ResponseOptions,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { ApiKeyCaller, Context } from '@counterfoil/kit/server/request/context.ts'

export type ApiKeyContext = Context<ApiKeyCaller>

export interface ApiCall<A> {
  readonly call: AnyEndpoint
  readonly request: { readonly params: unknown; readonly body: unknown }
  /** What of the request may be logged. */
  readonly logged: unknown
  readonly toResponse: (result: ActionResult) => A
  /**
   * Absent of a new payment, which has its first event and the API log instead of an audit entry, because it is the most
   * frequent write.
   */
  readonly paymentId?: string
}

/**
 * How a call is answered, stored under its idempotency key, logged and audited. One that only repeats another one does nothing
 * and has no audit entry.
 */
export async function responseOptionsFor<A>(
  engine: Engine,
  context: ApiKeyContext,
  { call, request, logged, toResponse, paymentId }: ApiCall<A>,
): Promise<ResponseOptions<A>> {
  const { caller, idempotencyKey: key } = context
  const before = paymentId === undefined ? undefined : await findPayment(context.db, paymentId)
  return {
    toResponse,
    ...(paymentId === undefined
      ? {}
      : {
          audit: (db: Db, { payment, operation, dispute, today }: ActionResult) =>
            context.audit(db, {
              type: 'payment',
              id: payment.id,
              merchantId: caller.merchantId,
              before: before && auditedOf(viewPayment(before, today)),
              after: {
                ...auditedOf(viewPayment(payment, today)),
                amount: Number(operation?.amountMinor ?? dispute?.amount ?? payment.amountMinor),
              },
            }),
        }),
    ...(key === undefined
      ? {}
      : {
          idempotencyKey: await idempotencyKeyFor(engine, {
            callerId: caller.merchantId,
            mode: caller.mode,
            key,
            endpointId: call.id,
            ...request,
          }),
        }),
    onReplay: () => context.reply.header('idempotent-replayed', 'true'),
    inboundCall: {
      peer: caller.name,
      method: call.method,
      url: context.request.url,
      request: logged,
      status: call.status,
      requestId: context.requestId,
      startedAt: context.now,
    },
  }
}
