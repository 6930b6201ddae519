import { idempotencyKeyFor } from '@counterfoil/features/payments/processing/idempotency.public.ts'
import type { PaymentOrder } from '@counterfoil/features/payments/processing/order.rules.ts'
import {
  type Answering,
  type Command,
  type Engine,
  findOperation,
  findPayment,
  listMerchantPayments,
  operate,
  type Told,
  takePayment,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { ApiKeyCaller, Context } from '@counterfoil/kit/server/request/context.ts'
import { merchantRoute, type Route } from '@counterfoil/kit/server/request/route.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import {
  capturePayment,
  createPayment,
  listPayments,
  type NewPayment,
  readPayment,
  readRefund,
  refundPayment,
  voidPayment,
} from './merchant-api.contract.ts'
import { merchantPaymentOf, merchantRefundOf, operatedPaymentOf } from './merchant-payment.rules.ts'

type Called = Context<ApiKeyCaller>

export const routes = (providers: Providers): Route[] => {
  /** Operates on a payment of the caller's; a key's mode and merchant decide which those are. */
  const operated =
    <A>(action: 'capture' | 'void' | 'refund', call: AnyEndpoint, answer: (told: Told) => A) =>
    async (
      { params, body }: { params: { id: string }; body: { amount?: number | undefined } },
      context: Called,
    ) => {
      const engine = engineOf(context, providers)
      const command = actionCommand(context, params.id, body)
      const answering = await answeringFor(engine, context, call, { params, body }, body, answer)
      return operate(engine, action, command, answering)
    }
  return [
    merchantRoute(createPayment, async ({ body }, context) => {
      const engine = engineOf(context, providers)
      const answering = await answeringFor(
        engine,
        context,
        createPayment,
        { params: null, body },
        loggedOrder(body),
        (told) => merchantPaymentOf(told.payment),
      )
      return takePayment(engine, orderOf(context, body), answering)
    }),
    merchantRoute(readPayment, async ({ params }, context) =>
      merchantPaymentOf(await readOwn(context, params.id)),
    ),
    merchantRoute(listPayments, async ({ query }, context) => listOwn(context, query)),
    merchantRoute(
      capturePayment,
      operated('capture', capturePayment, (told) => operatedPaymentOf(told.payment, asked(told))),
    ),
    merchantRoute(
      voidPayment,
      operated('void', voidPayment, (told) => operatedPaymentOf(told.payment, asked(told))),
    ),
    merchantRoute(
      refundPayment,
      operated('refund', refundPayment, (told) => merchantRefundOf(asked(told))),
    ),
    merchantRoute(readRefund, async ({ params }, context) => {
      const refund = await findOperation(context.db, params.id)
      if (refund?.kind !== 'refund') throw notFound('The refund')
      await readOwn(context, refund.paymentId)
      return merchantRefundOf(refund)
    }),
  ]
}

function engineOf(context: Called, providers: Providers): Engine {
  return {
    database: context.database,
    jobs: context.jobs,
    providers,
    tenantId: context.caller.tenantId,
    transaction: (work) => context.transaction(work),
    actor: { type: 'api_key', id: context.caller.id },
    log: context.log,
    now: () => new Date(),
  }
}

/** A payment of the key's merchant and mode; any other does not exist for it. */
async function readOwn({ db, caller }: Called, id: string) {
  const payment = await findPayment(db, id)
  if (payment?.merchantId !== caller.merchantId || payment.mode !== caller.mode) {
    throw notFound('The payment')
  }
  return payment
}

async function listOwn(
  { db, caller }: Called,
  query: { externalId?: string | undefined; limit: number; cursor?: string | undefined },
) {
  const found = await listMerchantPayments(db, {
    merchantId: caller.merchantId,
    mode: caller.mode,
    externalId: query.externalId,
    after: query.cursor,
    // one more than asked tells whether there is a next page
    limit: query.limit + 1,
  })
  const data = found.slice(0, query.limit)
  const hasMore = found.length > data.length
  const isAll = !hasMore && query.cursor === undefined
  return {
    data: data.map(merchantPaymentOf),
    count: isAll ? data.length : null,
    ...(isAll ? {} : { countAtLeast: found.length }),
    nextCursor: hasMore ? (data.at(-1)?.id ?? null) : null,
  }
}

function orderOf({ caller }: Called, body: NewPayment): PaymentOrder {
  return {
    merchantId: caller.merchantId,
    mode: caller.mode,
    amountMinor: BigInt(body.amount),
    currency: body.currency,
    capture: body.capture,
    method: body.method,
    externalId: body.externalId ?? null,
    description: body.description ?? null,
    customer: {
      email: body.customer?.email ?? null,
      country: body.customer?.country ?? null,
      ip: body.customer?.ip,
    },
    websiteId: body.websiteId,
    channel: body.channel,
  }
}

function actionCommand({ caller }: Called, paymentId: string, body: { amount?: number }): Command {
  return {
    paymentId,
    mode: caller.mode,
    amountMinor: body.amount === undefined ? undefined : BigInt(body.amount),
    reason: null,
  }
}

async function answeringFor<A>(
  engine: Engine,
  context: Called,
  call: AnyEndpoint,
  request: { readonly params: unknown; readonly body: unknown },
  logged: unknown,
  answer: (told: Told) => A,
): Promise<Answering<A>> {
  const { caller, idempotencyKey: key } = context
  return {
    answer,
    // a new payment is told by its own first event and the API log, and is the dearest call to tell twice; a call that
    // only repeats one has no entry of its own: it did nothing
    ...(call.id === createPayment.id
      ? {}
      : {
          audit: (db: Db, { payment, operation }: Told) =>
            context.audit(db, {
              type: 'payment',
              id: payment.id,
              merchantId: caller.merchantId,
              after: {
                status: payment.status,
                amount: Number(operation?.amountMinor ?? payment.amountMinor),
                currency: payment.currency,
              },
            }),
        }),
    ...(key === undefined
      ? {}
      : {
          once: await idempotencyKeyFor(engine, {
            callerId: caller.id,
            key,
            endpointId: call.id,
            ...request,
          }),
        }),
    inbound: {
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

/** What of an order may be kept: field by field, so that a new field is not logged before somebody thought of it. */
function loggedOrder({ method, ...body }: NewPayment) {
  const digits = method.type === 'card' ? method.number.replace(/\D/g, '') : ''
  return {
    amount: body.amount,
    currency: body.currency,
    externalId: body.externalId,
    capture: body.capture,
    method:
      method.type === 'card'
        ? { type: method.type, first6: digits.slice(0, 6), last4: digits.slice(-4) }
        : { type: method.type },
    customer: { email: body.customer?.email, country: body.customer?.country },
    description: body.description,
  }
}

function asked({ operation }: Told) {
  if (operation === null) throw new Error('An operation was asked for and is not told of')
  return operation
}
