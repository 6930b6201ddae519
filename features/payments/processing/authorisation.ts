import {
  type CardInput,
  digitsOf,
  readCard,
} from '@counterfoil/features/payments/cards/cards.rules.ts'
import { cardTokenOf } from '@counterfoil/features/payments/cards/tenant-keys.public.ts'
import {
  addRollupDeltas,
  rollupChanges,
} from '@counterfoil/features/reporting/rollups/rollups.public.ts'
import { parametersAt } from '@counterfoil/features/routing/mids/terms.rules.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { AuthoriseRequest } from '@counterfoil/providers/acquirers/acquirer.ts'
import { type AcquirerResponse, askAcquirer, attemptNewsOf, type Call } from './acquirer-call.ts'
import { isCause } from './causes.rules.ts'
import { figuresOf } from './consequences.ts'
import { type Answering, abandonedAfterMs, type Engine, later } from './engine.ts'
import { intendPayment, type Sending, sendingOf } from './intent.ts'
import { insertAttempt, rescheduleOperation, updateAttempt } from './operations.queries.ts'
import type { PaymentOrder, RecognisedCard } from './order.rules.ts'
import { lockForWork, recordOutcome } from './outcome.ts'
import type { Payment } from './payment-views.rules.ts'
import { insertApiCalls, insertEvents, updatePayment } from './payment-writes.queries.ts'
import { withIdempotency } from './with-idempotency.ts'

/**
 * Takes a payment. The order is taken down and committed; the acquirer is asked outside of any transaction; the outcome
 * is committed with all that follows. What dies on the way stays pending and is looked up later, never asked again.
 */
export function takePayment<A>(
  engine: Engine,
  order: PaymentOrder,
  answering: Answering<A>,
): Promise<A> {
  return withIdempotency(engine, answering, async () => {
    const method = order.method
    const card = method.type === 'card' ? await recognise(engine, order, method) : null
    const intent = await intendPayment(engine, order, card, answering)
    if (intent.kind === 'answered') return intent.answer
    return sendAuthorisation(engine, intent, askedMethod(order), answering)
  })
}

/** An authorisation whose intent is committed and which is to be sent now. */
export interface Step {
  readonly payment: Payment
  readonly sending: Sending
}

/** Asks MID after MID until one answers with more than a soft decline, and records how it ended. */
export async function sendAuthorisation<A>(
  engine: Engine,
  first: Step,
  method: AuthoriseRequest['method'],
  answering: Answering<A>,
): Promise<A> {
  let step = first
  for (;;) {
    const call = await authorise(engine, step, method)
    const next = await stepOn(engine, step, call)
    if (next === undefined) {
      const learnt = {
        paymentId: step.payment.id,
        operationId: step.sending.operationId,
        attemptId: step.sending.id,
      }
      return recordOutcome(engine, learnt, call.heard, [call.log], answering)
    }
    step = next
  }
}

function authorise(
  engine: Engine,
  { payment, sending }: Step,
  method: AuthoriseRequest['method'],
): Promise<Call<AcquirerResponse>> {
  const { mid, terms } = sending
  const { descriptor, ...parameters } = parametersAt(mid.provider, terms.parameters)
  const extras = {
    ...(terms.threeDs === null ? {} : { threeDs: terms.threeDs }),
    ...(Object.keys(parameters).length === 0 ? {} : { parameters }),
  }
  const asked = {
    attemptId: sending.id,
    provider: mid.provider,
    kind: 'authorise',
    amountMinor: payment.amountMinor,
    intendedAt: sending.startedAt,
    extras,
    secrets: method.type === 'card' ? [method.number, method.securityCode ?? ''] : [],
  } as const
  return askAcquirer(engine, payment, asked, (acquirer, signal) =>
    acquirer.authorise(
      {
        reference: sending.id,
        midCode: mid.midCode,
        descriptor: mid.descriptor || (descriptor ?? ''),
        ...extras,
        amountMinor: payment.amountMinor,
        currency: payment.currency,
        // what a person has to approve first is only reserved
        capture: payment.autoCapture && payment.holdReason === null,
        method,
        metadata: { tenantId: payment.tenantId, paymentId: payment.id },
      },
      signal,
    ),
  )
}

/**
 * After a soft decline: stores the attempt's end together with the next attempt, before that one is sent.
 * Nothing when there is no other MID, or when somebody else has closed the operation in the meantime.
 */
function stepOn(
  engine: Engine,
  step: Step,
  call: Call<AcquirerResponse>,
): Promise<Step | undefined> {
  const { heard, log } = call
  const isSoft = heard.result === 'declined' && heard.isSoft
  if (!isSoft || step.sending.others.length === 0) return Promise.resolve(undefined)
  return engine.transaction(async (db) => {
    const at = engine.now()
    const { operationId, sequence, others, terms } = step.sending
    const locked = await lockForWork(db, engine, step.payment.id)
    const operation = locked?.operations.find((one) => one.id === operationId)
    const sending = sendingOf(operationId, { candidates: others }, at, terms, sequence + 1)
    if (locked === undefined || operation === undefined || sending === undefined) return undefined
    const before = locked.payment
    const payment: Payment = {
      ...before,
      provider: sending.mid.provider,
      midId: sending.mid.id,
      version: before.version + 1,
      updatedAt: at,
    }
    const event = {
      id: newId(at),
      type: 'payment.cascaded',
      fromStatus: before.status,
      toStatus: payment.status,
      operationId,
      amountMinor: before.amountMinor,
      cause: {
        code: 'cascaded',
        values: {
          from: before.provider ?? '',
          why: isCause(heard.code) ? heard.code : heard.text,
          to: sending.mid.provider,
        },
      },
    }
    const checkAt = later(at, abandonedAfterMs(engine.providers))
    await Promise.all([
      updateAttempt(db, step.sending.id, attemptNewsOf(heard), at),
      insertAttempt(db, payment, sending),
      rescheduleOperation(db, operationId, checkAt, operation.checks),
      updatePayment(db, payment),
      insertEvents(db, payment, [event], engine.actor, at),
      addRollupDeltas(db, rollupChanges(figuresOf(before), figuresOf(payment))),
      insertApiCalls(db, payment, [log], at),
    ])
    return { payment, sending }
  })
}

/** Checks a card and gives it the token by which it is recognised next time. */
async function recognise(
  engine: Engine,
  order: PaymentOrder,
  input: CardInput,
): Promise<RecognisedCard> {
  const card = readCard(input, engine.now())
  refuseNumberIn(order, input)
  return { ...card, token: await cardTokenOf(engine, digitsOf(input.number)) }
}

/** What is stored as text must not hold the number that is stored nowhere. */
function refuseNumberIn(order: PaymentOrder, { number }: CardInput): void {
  const texts = { description: order.description, externalId: order.externalId }
  for (const [path, text] of Object.entries(texts)) {
    if (text === null || !digitsOf(text).includes(digitsOf(number))) continue
    const message = `The ${path} holds the card number, which may not be kept`
    throw new Problem('card.in_text', 400, message, { errors: [{ message, path }] })
  }
}

function askedMethod({ method }: PaymentOrder): AuthoriseRequest['method'] {
  if (method.type !== 'card') return method
  return { ...method, number: digitsOf(method.number), securityCode: method.securityCode }
}
