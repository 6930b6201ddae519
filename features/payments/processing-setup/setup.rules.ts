import {
  holdCodeOf,
  type OrderAccount,
  type OrderLimits,
  orderConditions,
  type PaymentOrder,
} from '@counterfoil/features/payments/processing/order.rules.ts'
import type { Finding } from '@counterfoil/features/routing/antifraud/screening.rules.ts'
import { gravestOutcome } from '@counterfoil/features/routing/antifraud/screening.rules.ts'
import type { RoutingDecision } from '@counterfoil/features/routing/mids/routing.rules.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { SetupCheck } from './processing-setup.contract.ts'

/** What the engine found of an order that is only looked at. */
export interface LookedAt {
  readonly facts: OrderLimits
  readonly screening: { readonly findings: readonly Finding[] }
  readonly routing: Pick<RoutingDecision, 'candidates' | 'objections'>
}

/** What passes with time, so that a MID that has such an objection may be missed although another one takes the payment. */
const passing = ['breaker', 'acquirer_breaker', 'day_cap', 'month_cap', 'early']

/** Each condition by the engine's own functions, whether or not an earlier one refuses. */
export function checksOf(
  order: PaymentOrder,
  account: OrderAccount,
  looked: LookedAt,
): SetupCheck[] {
  const { facts, screening, routing } = looked
  return [
    ...orderConditions(order, account, facts).map(({ id, refusal }) =>
      refusal === undefined
        ? fulfilled(id)
        : missing(id, refusal.code, refusal instanceof Problem ? refusal.params : refusal.values),
    ),
    screeningCheck(screening.findings),
    routeCheck(routing),
    approvalCheck(order, account, looked),
  ]
}

/** Whether nothing keeps the payment from an acquirer. */
export const isReady = (checks: readonly SetupCheck[]): boolean => countMissing(checks) === 0

export const countMissing = (checks: readonly SetupCheck[]): number =>
  checks.filter(({ state }) => state === 'missing').length

/** A payment without a fee is taken all the same. */
export const feeCheck = (hasFee: boolean, currency: string): SetupCheck =>
  hasFee ? fulfilled('fee') : { ...missing('fee', 'fee.none', { currency }), state: 'warning' }

const fulfilled = (id: SetupCheck['id']): SetupCheck => ({
  ...{ id, state: 'fulfilled', code: null, values: {} },
})

const missing = (
  id: SetupCheck['id'],
  code: string,
  values: Readonly<Record<string, unknown>> = {},
): SetupCheck => ({
  ...{ id, state: 'missing', code },
  values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
})

function screeningCheck(findings: readonly Finding[]): SetupCheck {
  const gravest = gravestOutcome(findings)
  if (gravest === null) return fulfilled('screening')
  if (gravest === 'block') return missing('screening', 'antifraud.blocked')
  return { ...missing('screening', `antifraud.${gravest}`), state: 'warning' }
}

function routeCheck({ candidates, objections }: LookedAt['routing']): SetupCheck {
  if (candidates.length === 0) return missing('route', 'routing.no_mid')
  const count = [...objections.values()].filter(({ code }) => passing.includes(code)).length
  if (count === 0) return fulfilled('route')
  return { ...missing('route', 'routing.fewer', { count }), state: 'warning' }
}

/** A card is authorised and then held; a transfer is not sent before it is approved. */
function approvalCheck(order: PaymentOrder, account: OrderAccount, looked: LookedAt): SetupCheck {
  const hold = holdCodeOf(order, account, looked.screening.findings, looked.facts)
  if (hold === undefined) return fulfilled('approval')
  const check = missing('approval', hold)
  return order.method.type === 'card' ? { ...check, state: 'warning' } : check
}
