import { keepAuthentication } from '@counterfoil/features/payments/authentication/authentication.public.ts'
import {
  authenticationAfter,
  exemptionFor,
} from '@counterfoil/features/payments/authentication/authentication.rules.ts'
import { digitsOf, readCard } from '@counterfoil/features/payments/cards/cards.rules.ts'
import { cardTokenOf } from '@counterfoil/features/payments/cards/tenant-keys.public.ts'
import {
  findMappedDecline,
  type MappedDecline,
} from '@counterfoil/features/payments/error-mappings/error-mappings.public.ts'
import {
  insertRollupDeltas,
  rollupChanges,
} from '@counterfoil/features/reporting/rollups/rollups.public.ts'
import {
  fromFirstTryable,
  readBreakers,
  recordMidAnswer,
  recordMidFailure,
} from '@counterfoil/features/routing/mids/breakers.public.ts'
import { hasFailed, objectionOfBreaker } from '@counterfoil/features/routing/mids/breakers.rules.ts'
import { parametersAt, type Terms } from '@counterfoil/features/routing/mids/terms.rules.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { AuthoriseRequest } from '@counterfoil/providers/acquirers/acquirer.ts'
import {
  type AcquirerResponse,
  abandonedAfterMs,
  attemptUpdateFor,
  callAcquirer,
  type LoggedResponse,
  later,
} from './acquirer-call.ts'
import { insertAttempt, updateAttempt } from './attempts.queries.ts'
import { isCause } from './causes.rules.ts'
import type { Engine, ResponseOptions } from './engine.ts'
import { withIdempotency } from './idempotency.public.ts'
import { type AuthorisationAttempt, nextAttempt, recordIntent } from './intent.ts'
import { rescheduleOperation } from './operations.queries.ts'
import { notifyOpenedBreaker } from './operator-notices.ts'
import type { PaymentOrder, RecognisedCard } from './order.rules.ts'
import { firstTryAfter, recordOutcome } from './outcome.ts'
import { figuresOf, nextEventAt, type Payment } from './payment-views.rules.ts'
import {
  insertApiCalls,
  insertEvents,
  lockPaymentWithOperations,
  updatePayment,
} from './payments.queries.ts'

/**
 * Takes a payment: commits the order, calls the acquirer outside of any transaction, and commits the outcome. If the
 * process dies on the way, the payment stays pending and is looked up later; the request is never repeated.
 */
export function takePayment<A>(
  engine: Engine,
  order: PaymentOrder,
  responseOptions: ResponseOptions<A>,
): Promise<A> {
  return withIdempotency(engine, responseOptions, async () => {
    const card = await recognise(engine, order.method)
    const intent = await recordIntent(engine, order, card, responseOptions)
    if (intent.kind === 'done') return intent.response
    return sendAuthorisation(engine, intent, sentMethodOf(order), responseOptions)
  })
}

/** An authorisation whose intent is committed and which is sent next. */
export interface PendingAuthorisation {
  readonly payment: Payment
  readonly attempt: AuthorisationAttempt
  /** The issuer refused an exemption. */
  readonly mustAuthenticate?: true
}

/** Calls one MID after another until one responds with anything but a soft decline or a failure, and records the outcome. */
export async function sendAuthorisation<A>(
  engine: Engine,
  first: PendingAuthorisation,
  sent: SentMethod,
  responseOptions: ResponseOptions<A>,
): Promise<A> {
  let pending = first
  // a client that repeats the request waits for three time-outs, so the last attempt begins within the first
  const endsAt = performance.now() + engine.providers.acquirerTimeoutMs
  for (;;) {
    const call = await authorise(engine, pending, sent)
    await recordHealth(engine, pending, call.response)
    const isTimeLeft = performance.now() < endsAt
    const next = isTimeLeft ? await cascade(engine, pending, call) : undefined
    if (next === undefined) {
      const operationRef = {
        paymentId: pending.payment.id,
        operationId: pending.attempt.operationId,
        attemptId: pending.attempt.id,
        answerMs: call.log.durationMs,
      }
      return recordOutcome(engine, operationRef, call.response, [call.log], responseOptions)
    }
    pending = next
  }
}

