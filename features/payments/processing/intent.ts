import { allocateReference } from '@counterfoil/features/payments/bank-transfers/account-references.public.ts'
import { digitsOf } from '@counterfoil/features/payments/cards/cards.rules.ts'
import { insertPendingCard } from '@counterfoil/features/payments/stored-cards/stored-cards.public.ts'
import {
  insertRollupDeltas,
  rollupChanges,
} from '@counterfoil/features/reporting/rollups/rollups.public.ts'
import { iinsOf } from '@counterfoil/features/routing/antifraud/listed-values.rules.ts'
import {
  recordFindings,
  type Screening,
  screen,
} from '@counterfoil/features/routing/antifraud/screening.public.ts'
import { readBreakers, takeProbes } from '@counterfoil/features/routing/mids/breakers.public.ts'
import type { BreakerStates } from '@counterfoil/features/routing/mids/breakers.rules.ts'
import {
  type RoutingFacts,
  readRoutingFacts,
  readVolumes,
} from '@counterfoil/features/routing/mids/routing.public.ts'
import {
  bankingChannelAt,
  type Mid,
  type MidVolume,
  type RoutedOrder,
  type RoutingDecision,
  routeOrder,
  usableMids,
} from '@counterfoil/features/routing/mids/routing.rules.ts'
import { type Terms, termsOf } from '@counterfoil/features/routing/mids/terms.rules.ts'
import {
  readScores,
  routeByRules,
} from '@counterfoil/features/routing/rule-sets/rule-sets.public.ts'
import type { RoutedBy, Scores } from '@counterfoil/features/routing/rule-sets/rule-sets.schema.ts'
import { localDay } from '@counterfoil/kit/contract/calendar-days.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { claimIdempotencyKey } from '@counterfoil/kit/server/idempotency/act-once.ts'
import { abandonedAfterMs, later } from './acquirer-call.ts'
import { notifyMerchant } from './apply-consequence.ts'
import { insertAttempt } from './attempts.queries.ts'
import { type Cause, englishOf } from './causes.rules.ts'
import type { Engine, ResponseOptions } from './engine.ts'
import { insertOperation, type NewOperation } from './operations.queries.ts'
import { notifyVelocity } from './operator-notices.ts'
import {
  checkOrder,
  decideOrder,
  initialStatus,
  type OrderDecision,
  type PaymentOrder,
  type RecognisedCard,
} from './order.rules.ts'
import { type Account, findAccount, insertPayment } from './orders.queries.ts'
import { respond } from './outcome.ts'
import { figuresOf, type Payment } from './payment-views.rules.ts'
import { insertEvents, type NewEvent } from './payments.queries.ts'
import type { PaymentStatus } from './payments.schema.ts'

/** An attempt to authorise at an acquirer, stored before it is sent. */
export interface AuthorisationAttempt {
  readonly operationId: string
  /** Also the reference of the request at the acquirer. */
  readonly id: string
  readonly sequence: number
  readonly startedAt: Date
  readonly mid: Pick<Mid, 'id' | 'provider' | 'midCode' | 'descriptor'>
  /** The MIDs that are tried after a soft decline. */
  readonly nextMids: readonly Mid[]
  readonly terms: Terms
  /** As they were when the MID was chosen. */
  readonly breakers: BreakerStates
}

export type Intent<A> =
  | { readonly kind: 'to_send'; readonly payment: Payment; readonly attempt: AuthorisationAttempt }
  | { readonly kind: 'done'; readonly response: A }

