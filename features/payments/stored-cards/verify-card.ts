import { setTimeout as wait } from 'node:timers/promises'
import { sealAuthentication } from '@counterfoil/features/payments/authentication/authentication.public.ts'
import {
  type CardInput,
  digitsOf,
  type KnownCard,
  readCard,
} from '@counterfoil/features/payments/cards/cards.rules.ts'
import { cardTokenOf } from '@counterfoil/features/payments/cards/tenant-keys.public.ts'
import { findMappedDecline } from '@counterfoil/features/payments/error-mappings/error-mappings.public.ts'
import { causeNotice, englishOf } from '@counterfoil/features/payments/processing/causes.rules.ts'
import {
  checkOrder,
  type PaymentOrder,
} from '@counterfoil/features/payments/processing/order.rules.ts'
import {
  abandonedAfterMs,
  callWithTimeout,
  type Engine,
  evaluateBy,
  findAccount,
  lostAfterMs,
  nextCheckAt,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { screen } from '@counterfoil/features/routing/antifraud/screening.public.ts'
import { parametersAt, termsOf } from '@counterfoil/features/routing/mids/terms.rules.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { actOnce } from '@counterfoil/kit/server/idempotency/act-once.ts'
import type { VerifyRequest } from '@counterfoil/providers/acquirers/acquirer.ts'
import { announceStoredCard } from './announce-stored-card.ts'
import { findStoredCard, insertPendingCard, lockStoredCard } from './stored-cards.queries.ts'
import type { Consent, StoredCard } from './stored-cards.rules.ts'
import { vaultJob } from './vault-job.schema.ts'
import { outcomeOfVerification, type VerificationOutcome } from './verification-outcome.ts'
import {
  updateCardRefused,
  updateCardVerified,
  updateVerificationAuthentication,
  updateVerificationOpen,
} from './verifications.queries.ts'

/**
 * Stores the card of a token, which the request uses up: one that is repeated finds it gone, and is answered by its key
 * alone; without such a key it is refused.
 */
export async function storeOnce(
  engine: Engine,
  { method, ...once }: Omit<Once, 'claim'> & { readonly method: CardInput | undefined },
  gone: Problem,
  { claim, ...order }: Omit<VerificationOrder, 'method'> & Pick<Once, 'claim'>,
): Promise<StoredCard> {
  if (method !== undefined) return verifyCard(engine, { ...order, method }, { ...once, claim })
  const { id } = await actOnce<{ id: string }>(
    engine,
    once.idempotencyKey,
    () => Promise.reject(gone),
    once.onReplay,
  )
  return awaitVerification(engine, id)
}

/** A card that is to be stored without a payment. */
export interface VerificationOrder {
  readonly merchantId: string
  readonly mode: Mode
  /** In which the acquirer is asked for nothing. */
  readonly currency: string
  readonly method: CardInput
  readonly storing: Consent
  readonly customer: PaymentOrder['customer'] & { readonly email: string }
  readonly orderType?: PaymentOrder['orderType']
  readonly returnUrl?: string | undefined
  /** Of a payer who is at a browser, for 3-D Secure. */
  readonly browser?: PaymentOrder['browser']
  readonly channel: PaymentOrder['channel']
}

interface Once {
  readonly idempotencyKey: Parameters<typeof actOnce>[1]
  /** In the transaction of the intent. A Problem that it throws refuses it. */
  readonly claim: (db: Db, id: string) => Promise<void>
  readonly onReplay?: () => void
}

/**
 * Has the issuer of a card say whether it is good, by an authorisation of nothing, and stores it if so. The intent is
 * committed first; what a crash or a lost answer leaves open is looked up by the stored card's id, and never asked again.
 */
async function verifyCard(
  engine: Engine,
  order: VerificationOrder,
  once: Once,
): Promise<StoredCard> {
  const known = readCard(order.method, engine.now())
  const token = await cardTokenOf(engine, digitsOf(order.method.number))
  let asked: Asked | undefined
  const { id } = await actOnce(
    engine,
    once.idempotencyKey,
    async (db) => {
      asked = await recordIntent(engine, db, order, { ...known, token })
      await once.claim(db, asked.request.reference)
      return { id: asked.request.reference }
    },
    once.onReplay,
  )
  // a repetition leaves the asking to the request that it repeats
  if (asked === undefined) return awaitVerification(engine, id)
  const { provider, request } = asked
  const { number, securityCode = '' } = request.method
  const answer = await callWithTimeout(
    engine,
    { paymentId: id, attemptId: id, provider, kind: 'verify', secrets: [number, securityCode] },
    (acquirer, signal) => {
      if (acquirer.verify === undefined) throw new Error(`${provider} verifies no cards`)
      return acquirer.verify(request, signal)
    },
  )
  await settle(engine, id, answer)
  return readCardOf(engine, id)
}

interface Asked {
  readonly provider: string
  readonly request: VerifyRequest
}

async function recordIntent(
  engine: Engine,
  db: Db,
  order: VerificationOrder,
  card: KnownCard & { readonly token: string },
): Promise<Asked> {
  const at = engine.now()
  const id = newId(at)
  const { method, storing, customer, currency, merchantId, mode } = order
  const asPayment: PaymentOrder = {
    ...{ merchantId, mode, currency, method, storing, customer, channel: order.channel },
    ...{ amountMinor: 0n, capture: false, externalId: null, description: null },
    ...{ orderType: order.orderType, returnUrl: order.returnUrl },
  }
  const account = await findAccount(db, { ...asPayment, first6: card.first6 })
  checkOrder(asPayment, account)
  const of = { operationId: id, order: asPayment, card, account, at }
  const { decision, routing, routed, facts } = await evaluateBy(screen, engine, db, of)
  if ('code' in decision && decision.kind !== 'failed') throw refusedHere(decision)
  const { acquirers } = engine.providers
  const mid = routing.candidates.find(
    ({ provider }) => acquirers.get(provider)?.verify !== undefined,
  )
  if (mid === undefined) throw notOffered()
  await insertPendingCard(db, {
    ...{ id, merchantId, mode, paymentId: null, fingerprint: card.token },
    ...{ brand: card.brand, first6: card.first6, last4: card.last4 },
    ...{ expiryMonth: card.expiryMonth, expiryYear: card.expiryYear },
    ...{ customerEmail: customer.email, consent: storing, at },
    verification: {
      ...{ provider: mid.provider, currency, returnUrl: order.returnUrl ?? null },
      checkAt: new Date(at.getTime() + abandonedAfterMs(engine.providers)),
    },
  })
  const { threeDs, parameters } = termsOf(routed, facts)
  const { descriptor, ...further } = parametersAt(mid.provider, parameters)
  return {
    provider: mid.provider,
    request: {
      ...{
        reference: id,
        midCode: mid.midCode,
        currency,
        descriptor: mid.descriptor || (descriptor ?? ''),
      },
      method: { ...method, number: digitsOf(method.number), securityCode: method.securityCode },
      storedCredential: { use: 'first', uses: storing.uses },
      // schemes want the payer to confirm what a merchant charges later
      ...(threeDs !== null && order.orderType === undefined
        ? { threeDs: { ...threeDs, challenge: 'mandated' as const } }
        : {}),
      ...(order.browser === undefined ? {} : { browser: order.browser }),
      ...(order.orderType === undefined ? {} : { orderType: order.orderType }),
      ...(Object.keys(further).length === 0 ? {} : { parameters: further }),
      metadata: { tenantId: engine.tenantId, paymentId: id },
    },
  }
}

/** What a payment would be declined for here, before any acquirer is asked. */
function refusedHere(refusal: Parameters<typeof englishOf>[0]): Problem {
  const message = `The card is not stored: ${englishOf(refusal)}`
  return new Problem('stored_card.refused_here', 409, message, {
    params: { why: causeNotice({ values: {}, ...refusal }) },
  })
}

function notOffered(): Problem {
  const message =
    'No acquirer of this merchant checks a card without a payment. Store it with the first payment.'
  return new Problem('stored_card.no_verification', 409, message)
}

/** Looks up what became of a verification that is open. */
export async function resolveVerification(engine: Engine, id: string): Promise<void> {
  const card = await engine.transaction((db) => findStoredCard(db, id))
  if (card?.verification !== 'pending') return
  const metadata = { tenantId: engine.tenantId, paymentId: id }
  const call = { paymentId: id, attemptId: id, provider: card.provider ?? '', kind: 'lookup' }
  const answer = await callWithTimeout(engine, call, (acquirer, signal) =>
    acquirer.lookup(id, signal, metadata),
  )
  const ageMs = engine.now().getTime() - card.createdAt.getTime()
  const isLate = ageMs > lostAfterMs(engine.providers)
  if (answer.result !== 'not_found' || !isLate) return settle(engine, id, answer)
  // a request that arrives only now must store nothing
  const cancelled = await callWithTimeout(engine, call, (acquirer, signal) =>
    acquirer.cancel({ reference: id, currency: card.verificationCurrency ?? '', metadata }, signal),
  )
  await settle(engine, id, cancelled.result === 'cancelled' ? answer : { result: 'unknown' }, true)
}

/** Stores an answer, once. */
function settle(
  engine: Engine,
  id: string,
  answer: Parameters<typeof outcomeOfVerification>[0],
  isLate = false,
): Promise<void> {
  return engine.transaction(async (db) => {
    const card = await lockStoredCard(db, id)
    if (card?.verification !== 'pending') return
    const at = engine.now()
    const known = await sealAuthentication(db, engine, 'stored_card', answer)
    if (known !== undefined) await updateVerificationAuthentication(db, id, known)
    const outcome = await mapped(db, card, outcomeOfVerification(answer, isLate))
    switch (outcome.kind) {
      case 'stored':
        // deleted while the issuer was asked: it goes from the vault as well
        if (card.state === 'deleted') {
          await updateCardRefused(db, id, { ...outcome, ...deletedMeanwhile }, at)
        } else await updateCardVerified(db, id, outcome, at)
        break
      case 'refused':
        await updateCardRefused(db, id, outcome, at)
        break
      case 'lost':
        await updateCardRefused(db, id, lost, at)
        break
      default:
        return updateVerificationOpen(db, id, nextLook(card, outcome, at), at)
    }
    const after = await findStoredCard(db, id)
    if (after === undefined) throw new Error(`Stored card ${id} has gone`)
    if (after.vaultReference !== null && after.state === 'deleted') {
      const { tenantId } = engine
      await engine.jobs.enqueue(db, vaultJob, { tenantId }, { singletonKey: tenantId })
    }
    const type = after.state === 'active' ? 'stored_card.verified' : 'stored_card.refused'
    await announceStoredCard(db, engine.jobs, after, type, at)
  })
}

const deletedMeanwhile = {
  ...{ state: 'failed' as const, code: 'deleted', reason: 'The card was deleted meanwhile' },
}
const lost = {
  ...{
    state: 'failed' as const,
    code: 'no_answer',
    reason: 'The request did not reach the acquirer',
  },
  ...{ securityCodeCheck: null, vaultReference: null },
}

/** A decline as the tenant calls it. */
async function mapped(
  db: Db,
  { provider }: StoredCard,
  outcome: VerificationOutcome,
): Promise<VerificationOutcome> {
  if (outcome.kind !== 'refused' || provider === null) return outcome
  const found = await findMappedDecline(db, provider, outcome.code)
  return found === undefined ? outcome : { ...outcome, code: found.code }
}

type Open = Extract<VerificationOutcome, { kind: 'open' | 'to_confirm' }>

function nextLook({ verificationChecks: checks }: StoredCard, outcome: Open, at: Date) {
  if (outcome.kind === 'open') return { checkAt: nextCheckAt(at, checks), checks: checks + 1 }
  const { url, until } = outcome
  const checkAt = until > at ? until : nextCheckAt(at, checks)
  return { checkAt, checks: checks + 1, confirm: { url, until } }
}

const firstLookMs = 20
const lastLookMs = 500

/** Of a request that another one is carrying out. */
async function awaitVerification(engine: Engine, id: string): Promise<StoredCard> {
  const until = performance.now() + engine.providers.acquirerTimeoutMs
  for (let waitMs = firstLookMs; ; waitMs = Math.min(waitMs * 1.5, lastLookMs)) {
    const card = await readCardOf(engine, id)
    const isAsked = card.verification === 'pending' && card.confirmUrl === null
    if (!isAsked || card.verificationChecks > 0 || performance.now() > until) return card
    await wait(waitMs)
  }
}

async function readCardOf(engine: Engine, id: string): Promise<StoredCard> {
  const card = await engine.transaction((db) => findStoredCard(db, id))
  if (card === undefined) throw notFound('The stored card')
  return card
}