function authorise(
  engine: Engine,
  { payment, attempt, mustAuthenticate }: PendingAuthorisation,
  { exemption: asked, browser, ...sent }: SentMethod,
): Promise<LoggedResponse<AcquirerResponse>> {
  const { mid, terms } = attempt
  const { descriptor, ...parameters } = parametersAt(mid.provider, terms.parameters)
  const { method } = sent
  const authentication = authenticationOf(payment, terms, asked, mustAuthenticate)
  const extras = {
    ...authentication,
    ...(payment.orderType === null ? {} : { orderType: payment.orderType }),
    ...(Object.keys(parameters).length === 0 ? {} : { parameters }),
  }
  const request = {
    attemptId: attempt.id,
    provider: mid.provider,
    kind: 'authorise',
    amountMinor: payment.amountMinor,
    intendedAt: attempt.startedAt,
    extras,
    secrets: method.type === 'card' ? [method.number, method.securityCode ?? ''] : [],
  } as const
  return callAcquirer(engine, payment, request, (acquirer, signal) =>
    acquirer.authorise(
      {
        reference: attempt.id,
        midCode: mid.midCode,
        descriptor: mid.descriptor || (descriptor ?? ''),
        ...extras,
        amountMinor: payment.amountMinor,
        currency: payment.currency,
        // a held payment is only authorised and captured after approval
        capture: payment.autoCapture && payment.holdReason === null,
        partialApproval: payment.partialApproval,
        ...sent,
        ...(browser === undefined || payment.initiator === 'merchant' ? {} : { browser }),
        metadata: { tenantId: payment.tenantId, paymentId: payment.id },
      },
      signal,
    ),
  )
}

/** Counts a failure at the MID's breaker, and ends the counting when the MID answers. The payment does not depend on it. */
async function recordHealth(
  engine: Engine,
  { attempt: { mid, breakers } }: PendingAuthorisation,
  response: AcquirerResponse,
): Promise<void> {
  try {
    const failure = failureOf(response)
    if (failure !== undefined) {
      await recordMidFailure(engine, mid, failure, (db, opened) =>
        notifyOpenedBreaker(db, engine.jobs, opened),
      )
    } else if (response.result !== 'unknown' && hasFailed(mid, breakers)) {
      await recordMidAnswer(engine, mid)
    }
  } catch (error) {
    engine.log.error({ err: error, midId: mid.id }, 'the failures of a MID could not be counted')
  }
}

/** A technical failure; a decline is an answer like an approval. */
function failureOf(response: AcquirerResponse): string | undefined {
  if (response.result === 'failed') return response.code
  const isSilent = response.result === 'unknown' && response.because !== 'not_sent'
  return isSilent ? response.because : undefined
}

const isRefused = (response: AcquirerResponse): response is Refused =>
  response.result === 'failed' || response.result === 'declined'
type Refused = Extract<AcquirerResponse, { result: 'declined' | 'failed' }>

/**
 * Another acquirer may approve what this one declined softly, or refused without any effect. Where the tenant has mapped the
 * code, the mapping decides: a decline that must not be repeated goes nowhere, whatever the acquirer calls it.
 */
const goesOn = (response: Refused, mapped: MappedDecline | undefined): boolean =>
  mapped === undefined
    ? response.result === 'failed' || response.isSoft
    : mapped.advice.retry === 'elsewhere'

/** The same acquirer is asked again, once, for the same payment with the payer's confirmation. */
const isForPayer = ({ mustAuthenticate }: PendingAuthorisation, response: Refused): boolean =>
  mustAuthenticate !== true &&
  response.result === 'declined' &&
  response.needsAuthentication === true

/**
 * After a soft decline or a failure without effect, stores the outcome of the attempt together with the next attempt, before that one is sent.
 * Undefined if there is no other MID, or if the operation was closed meanwhile.
 */
function cascade(
  engine: Engine,
  pending: PendingAuthorisation,
  call: LoggedResponse<AcquirerResponse>,
): Promise<PendingAuthorisation | undefined> {
  const { response, log } = call
  if (!isRefused(response)) return Promise.resolve(undefined)
  const isStepUp = isForPayer(pending, response)
  if (!isStepUp && pending.attempt.nextMids.length === 0) return Promise.resolve(undefined)
  return engine.transaction(async (db) => {
    const mapped = await findMappedDecline(db, pending.attempt.mid.provider, response.code)
    if (!isStepUp && !goesOn(response, mapped)) return undefined
    const at = engine.now()
    const { operationId, sequence, nextMids, terms } = pending.attempt
    const [locked, breakers] = await Promise.all([
      lockPaymentWithOperations(db, engine, pending.payment.id),
      readBreakers(db, nextMids, at),
    ])
    const operation = locked?.operations.find((one) => one.id === operationId)
    // what this payment's own failure has opened is passed over too
    const open = nextMids.filter((mid) => objectionOfBreaker(mid, breakers) === undefined)
    const candidates = isStepUp ? [] : await fromFirstTryable(db, open, breakers, at)
    const routing = { candidates, breakers }
    const attempt = isStepUp
      ? { ...pending.attempt, id: newId(at), sequence: sequence + 1, startedAt: at }
      : nextAttempt(operationId, routing, at, terms, sequence + 1)
    if (locked === undefined || operation === undefined || attempt === undefined) return undefined
    const before = locked.payment
    const eventAt = nextEventAt(before, at)
    const payment: Payment = {
      ...before,
      provider: attempt.mid.provider,
      midId: attempt.mid.id,
      // asked again with a challenge, it is still the first try
      firstTry: before.firstTry ?? (isStepUp ? null : firstTryAfter(response)),
      answerMs: null,
      threeDSecure: authenticationAfter(before.threeDSecure, response),
      version: before.version + 1,
      updatedAt: eventAt,
    }
    const event = {
      id: newId(eventAt),
      type: isStepUp ? 'payment.authentication_needed' : 'payment.cascaded',
      fromStatus: before.status,
      toStatus: payment.status,
      operationId,
      amountMinor: before.amountMinor,
      cause: {
        code: isStepUp ? 'exemption.refused' : 'cascaded',
        values: {
          from: before.provider ?? '',
          why: mapped?.code ?? (isCause(response.code) ? response.code : response.text),
          to: attempt.mid.provider,
        },
      },
    }
    const checkAt = later(at, abandonedAfterMs(engine.providers))
    await Promise.all([
      updateAttempt(db, pending.attempt.id, attemptUpdateFor(response), at),
      keepAuthentication(db, engine, pending.attempt.id, response),
      insertAttempt(db, payment, attempt),
      rescheduleOperation(db, operationId, checkAt, operation.checks),
      updatePayment(db, payment),
      insertEvents(db, payment, [event], engine.actor, eventAt),
      insertRollupDeltas(db, rollupChanges(figuresOf(before), figuresOf(payment)), at),
      insertApiCalls(db, payment, [log], at),
    ])
    return isStepUp ? { payment, attempt, mustAuthenticate: true } : { payment, attempt }
  })
}

