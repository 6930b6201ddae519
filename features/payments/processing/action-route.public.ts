import type { Endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Input, type Route, route } from '@counterfoil/kit/server/request/route.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { idempotencyKeyFor } from './idempotency.public.ts'
import { viewPayment } from './payment-views.rules.ts'
import {
  type Answering,
  type Command,
  type Engine,
  findPayment,
  readPaymentView,
} from './payments.public.ts'
import type { PaymentView } from './payments.schema.ts'

// How people act on payments: whose payment it is, under which key the answer is kept, what the audit keeps of it.

export type Called = Context<UserCaller>
type ById = { id: string }
export type ActionCall<Body> = Endpoint<ById, Record<never, never>, Body, PaymentView>
export type ActionHandler<Body> = (
  engine: Engine,
  command: Command,
  answering: Answering<PaymentView>,
  body: Body,
) => Promise<PaymentView>

/** One action under its call. */
export function actionRoute<Body extends object>(
  providers: Providers,
  call: ActionCall<Body>,
  act: ActionHandler<Body>,
): Route {
  return route(call, async ({ params, body }: Input<ById, Record<never, never>, Body>, context) => {
    const engine = await engineOf(context, providers, params.id)
    const asked = { endpointId: call.id, params, body }
    const answering = await answeringFor(engine, context, asked, (told) =>
      viewPayment(told.payment, told.today),
    )
    const before = auditedOf(await readPaymentView(context.db, params.id, context.now))
    const entryOf = (view: PaymentView) => ({
      type: 'payment',
      id: view.id,
      merchantId: view.merchantId,
      before,
      after: { ...auditedOf(view), ...body },
    })
    // with what was done, or neither is there
    let isAudited = false
    const audit: Answering<PaymentView>['audit'] = (db, { payment, today }) => {
      isAudited = true
      return context.audit(db, entryOf(viewPayment(payment, today)))
    }
    const command = actionCommand(context, params.id, body)
    const view = await act(engine, command, { ...answering, audit }, body)
    // of what did nothing: an answer given again, a status that was asked and stays
    if (!isAudited) {
      await context.transaction((db) => context.audit(db, entryOf(view)), engine.tenantId)
    }
    return view
  })
}

/** What an action can change of a payment, for the audit. */
function auditedOf(view: PaymentView) {
  const { status, currency, authorisedAmount, capturedAmount, refundedAmount } = view
  const { voidedAmount, disputedAmount } = view
  return {
    status,
    currency,
    authorisedAmount,
    capturedAmount,
    refundedAmount,
    voidedAmount,
    disputedAmount,
  }
}

/** Platform staff act in the payment's tenant, everybody else in their own; who may not see it is told 404. */
export async function engineOf(context: Called, providers: Providers, id: string): Promise<Engine> {
  const { caller } = context
  const tenantId =
    caller.userType === 'platform' ? await tenantOfPayment(context, id) : caller.tenantId
  const asked = named(context.request.headers.tenantid)
  if (asked !== undefined && asked !== tenantId) throw notFound('The payment')
  return {
    database: context.database,
    jobs: context.jobs,
    providers,
    tenantId,
    transaction: (work) => context.database.transaction(context.writeScope(tenantId), work),
    actor: { type: 'user', id: caller.id },
    log: context.log,
    now: () => new Date(),
  }
}

async function tenantOfPayment({ db }: Called, id: string): Promise<string> {
  const payment = await findPayment(db, id)
  if (payment === undefined) throw notFound('The payment')
  return payment.tenantId
}

/** A header that is there and empty says nothing. */
const named = (header: string | string[] | undefined) =>
  header === undefined || header === '' ? undefined : String(header).toLowerCase()

export function actionCommand(
  { mode, request }: Called,
  paymentId: string,
  body: { amount?: number | undefined; reason?: string | undefined },
): Command {
  return {
    paymentId,
    mode,
    websiteId: named(request.headers['website-id']),
    amountMinor: body.amount === undefined ? undefined : BigInt(body.amount),
    reason: body.reason ?? null,
  }
}

/** The answer is kept under the caller's key, if there is one, together with what was asked. */
export async function answeringFor<A>(
  engine: Engine,
  { caller, idempotencyKey: key }: Called,
  asked: { readonly endpointId: string; readonly params: unknown; readonly body: unknown },
  answer: Answering<A>['answer'],
  part = '',
): Promise<Answering<A>> {
  if (key === undefined) return { answer }
  return {
    answer,
    once: await idempotencyKeyFor(engine, { ...asked, callerId: caller.id, key: key + part }),
  }
}
