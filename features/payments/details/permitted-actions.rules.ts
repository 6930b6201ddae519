import type { DisputeRefundRule } from '@counterfoil/features/payments/action-options/dispute-refunds.schema.ts'
import {
  merchantPayouts,
  operatorPayouts,
} from '@counterfoil/features/payments/payouts/payouts.contract.ts'
import {
  acceptDispute,
  changeStatus,
  closeDispute,
  merchantActions,
  operatorActions,
} from '@counterfoil/features/payments/processing/actions.contract.ts'
import { refundRefusedText } from '@counterfoil/features/payments/processing/payment.rules.ts'
import type {
  ActionAnswer,
  PaymentAction,
} from '@counterfoil/features/payments/processing/payments.schema.ts'
import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'

interface Person {
  readonly id: string
  readonly userType: Audience
  readonly permissions: ReadonlySet<string>
}

/**
 * The actions that the payment allows and the user has permissions for; others are refused with a reason. Actions for
 * which the user's type has no permissions are left out.
 */
export function permittedActions(
  actions: readonly ActionAnswer[],
  person: Person,
  payoutMakerId: string | null,
): ActionAnswer[] {
  return actions.flatMap((one) => {
    const anyOf = permissionsFor(one.action, person.userType)
    if (anyOf === undefined) return []
    if (!anyOf.some((permission) => person.permissions.has(permission))) {
      return [refused(one, 'action.not_permitted', 'Your role does not include this action')]
    }
    if (one.action === 'approvePayout' && one.isAllowed && payoutMakerId === person.id) {
      const why = 'You asked for this payout yourself. Somebody else has to approve it'
      return [refused(one, 'approvePayout.own_payout', why)]
    }
    return [one]
  })
}

/** Without refunds while a dispute is open, where the tenant refuses them. */
export const withoutRefunds = (
  actions: readonly ActionAnswer[],
  rule: DisputeRefundRule | null,
): readonly ActionAnswer[] =>
  rule !== 'refused'
    ? actions
    : actions.map((one) =>
        one.isAllowed && (one.action === 'refund' || one.action === 'markRefunded')
          ? refused(one, 'refund.dispute_refused', refundRefusedText)
          : one,
      )

const refused = (answer: ActionAnswer, code: string, reason: string): ActionAnswer => ({
  ...answer,
  isAllowed: false,
  code,
  reason,
  maxAmount: null,
})

/** The permissions of the action's endpoint, so that the offered and the accepted actions are the same. */
function permissionsFor(
  action: PaymentAction,
  userType: Person['userType'],
): readonly string[] | undefined {
  if (action === 'changeStatus') {
    return userType === 'platform' ? permissionsOfCall(changeStatus) : undefined
  }
  if (action === 'closeDispute') {
    return userType === 'merchant' ? undefined : permissionsOfCall(closeDispute)
  }
  if (action === 'acceptDispute') {
    return userType === 'merchant' ? permissionsOfCall(acceptDispute) : undefined
  }
  if (action === 'approvePayout' || action === 'declinePayout') {
    return permissionsOfCall((userType === 'merchant' ? merchantPayouts : operatorPayouts).approve)
  }
  return permissionsOfCall((userType === 'merchant' ? merchantActions : operatorActions)[action])
}

function permissionsOfCall({ access }: Pick<AnyEndpoint, 'access'>) {
  return access.kind === 'permission' ? access.anyOf : []
}
