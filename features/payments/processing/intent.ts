import { allocateReference } from '@counterfoil/features/payments/bank-transfers/account-references.public.ts'
import { digitsOf } from '@counterfoil/features/payments/cards/cards.rules.ts'
import {
  addRollupDeltas,
  rollupChanges,
} from '@counterfoil/features/reporting/rollups/rollups.public.ts'
import { iinsOf } from '@counterfoil/features/routing/antifraud/listed-values.rules.ts'
import {
  readRoutingFacts,
  readVolumes,
  recordFindings,
  screen,
} from '@counterfoil/features/routing/mids/routing.public.ts'
import {
  bankingChannelAt,
  type Mid,
  type RoutingDecision,
  routeOrder,
} from '@counterfoil/features/routing/mids/routing.rules.ts'
import { type Terms, termsOf } from '@counterfoil/features/routing/mids/terms.rules.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { type Cause, englishOf } from './causes.rules.ts'
import { conclude, figuresOf, notifyMerchant } from './consequences.ts'
import { type Answering, abandonedAfterMs, type Engine, later } from './engine.ts'
import { claimKey } from './idempotency.public.ts'
import { insertAttempt, insertOperation, type NewOperation } from './operations.queries.ts'
import {
  type Beginning,
  beginningOf,
  checkOrder,
  type PaymentOrder,
  type RecognisedCard,
  statusAtBeginning,
} from './order.rules.ts'
import { businessDayOf, type Payment } from './payment-views.rules.ts'
import { insertEvents, insertPayment, type NewEvent } from './payment-writes.queries.ts'
import { type Account, findAccount } from './payments.queries.ts'
import type { PaymentStatus } from './payments.schema.ts'
import { notifyVelocity } from './velocity-notice.ts'

/** An attempt at an acquirer: stored before it is sent. */
export interface Sending {
  readonly operationId: string
  /** Also the reference that the acquirer is given. */
  readonly id: string
  readonly sequence: number
  readonly startedAt: Date
  readonly mid: Pick<Mid, 'id' | 'provider' | 'midCode' | 'descriptor'>
  /** MIDs to go on to after a soft decline. */
  readonly others: readonly Mid[]
  readonly terms: Terms
}

export type Intent<A> =
  | { readonly kind: 'to_send'; readonly payment: Payment; readonly sending: Sending }
  | { readonly kind: 'answered'; readonly answer: A }

/** Takes an order down: screened, routed, with its events. What needs no acquirer is answered at once. */
export function intendPayment<A>(
  engine: Engine,
  order: PaymentOrder,
  card: RecognisedCard | null,
  answering: Answering<A>,
): Promise<Intent<A>> {
  return engine.transaction(async (db) => {
    const at = engine.now()
    const operationId = newId(at)
    const [, account] = await Promise.all([
      claimKey(db, answering.once, operationId, at),
      findAccount(db, { ...order, first6: card?.first6 }),
    ])
    checkOrder(order, account)
    const facts = await readRoutingFacts(engine, db, { ...order, version: account.settingsVersion })
    const findings = await screen(db, screenedOrder(order, card), facts, at)
    const routed = { ...order, method: order.method.type, brand: card?.brand ?? null, at }
    const { acquirers } = engine.providers
    const today = businessDayOf(at, account.timeZone)
    const volumes = await readVolumes(db, facts.mids, order.currency, today)
    const routing = routeOrder(routed, facts.mids, acquirers, facts.off, { ...facts, volumes })
    const hasRoute = routing.candidates.length > 0
    const beginning = beginningOf(order, account, findings, hasRoute, facts)
    const payment = newPayment(engine.tenantId, order, card, beginning, routing, account, today, at)
    const operation = newOperation(engine, operationId, order, beginning, routing, at)
    const events = eventsOf(beginning, payment, operationId, at)
    const terms = termsOf(routed, facts)
    const sending =
      beginning.kind === 'sent' ? sendingOf(operationId, routing, at, terms) : undefined
    // sent in this order: an operation needs its payment, an attempt its operation
    await Promise.all([
      insertPayment(db, payment),
      payment.method === 'bank_transfer'
        ? allocateReference(db, payment, bankingChannelAt(payment.provider ?? '', order, facts)?.id)
        : undefined,
      insertOperation(db, payment, operation, engine.actor, at),
      sending && insertAttempt(db, payment, sending),
      insertEvents(db, payment, events, engine.actor, at),
      addRollupDeltas(db, rollupChanges(null, figuresOf(payment))),
      recordFindings(db, payment, findings, at, facts.variables),
      notifyVelocity(db, engine.jobs, payment, findings, facts.variables.velocity_window),
    ])
    if (sending) return { kind: 'to_send', payment, sending }
    const answer = await tellAtOnce(db, engine, { payment, events, today }, answering)
    return { kind: 'answered', answer }
  })
}