/** Stores a new payment, screened and routed. One that goes to no acquirer is responded to at once. */
export function recordIntent<A>(
  engine: Engine,
  order: PaymentOrder,
  card: RecognisedCard | null,
  responseOptions: ResponseOptions<A>,
): Promise<Intent<A>> {
  return engine.transaction(async (db) => {
    const at = engine.now()
    const operationId = newId(at)
    const [, account] = await Promise.all([
      claimIdempotencyKey(db, responseOptions.idempotencyKey, operationId, at),
      findAccount(db, { ...order, first6: card?.first6 }),
    ])
    checkOrder(order, account)
    const evaluated = await evaluateOrder(engine, db, { operationId, order, card, account, at })
    const { facts, screening, routed, routing, routedBy, decision, today } = evaluated
    const { tenantId } = engine
    const payment = newPayment({ tenantId, order, card, decision, routing, account, today, at })
    const pendingCard = pendingCardOf(order, card, payment)
    const operation = newOperation(engine, { operationId, order, decision, routing, routedBy, at })
    const events = eventsOf(decision, payment, operationId, at)
    const terms = termsOf(routed, facts)
    const attempt =
      decision.kind === 'sent' ? nextAttempt(operationId, routing, at, terms) : undefined
    // the statements run in this order: an operation references its payment, an attempt its operation
    await Promise.all([
      insertPayment(db, payment),
      pendingCard && insertPendingCard(db, pendingCard),
      payment.method === 'bank_transfer'
        ? allocateReference(db, payment, bankingChannelAt(payment.provider ?? '', order, facts)?.id)
        : undefined,
      insertOperation(db, payment, operation, engine.actor, at),
      attempt && insertAttempt(db, payment, attempt),
      insertEvents(db, payment, events, engine.actor, at),
      insertRollupDeltas(db, rollupChanges(null, figuresOf(payment)), at),
      recordFindings(db, payment, screening, at, facts.variables),
      notifyVelocity(db, engine.jobs, payment, screening.findings),
    ])
    await responseOptions.claim?.(db, payment)
    if (attempt) return { kind: 'to_send', payment, attempt }
    const response = await respondWithoutAcquirer(
      db,
      engine,
      { payment, events, today },
      responseOptions,
    )
    return { kind: 'done', response }
  })
}

/** Responds to a payment that goes to no acquirer: blocked, without a route, or held for approval. */
async function respondWithoutAcquirer<A>(
  db: Db,
  engine: Engine,
  created: {
    readonly payment: Payment
    readonly events: readonly NewEvent[]
    readonly today: string
  },
  responseOptions: ResponseOptions<A>,
): Promise<A> {
  const { payment, events, today } = created
  const last = events.at(-1)
  const [response] = await Promise.all([
    respond(db, engine, { payment, operation: null, today }, responseOptions, []),
    last && notifyMerchant(db, engine, payment, last, last.id, payment.createdAt),
  ])
  return response
}

export function nextAttempt(
  operationId: string,
  { candidates: [mid, ...nextMids], breakers }: Pick<RoutingDecision, 'candidates' | 'breakers'>,
  at: Date,
  terms: Terms,
  sequence = 1,
): AuthorisationAttempt | undefined {
  if (mid === undefined) return undefined
  return { operationId, id: newId(at), sequence, startedAt: at, mid, nextMids, terms, breakers }
}

type KnownAccount = Pick<
  Account,
  'cardType' | 'cardIssuer' | 'cardIssuerCountry' | 'settingsVersion'
>

function newPayment(of: {
  readonly tenantId: string
  readonly order: PaymentOrder
  readonly card: RecognisedCard | null
  readonly decision: OrderDecision
  readonly routing: RoutingDecision
  readonly account: KnownAccount
  readonly today: string
  readonly at: Date
}): Payment {
  const { tenantId, order, card, decision, routing, account, at } = of
  const [mid] = routing.candidates
  const refusal = 'code' in decision ? decision : null
  return {
    id: newId(at),
    tenantId,
    merchantId: order.merchantId,
    mode: order.mode,
    status: initialStatus[decision.kind],
    method: order.method.type,
    currency: order.currency,
    amountMinor: order.amountMinor,
    authorisedMinor: 0n,
    capturedMinor: 0n,
    refundedMinor: 0n,
    voidedMinor: 0n,
    disputedMinor: 0n,
    disputeState: null,
    // a transfer is captured when it arrives
    autoCapture: order.capture || order.method.type !== 'card',
    partialApproval: order.partialApproval === true,
    externalId: order.externalId,
    websiteId: order.websiteId ?? null,
    pageId: order.pageId ?? null,
    description: order.description,
    metadata: order.metadata ?? null,
    returnUrl: order.returnUrl ?? null,
    orderType: order.orderType ?? null,
    customerEmail: order.customer.email,
    customerCountry: order.customer.country,
    customerIp: order.customer.ip ?? null,
    customerDevice: order.customer.device ?? null,
    cardBrand: card?.brand ?? null,
    cardFirst6: card?.first6 ?? null,
    cardLast4: card?.last4 ?? null,
    cardExpiryMonth: card?.expiryMonth ?? null,
    cardExpiryYear: card?.expiryYear ?? null,
    cardToken: card?.token ?? null,
    cardType: account.cardType,
    cardIssuer: account.cardIssuer,
    cardIssuerCountry: account.cardIssuerCountry,
    ...credentialOf(order, decision, at),
    provider: refusal ? null : (mid?.provider ?? null),
    midId: refusal ? null : (mid?.id ?? null),
    acquirerReference: null,
    threeDSecure: null,
    firstTry: null,
    answerMs: null,
    declineCode: refusal?.code ?? null,
    declineReason: refusal ? englishOf(refusal) : null,
    declineAdvice: null,
    holdReason: 'holdReason' in decision ? decision.holdReason : null,
    pendingOn: decision.kind === 'sent' ? 'acquirer' : null,
    nextAction: null,
    channel: order.channel,
    businessDay: of.today,
    ledgerAccounts: null,
    settingsVersion: account.settingsVersion,
    lastEventAt: null,
    authorisationExpiresAt: null,
    version: 1,
    createdAt: at,
    updatedAt: at,
    open: [],
  }
}

