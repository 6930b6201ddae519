import { idempotencyKeyFor } from '@counterfoil/features/payments/processing/idempotency.public.ts'
import type { Payment } from '@counterfoil/features/payments/processing/payment-views.rules.ts'
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

/**
 * How a call is answered, stored under its idempotency key, logged and audited. `paymentId`: absent of a new payment, which has
 * its first event and the API log instead of an audit entry, because it is the most frequent write. A call that only repeats
 * another one does nothing and has no entry.
 */
export async function responseOptionsFor<A>(
  engine: Engine,
  context: ApiKeyContext,
  call: AnyEndpoint,
  request: { readonly params: unknown; readonly body: unknown },
  logged: unknown,
  toResponse: (result: ActionResult) => A,
  paymentId?: string,
): Promise<ResponseOptions<A>> {
  const { caller, idempotencyKey: key } = context
  const before = paymentId === undefined ? undefined : await findPayment(context.db, paymentId)
  return {
    toResponse,
    ...(paymentId === undefined
      ? {}
      : {
          audit: (db: Db, { payment, operation, dispute }: ActionResult) =>
            context.audit(db, {
              type: 'payment',
              id: payment.id,
              merchantId: caller.merchantId,
              before: before && auditedAmounts(before),
              after: {
                ...auditedAmounts(payment),
                amount: Number(operation?.amountMinor ?? dispute?.amount ?? payment.amountMinor),
                currency: payment.currency,
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

/** What an operation can change of a payment, for the audit. */
const auditedAmounts = (payment: Payment) => ({
  status: payment.status,
  authorisedAmount: Number(payment.authorisedMinor),
  capturedAmount: Number(payment.capturedMinor),
  refundedAmount: Number(payment.refundedMinor),
})