/** Checks a card and computes the token that recognises it; null for other methods. */
async function recognise(
  engine: Engine,
  method: PaymentOrder['method'],
): Promise<RecognisedCard | null> {
  if (method.type !== 'card') return null
  if ('storedCard' in method) {
    const { brand, first6, last4, expiryMonth, expiryYear, fingerprint } = method.storedCard
    return { brand, first6, last4, expiryMonth, expiryYear, token: fingerprint }
  }
  const card = readCard(method, engine.now())
  return { ...card, token: await cardTokenOf(engine, digitsOf(method.number)) }
}

/** What is paid with, as the acquirer is sent it. */
type SentMethod = Pick<AuthoriseRequest, 'method' | 'storedCredential' | 'browser'> &
  Pick<PaymentOrder, 'exemption'>

function sentMethodOf(order: PaymentOrder): SentMethod {
  const { browser, exemption, method } = order
  const sent = methodOf(order)
  if (method.type !== 'card') return sent
  return { ...sent, exemption, ...(browser === undefined ? {} : { browser }) }
}

function methodOf({ method, storing }: PaymentOrder): Omit<SentMethod, 'browser' | 'exemption'> {
  if (method.type !== 'card') return { method }
  if ('storedCard' in method) {
    const { vaultReference: reference, initiator, reason, first } = method.storedCard
    const { transactionId, linkId } = first
    return {
      method: {
        ...{ type: 'stored_card', reference },
        ...(method.securityCode === undefined ? {} : { securityCode: method.securityCode }),
      },
      storedCredential:
        initiator === 'merchant' && reason !== null
          ? {
              ...{ use: 'subsequent', initiator, reason },
              first: { transactionId, ...(linkId === null ? {} : { linkId }) },
            }
          : { use: 'subsequent', initiator: 'customer' },
    }
  }
  const card = { ...method, number: digitsOf(method.number), securityCode: method.securityCode }
  if (storing === undefined) return { method: card }
  return { method: card, storedCredential: { use: 'first', uses: storing.uses } }
}

/** Whether the payer confirms, or what is asked for instead. */
function authenticationOf(
  payment: Payment,
  terms: Terms,
  asked: PaymentOrder['exemption'],
  mustAuthenticate = false,
): Pick<AuthoriseRequest, 'threeDs' | 'exemption' | 'mustAuthenticate'> {
  const threeDs = threeDsFor(payment, terms.threeDs)
  const exemption = exemptionFor(
    payment,
    terms.threeDs?.challenge,
    asked ?? terms.exemption ?? undefined,
  )
  if (mustAuthenticate) {
    return {
      mustAuthenticate,
      ...(threeDs === null ? {} : { threeDs: { ...threeDs, challenge: 'mandated' } }),
    }
  }
  if (exemption === undefined) return threeDs === null ? {} : { threeDs }
  return {
    exemption,
    ...(threeDs === null ? {} : { threeDs: { ...threeDs, challenge: 'no_challenge' } }),
  }
}

/**
 * How the payer confirms. Nobody is there to confirm an order by mail or telephone, or a payment that the merchant takes;
 * where the payer agrees to a card being stored, schemes want it confirmed.
 */
function threeDsFor(
  { orderType, initiator, credentialUse }: Payment,
  threeDs: Terms['threeDs'],
): Terms['threeDs'] {
  if (threeDs === null || orderType !== null || initiator === 'merchant') return null
  return credentialUse === 'first' ? { ...threeDs, challenge: 'mandated' } : threeDs
}