/** What a payment has to do with a stored card; none is stored with a payment that goes to no acquirer. */
function credentialOf({ method, storing }: PaymentOrder, { kind }: OrderDecision, at: Date) {
  const none = { merchantReason: null, schemeTransactionId: null, firstSchemeTransactionId: null }
  if ('storedCard' in method) {
    const { id, initiator, reason, first } = method.storedCard
    return {
      ...none,
      storedCardId: id,
      credentialUse: 'subsequent' as const,
      initiator,
      merchantReason: reason,
      firstSchemeTransactionId: first.transactionId,
    }
  }
  if (storing === undefined || kind !== 'sent') {
    return { ...none, storedCardId: null, credentialUse: null, initiator: null }
  }
  const first = { credentialUse: 'first' as const, initiator: 'customer' as const }
  return { ...none, ...first, storedCardId: newId(at) }
}

/** The card that is stored when the payment is approved. */
function pendingCardOf(
  { storing }: PaymentOrder,
  card: RecognisedCard | null,
  {
    id: paymentId,
    storedCardId,
    credentialUse,
    merchantId,
    mode,
    customerEmail,
    createdAt,
  }: Payment,
) {
  if (
    storing === undefined ||
    card === null ||
    credentialUse !== 'first' ||
    storedCardId === null
  ) {
    return undefined
  }
  const { token: fingerprint, ...facts } = card
  return {
    ...facts,
    fingerprint,
    id: storedCardId,
    paymentId,
    merchantId,
    mode,
    customerEmail: storing.email ?? customerEmail,
    consent: storing,
    at: createdAt,
  }
}

function newOperation(
  engine: Engine,
  of: Pick<EvaluatedOrder, 'decision' | 'routing' | 'routedBy'> &
    Pick<OrderToEvaluate, 'operationId' | 'order' | 'at'>,
): NewOperation {
  const { decision, at } = of
  const refused =
    'code' in decision ? { declineCode: decision.code, declineReason: englishOf(decision) } : {}
  const states = {
    sent: 'requested',
    held: 'requested',
    blocked: 'declined',
    failed: 'failed',
    declined: 'declined',
  } as const
  return {
    id: of.operationId,
    kind: 'authorise',
    state: states[decision.kind],
    amountMinor: of.order.amountMinor,
    reason: null,
    ...refused,
    routing: of.routing.log,
    routedBy: of.routedBy,
    nextCheckAt: decision.kind === 'sent' ? later(at, abandonedAfterMs(engine.providers)) : null,
  }
}

/** The first events of a payment, as its events tab shows them. */
function eventsOf(
  decision: OrderDecision,
  payment: Payment,
  operationId: string,
  at: Date,
): NewEvent[] {
  const step = (
    type: string,
    fromStatus: PaymentStatus | null,
    toStatus: PaymentStatus,
    cause: string | Cause | null = null,
  ): NewEvent => ({
    id: newId(at),
    type: `payment.${type}`,
    fromStatus,
    toStatus,
    operationId,
    amountMinor: payment.amountMinor,
    cause,
  })
  const refusal = 'code' in decision ? decision : null
  const causes = {
    sent: { code: 'sent', values: { provider: payment.provider ?? '' } },
    held: payment.holdReason,
    blocked: refusal,
    failed: refusal,
    declined: refusal,
  }
  const { status } = payment
  return [
    step('created', null, 'created'),
    step('validated', 'created', 'validated'),
    step(decision.kind === 'sent' ? 'sent' : status, 'validated', status, causes[decision.kind]),
  ]
}

// What an order is decided by: the same for a payment and for an order that is only looked at.

/** What routing, screening and deciding an order need of the engine. */
export type Evaluator = Pick<Engine, 'database' | 'tenantId' | 'providers'>

export interface OrderToEvaluate {
  readonly operationId: string
  readonly order: PaymentOrder
  readonly card: RecognisedCard | null
  readonly account: Account
  readonly at: Date
}