/** A payment that goes to no acquirer now: blocked, without a route, or held for approval. */
async function tellAtOnce<A>(
  db: Db,
  engine: Engine,
  taken: {
    readonly payment: Payment
    readonly events: readonly NewEvent[]
    readonly today: string
  },
  answering: Answering<A>,
): Promise<A> {
  const { payment, events, today } = taken
  const last = events.at(-1)
  const [answer] = await Promise.all([
    conclude(db, engine, { payment, operation: null, today }, answering, []),
    last && notifyMerchant(db, engine, payment, last, last.id, payment.createdAt),
  ])
  return answer
}

function screenedOrder(order: PaymentOrder, card: RecognisedCard | null) {
  return {
    ...order,
    country: order.customer.country,
    cardToken: card?.token ?? null,
    iins: order.method.type === 'card' ? iinsOf(digitsOf(order.method.number)) : [],
    email: order.customer.email,
    ip: order.customer.ip ?? null,
  }
}

export function sendingOf(
  operationId: string,
  { candidates: [mid, ...others] }: Pick<RoutingDecision, 'candidates'>,
  at: Date,
  terms: Terms,
  sequence = 1,
): Sending | undefined {
  return mid && { operationId, id: newId(at), sequence, startedAt: at, mid, others, terms }
}

type KnownAccount = Pick<
  Account,
  'cardType' | 'cardIssuer' | 'cardIssuerCountry' | 'settingsVersion'
>

function newPayment(
  tenantId: string,
  order: PaymentOrder,
  card: RecognisedCard | null,
  beginning: Beginning,
  { candidates: [mid] }: RoutingDecision,
  account: KnownAccount,
  businessDay: string,
  at: Date,
): Payment {
  const refusal = 'code' in beginning ? beginning : null
  return {
    id: newId(at),
    tenantId,
    merchantId: order.merchantId,
    mode: order.mode,
    status: statusAtBeginning[beginning.kind],
    method: order.method.type,
    currency: order.currency,
    amountMinor: order.amountMinor,
    authorisedMinor: 0n,
    capturedMinor: 0n,
    refundedMinor: 0n,
    voidedMinor: 0n,
    disputedMinor: 0n,
    disputeState: null,
    // a transfer that arrives is captured by arriving
    autoCapture: order.capture || order.method.type !== 'card',
    externalId: order.externalId,
    websiteId: order.websiteId ?? null,
    description: order.description,
    customerEmail: order.customer.email,
    customerCountry: order.customer.country,
    cardBrand: card?.brand ?? null,
    cardFirst6: card?.first6 ?? null,
    cardLast4: card?.last4 ?? null,
    cardExpiryMonth: card?.expiryMonth ?? null,
    cardExpiryYear: card?.expiryYear ?? null,
    cardToken: card?.token ?? null,
    cardType: account.cardType,
    cardIssuer: account.cardIssuer,
    cardIssuerCountry: account.cardIssuerCountry,
    provider: refusal ? null : (mid?.provider ?? null),
    midId: refusal ? null : (mid?.id ?? null),
    acquirerReference: null,
    declineCode: refusal?.code ?? null,
    declineReason: refusal ? englishOf(refusal) : null,
    holdReason: 'holdReason' in beginning ? beginning.holdReason : null,
    pendingOn: beginning.kind === 'sent' ? 'acquirer' : null,
    nextAction: null,
    channel: order.channel,
    businessDay,
    ledgerAccounts: null,
    settingsVersion: account.settingsVersion,
    version: 1,
    createdAt: at,
    updatedAt: at,
    open: [],
  }
}

function newOperation(
  engine: Engine,
  id: string,
  order: PaymentOrder,
  beginning: Beginning,
  routing: RoutingDecision,
  at: Date,
): NewOperation {
  const refused =
    'code' in beginning ? { declineCode: beginning.code, declineReason: englishOf(beginning) } : {}
  const states = {
    sent: 'requested',
    held: 'requested',
    blocked: 'declined',
    failed: 'failed',
    declined: 'declined',
  } as const
  return {
    id,
    kind: 'authorise',
    state: states[beginning.kind],
    amountMinor: order.amountMinor,
    reason: null,
    ...refused,
    routing: routing.log,
    nextCheckAt: beginning.kind === 'sent' ? later(at, abandonedAfterMs(engine.providers)) : null,
  }
}

/** The first steps of a payment's life, as its events tab shows them. */
function eventsOf(
  beginning: Beginning,
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
  const refusal = 'code' in beginning ? beginning : null
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
    step(beginning.kind === 'sent' ? 'sent' : status, 'validated', status, causes[beginning.kind]),
  ]
}
