import { listBalances } from '@counterfoil/features/accounting/ledger/ledger.public.ts'
import { readEventPage } from '@counterfoil/features/messaging/merchant-events/merchant-events.public.ts'
import {
  browserOf,
  requireExemptible,
} from '@counterfoil/features/payments/authentication/authentication.rules.ts'
import {
  openCardToken,
  tokenGone,
  useCardToken,
} from '@counterfoil/features/payments/card-tokens/card-tokens.public.ts'
import {
  isWaitingAnswer,
  runOrAwaitConfirmation,
  type WaitingAnswer,
} from '@counterfoil/features/payments/confirmations/confirmations.public.ts'
import {
  answerDispute,
  listMerchantDisputeViews,
} from '@counterfoil/features/payments/disputes/disputes.public.ts'
import type { MerchantDispute } from '@counterfoil/features/payments/disputes/disputes.schema.ts'
import { balancesOf } from '@counterfoil/features/payments/payouts/balances.rules.ts'
import { answerAgainOr } from '@counterfoil/features/payments/processing/idempotency.public.ts'
import type { PaymentOrder } from '@counterfoil/features/payments/processing/order.rules.ts'
import {
  type ActionResult,
  type Command,
  type Engine,
  engineOfKey,
  findOperation,
  findPayment,
  listMerchantPayments,
  listRefunds as listPaymentRefunds,
  runOperation,
  takePayment,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import type { DisputeAnswer } from '@counterfoil/features/payments/processing/payments.schema.ts'
import {
  lockStoredCardFor,
  readStoredCardFor,
} from '@counterfoil/features/payments/stored-cards/stored-cards.public.ts'
import {
  noCard,
  noCustomer,
  reportedConsent,
} from '@counterfoil/features/payments/stored-cards/stored-cards.rules.ts'
import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import { pageOf } from '@counterfoil/kit/server/request/cursor-page.ts'
import { merchantRoute, type Route } from '@counterfoil/kit/server/request/route.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import type { z } from 'zod'
import {
  capturePayment,
  createPayment,
  giveInToDispute,
  incrementPayment,
  listDisputes,
  listEvents,
  listPayments,
  listRefunds,
  type NewPayment,
  readBalances,
  readDispute,
  readPayment,
  readRefund,
  refundPayment,
  sendDisputeEvidence,
  voidPayment,
} from './merchant-api.contract.ts'
import { merchantPaymentOf, merchantRefundOf, operatedPaymentOf } from './merchant-payment.rules.ts'
import { type ApiKeyContext, responseOptionsFor } from './response-options.ts'

type PaymentQuery = z.output<NonNullable<typeof listPayments.query>>
/** `final`: of a capture. */
interface ActionBody {
  readonly amount?: number | undefined
  readonly final?: boolean | undefined
  readonly despiteDispute?: boolean | undefined
}

export const routes = (providers: Providers): Route[] => {
  /** An operation on a payment of the API key's merchant and mode; 202 with the action where its confirmation is awaited. */
  const operationHandler =
    <A>(
      action: 'increment' | 'capture' | 'void' | 'refund',
      call: AnyEndpoint,
      toResponse: (result: ActionResult) => A,
    ) =>
    async (
      { params, body }: { params: { id: string }; body: ActionBody },
      context: ApiKeyContext,
    ): Promise<A | WaitingAnswer> => {
      const engine = engineOfKey(context, providers)
      const command = actionCommand(context, params.id, body)
      const request = { params, body }
      const options = await responseOptionsFor(engine, context, {
        ...{ call, request, logged: body, toResponse },
        paymentId: params.id,
      })
      const run = (asked: typeof command) => runOperation(engine, action, asked, options)
      if (action === 'capture') return run(command)
      const { caller } = context
      const answer = await runOrAwaitConfirmation(
        engine,
        {
          ...{ action, command, caller },
          audit: (db, waitingAction) =>
            context.audit(db, {
              ...{ type: 'payment', id: params.id, merchantId: caller.merchantId },
              after: { waitingAction: waitingAction.id, amount: waitingAction.amount },
            }),
        },
        options,
        run,
      )
      if (isWaitingAnswer(answer)) context.reply.code(202)
      return answer
    }
  return [
    merchantRoute(createPayment, async ({ body }, context) => {
      const engine = engineOfKey(context, providers)
      const responseOptions = await responseOptionsFor(engine, context, {
        call: createPayment,
        request: { params: null, body },
        logged: loggedOrder(body),
        toResponse: (result) => merchantPaymentOf(result.payment),
      })
      const { method: said } = body
      const { caller } = context
      const order = await orderOf(engine, context, body)
      if (order instanceof Problem) return answerAgainOr(engine, responseOptions, order)
      return takePayment(engine, order, {
        ...responseOptions,
        claim: async (db) => {
          if (said.type === 'token') await useCardToken(db, caller, said.token)
          if (said.type === 'stored') await lockStoredCardFor(db, caller, said, engine.now())
        },
      })
    }),
    merchantRoute(readPayment, async ({ params }, context) =>
      merchantPaymentOf(await readOwn(context, params.id)),
    ),
    merchantRoute(listPayments, async ({ query }, context) => listOwn(context, query)),
    merchantRoute(listDisputes, async ({ query }, { db, caller }) => {
      const { cursor: after, limit, status, ...filters } = query
      const { merchantId, mode } = caller
      const state = filters.state ?? status
      const search = { merchantId, mode, after, limit: limit + 1, ...filters, state }
      const found = await listMerchantDisputeViews(db, search)
      return pageOf(found, limit, after)
    }),
    merchantRoute(readDispute, ({ params }, context) =>
      readOwnDispute(context, params.id, context.caller.mode),
    ),
    merchantRoute(sendDisputeEvidence, ({ params, body }, context) =>
      answerOwn(
        context,
        providers,
        sendDisputeEvidence,
        { params, body },
        'contest',
        body.statement,
      ),
    ),
    merchantRoute(giveInToDispute, ({ params, body }, context) =>
      answerOwn(context, providers, giveInToDispute, { params, body }, 'accept', null),
    ),
    merchantRoute(
      capturePayment,
      operationHandler('capture', capturePayment, (result) =>
        operatedPaymentOf(result.payment, operationOf(result)),
      ),
    ),
    merchantRoute(
      incrementPayment,
      operationHandler('increment', incrementPayment, (result) =>
        operatedPaymentOf(result.payment, operationOf(result)),
      ),
    ),
    merchantRoute(
      voidPayment,
      operationHandler('void', voidPayment, (result) =>
        operatedPaymentOf(result.payment, operationOf(result)),
      ),
    ),
    merchantRoute(
      refundPayment,
      operationHandler('refund', refundPayment, (result) => merchantRefundOf(operationOf(result))),
    ),
    merchantRoute(readRefund, async ({ params }, context) => {
      const refund = await findOperation(context.db, params.id)
      if (refund?.kind !== 'refund') throw notFound('The refund')
      await readOwn(context, refund.paymentId)
      return merchantRefundOf(refund)
    }),
    merchantRoute(listRefunds, async ({ query }, context) => {
      const { paymentId, cursor: after, limit } = query
      await readOwn(context, paymentId)
      const found = await listPaymentRefunds(context.db, { paymentId, after, limit: limit + 1 })
      return pageOf(found.map(merchantRefundOf), limit, after)
    }),
    merchantRoute(readBalances, async (_input, { db, caller }) => {
      const sums = await listBalances(db, caller)
      return {
        data: balancesOf(sums).map(({ payable, reserve, payoutsPending, ...rest }) => ({
          ...{ currency: rest.currency, pending: rest.pending, disputed: rest.disputed },
          ...{ available: payable, reserved: reserve, inTransit: payoutsPending },
        })),
      }
    }),
    merchantRoute(listEvents, async ({ query }, { caller, transaction }) => {
      const { after, types = [], limit } = query
      const page = await transaction((db) => readEventPage(db, caller, { after, types, limit }))
      return {
        data: page.events.map(({ payload }) => JSON.parse(payload)),
        hasMore: page.hasMore,
        nextAfter: page.lastId,
      }
    }),
  ]
}

/** A payment of the key's merchant and mode; others are not found. */
async function readOwn({ db, caller }: ApiKeyContext, id: string) {
  const payment = await findPayment(db, id)
  if (payment?.merchantId !== caller.merchantId || payment.mode !== caller.mode) {
    throw notFound('The payment')
  }
  return payment
}

async function readOwnDispute(
  { db, caller: { merchantId } }: ApiKeyContext,
  id: string,
  mode: Mode | undefined,
): Promise<MerchantDispute> {
  const [found] = await listMerchantDisputeViews(db, { merchantId, mode, id, limit: 1 })
  if (found === undefined) throw notFound('The dispute')
  return found
}

async function answerOwn(
  context: ApiKeyContext,
  providers: Providers,
  call: AnyEndpoint,
  request: { readonly params: { readonly id: string }; readonly body: unknown },
  answer: DisputeAnswer,
  statement: string | null,
): Promise<MerchantDispute> {
  // of either mode: the engine refuses one of the other with the cause
  const { id, paymentId } = await readOwnDispute(context, request.params.id, undefined)
  const engine = engineOfKey(context, providers)
  const toResponse = ({ dispute }: ActionResult): MerchantDispute => {
    if (dispute === undefined) throw new Error('An answer to a dispute returns the dispute')
    return { ...dispute, paymentId }
  }
  const logged = { answer, statement }
  const options = await responseOptionsFor(engine, context, {
    ...{ call, request, logged, toResponse },
    paymentId,
  })
  const command = { ...actionCommand(context, paymentId, {}), disputeId: id, answer, statement }
  return answerDispute(engine, command, options)
}

async function listOwn(
  { db, caller }: ApiKeyContext,
  { createdFrom, createdTo, cursor, limit, ...filters }: PaymentQuery,
) {
  const found = await listMerchantPayments(db, {
    merchantId: caller.merchantId,
    mode: caller.mode,
    ...filters,
    externalId: filters.externalId,
    createdFrom: createdFrom === undefined ? undefined : new Date(createdFrom),
    createdTo: createdTo === undefined ? undefined : new Date(createdTo),
    after: cursor,
    limit: limit + 1,
  })
  return pageOf(found.map(merchantPaymentOf), limit, cursor)
}

/** A Problem when it is to be paid with a token that is gone, or with a stored card that may not be used. */
async function orderOf(
  engine: Engine,
  context: ApiKeyContext,
  { method: said, ...body }: NewPayment,
): Promise<PaymentOrder | Problem> {
  const { caller } = context
  const method = await methodOf(engine, context, said)
  if (method instanceof Problem) return method
  checkStoring(said, body)
  requireExemptible({ method, storing: body.storeCard !== undefined }, body.exemption)
  return {
    merchantId: caller.merchantId,
    mode: caller.mode,
    amountMinor: BigInt(body.amount),
    currency: body.currency,
    capture: body.capture,
    partialApproval: body.partialApproval,
    method,
    storing: body.storeCard && reportedConsent(body.storeCard),
    externalId: body.externalId ?? null,
    description: body.description ?? null,
    metadata: body.metadata,
    browser: body.browser && browserOf(body.browser),
    exemption: body.exemption,
    returnUrl: body.returnUrl,
    customer: {
      email: body.customer?.email ?? emailOf(method),
      country: body.customer?.country ?? null,
      ip: body.customer?.ip,
      device: body.customer?.device,
    },
    websiteId: body.websiteId,
    channel: body.channel,
  }
}

/** A stored card is of a customer who is known. */
const emailOf = (method: PaymentOrder['method']): string | null =>
  'storedCard' in method ? method.storedCard.customerEmail : null

async function methodOf(
  engine: Engine,
  { caller, db }: ApiKeyContext,
  said: NewPayment['method'],
): Promise<PaymentOrder['method'] | Problem> {
  if (said.type === 'token') {
    return (await openCardToken(engine, caller, said.token)) ?? tokenGone()
  }
  if (said.type !== 'stored') return said
  try {
    return await readStoredCardFor(db, caller, said, engine.now())
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

/** A card is stored that is entered now, for a customer who is known. */
function checkStoring(
  { type }: NewPayment['method'],
  { storeCard, customer }: Omit<NewPayment, 'method'>,
): void {
  if (storeCard === undefined) return
  if (type !== 'card' && type !== 'token') throw noCard()
  if (customer?.email === undefined) throw noCustomer('customer.email')
}

function actionCommand({ caller }: ApiKeyContext, paymentId: string, body: ActionBody): Command {
  return {
    paymentId,
    mode: caller.mode,
    amountMinor: body.amount === undefined ? undefined : BigInt(body.amount),
    reason: null,
    isFinal: body.final,
    despiteDispute: body.despiteDispute,
  }
}

/** The fields of an order that may be logged; a new field is not logged until it is listed here. */
function loggedOrder({ method, ...body }: NewPayment) {
  const digits = method.type === 'card' ? method.number.replace(/\D/g, '') : ''
  return {
    amount: body.amount,
    currency: body.currency,
    externalId: body.externalId,
    capture: body.capture,
    partialApproval: body.partialApproval,
    method:
      method.type === 'card'
        ? { type: method.type, first6: digits.slice(0, 6), last4: digits.slice(-4) }
        : method.type === 'stored'
          ? method
          : { type: method.type },
    storeCard: body.storeCard && { uses: body.storeCard.uses },
    customer: { email: body.customer?.email, country: body.customer?.country },
    description: body.description,
    metadata: body.metadata,
    exemption: body.exemption,
  }
}

function operationOf({ operation }: ActionResult) {
  if (operation === null) throw new Error('An operation was asked for and is not told of')
  return operation
}