/** What is known when an order is decided, besides the order itself. */
export interface OrderState {
  readonly facts: RoutingFacts
  readonly screening: Screening
  readonly volumes: ReadonlyMap<string, MidVolume>
  readonly breakers: BreakerStates
  readonly scores: Scores
}

export interface EvaluatedOrder extends OrderState {
  readonly routed: RoutedOrder & { readonly channel: string }
  readonly routing: RoutingDecision
  /** Undefined without rules in force. */
  readonly routedBy: RoutedBy | undefined
  readonly decision: OrderDecision
  /** The tenant's business day. */
  readonly today: string
}

/** Screens, routes and decides a new order, which is counted by screening and takes the probes of the MID that it goes to. */
async function evaluateOrder(evaluator: Evaluator, db: Db, of: OrderToEvaluate) {
  for (let found = await evaluateBy(screen, evaluator, db, of); ; ) {
    const [mid] = found.routing.candidates
    if (mid === undefined || found.decision.kind !== 'sent') return found
    const breakers = await takeProbes(db, mid, found.breakers, of.at)
    if (breakers === found.breakers) return found
    found = decideOrderIn({ ...found, breakers }, evaluator, of)
  }
}

/**
 * The same without a breaker's probe: `lookAtScreening` leaves nothing behind, and `screen` counts what is no payment, a card that
 * is stored without one.
 */
export async function evaluateBy(
  screenBy: typeof screen,
  evaluator: Evaluator,
  db: Db,
  of: OrderToEvaluate,
): Promise<EvaluatedOrder> {
  const { order, at } = of
  const { settingsVersion: version, timeZone } = of.account
  const facts = await readRoutingFacts(evaluator, db, { ...order, version })
  const screening = await screenBy(db, screenedOrder(of), facts, at)
  const today = localDay(at, timeZone)
  const [volumes, breakers, scores] = await Promise.all([
    readVolumes(db, facts.mids, order.currency, today),
    readBreakers(db, usableMids(facts.mids, order), at),
    readScores(db, facts.ruleSet, order),
  ])
  return decideOrderIn({ facts, screening, volumes, breakers, scores }, evaluator, of)
}

/** Routes and decides an order by what is known. */
export function decideOrderIn(
  state: OrderState,
  { providers: { acquirers } }: Pick<Evaluator, 'providers'>,
  of: OrderToEvaluate,
): EvaluatedOrder {
  const { order, card, account, at } = of
  const { facts, screening, volumes, breakers } = state
  const { findings } = screening
  const routed = { ...order, method: order.method.type, brand: card?.brand ?? null, at }
  const ruled = byRules({ ...routed, ...of }, state)
  const keeper = 'storedCard' in order.method ? order.method.storedCard.provider : undefined
  const routes = { ...facts, volumes, breakers, plan: ruled?.choice, keeper }
  const routing = routeOrder(routed, facts.mids, acquirers, facts.off, routes)
  const hasRoute = routing.candidates.length > 0
  return {
    ...state,
    routed,
    routing,
    routedBy: ruled?.routedBy,
    decision: decideOrder(order, account, findings, hasRoute, facts),
    today: localDay(at, account.timeZone),
  }
}

function screenedOrder({ operationId, order, card, account }: OrderToEvaluate) {
  return {
    ...order,
    operationId,
    country: order.customer.country,
    cardCountry: account.cardIssuerCountry,
    cardToken: card?.token ?? null,
    iins: iinsOfMethod(order.method),
    email: order.customer.email,
    ip: order.customer.ip ?? null,
    device: order.customer.device ?? null,
  }
}

/** Of a stored card its first six digits are known. */
function iinsOfMethod(method: PaymentOrder['method']): string[] {
  if (method.type !== 'card') return []
  return iinsOf('storedCard' in method ? method.storedCard.first6 : digitsOf(method.number))
}

/** What the rules in force say of a new payment; undefined without rules. */
function byRules(
  routed: OrderToEvaluate & { readonly method: string; readonly brand: string | null },
  { facts, screening: { findings }, breakers, scores }: OrderState,
) {
  if (facts.ruleSet === null) return undefined
  const { operationId, order, card, account, method, brand, at } = routed
  const toRoute = {
    operationId,
    method,
    brand,
    at,
    timeZone: account.timeZone,
    currency: order.currency,
    amountMinor: order.amountMinor,
    channel: order.channel,
    first6: card?.first6 ?? null,
    issuerCountry: account.cardIssuerCountry,
    customerCountry: order.customer.country,
    websiteId: order.websiteId ?? null,
    orderType: order.orderType ?? null,
  }
  return routeByRules(facts.ruleSet, toRoute, { findings, breakers, scores, mids: facts.mids })
}
