import { disputeCodes } from '@counterfoil/features/payments/action-options/reasons.rules.ts'
import type { OperationKind } from '@counterfoil/features/payments/processing/payment.rules.ts'
import type { Mid, RoutingDecision } from '@counterfoil/features/routing/mids/routing.rules.ts'
import { dayMs, hourMs } from '@counterfoil/kit/contract/durations.ts'
import { type Random, Weighted } from '../random.ts'
import type { AcquirerResponse, Life } from './life.ts'

// What becomes of a payment: how often each thing happens, and when.

const declines = new Weighted<AcquirerResponse>([
  [
    { result: 'declined', code: 'insufficient_funds', text: 'Insufficient funds', isSoft: false },
    46,
  ],
  [
    {
      result: 'declined',
      code: 'do_not_honour',
      text: 'The issuer declined without a reason',
      isSoft: false,
    },
    30,
  ],
  [{ result: 'declined', code: 'expired_card', text: 'The card has expired', isSoft: false }, 8],
  [
    {
      result: 'declined',
      code: 'incorrect_security_code',
      text: 'The security code is wrong',
      isSoft: false,
    },
    9,
  ],
  [
    {
      result: 'declined',
      code: 'suspected_fraud',
      text: 'The issuer suspects fraud',
      isSoft: false,
    },
    5,
  ],
  [{ result: 'declined', code: 'lost_card', text: 'The card is reported lost', isSoft: false }, 2],
])
const refusedTransfer: AcquirerResponse = {
  result: 'declined',
  code: 'bank_refused',
  text: 'The bank refused the transfer',
  isSoft: false,
}
const softDecline: AcquirerResponse = {
  result: 'declined',
  code: 'acquirer_limit',
  text: 'The limit of the acquirer account is reached',
  isSoft: true,
}
const outOfOrder: AcquirerResponse = {
  result: 'failed',
  code: 'out_of_order',
  text: 'The acquirer is unavailable',
}

/** A payment's start, drawn for a merchant. */
export interface Beginning {
  readonly life: Life
  readonly routed: RoutingDecision
  readonly random: Random
  /** Now: later steps are left out. */
  readonly until: number
  /** Routing logs are written for payments from then on. */
  readonly routingFrom: number
}

/** Writes what becomes of a payment, to its end or up to now. */
export function continuePayment({ life, routed, random, until, routingFrom }: Beginning): void {
  const { payment } = life
  const isCard = payment.method === 'card'
  const routing = life.createdAt >= routingFrom ? JSON.stringify(routed.log) : null
  const chance = random.below(10_000)
  if (isCard && chance < 30) {
    life.block('blocked_country', "The customer's country is KP", routing)
    return
  }
  const approved: AcquirerResponse = { result: 'approved', amountMinor: payment.amountMinor }
  if (isCard && chance < 800) life.authorise(routed.candidates, [declines.pick(random)], routing)
  else if (!isCard && chance < 300) life.authorise(routed.candidates, [refusedTransfer], routing)
  else if (chance < 860) life.authorise(routed.candidates, [outOfOrder], routing)
  else if (isCard && chance < 1_060 && routed.candidates.length > 1) {
    life.authorise(routed.candidates, [softDecline, approved], routing)
  } else life.authorise(routed.candidates, [approved], routing)
  followUp(life, routed.candidates, random, until)
}

function followUp(life: Life, mids: readonly Mid[], random: Random, until: number): void {
  const mid = mids.find((one) => one.id === life.midId)
  if (mid === undefined) return
  let time = life.createdAt
  const later = (fromMs: number, upToMs: number) => {
    time += Math.round(fromMs + random.fraction() * (upToMs - fromMs))
    return time < until - 10_000
  }
  const ask = (
    kind: Exclude<OperationKind, 'authorise'>,
    amountMinor: bigint,
    reason: string | null,
  ) => life.operate(kind, amountMinor, reason, time, mid)
  const { amountMinor } = life.payment
  if (life.payment.status === 'reserved') {
    if (!later(hourMs, 3 * dayMs)) return
    const chance = random.below(100)
    if (chance < 7) ask('void', amountMinor, 'Cancelled by the customer')
    else if (chance < 12 && amountMinor > 4n) {
      ask('capture', (amountMinor * 6n) / 10n, null)
      if (later(dayMs, 3 * dayMs)) ask('void', amountMinor - (amountMinor * 6n) / 10n, 'Sold out')
    } else ask('capture', amountMinor, null)
  }
  if (life.payment.status !== 'captured') return
  const captured = life.payment.capturedMinor
  const chance = random.below(10_000)
  if (chance < 400) {
    if (!later(hourMs, 30 * dayMs)) return
    const isPart = random.below(10) < 4 && captured > 3n
    ask('refund', isPart ? captured / 3n : captured, 'Returned by the customer')
    if (isPart && random.below(6) === 0 && later(dayMs, 10 * dayMs)) {
      ask('refund', captured / 3n, 'A second item was returned')
    }
  } else if (chance < 425) {
    // a whole capture, on its own day
    const isSameDay = time % dayMs < 20 * hourMs && life.payment.capturedMinor === amountMinor
    if (isSameDay && life.payment.autoCapture && later(300_000, 900_000)) {
      ask('reversal', captured, 'Charged by mistake')
    }
  } else if (chance < 460 && life.payment.method === 'card') {
    if (!later(3 * dayMs, 40 * dayMs)) return
    const openedAt = time
    const outcome = random.pick(['won', 'lost', 'lost', 'accepted'] as const)
    // answered in time: what is not is lost by itself
    const end = later(6 * dayMs, 13 * dayMs) ? { outcome, at: time } : undefined
    life.dispute(captured, random.pick(disputeCodes).id, openedAt, end)
  }
}
