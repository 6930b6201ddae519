import {
  acceptDispute,
  changeStatus,
  closeDispute,
  merchantActions,
  operatorActions,
} from '@counterfoil/features/payments/actions/actions.contract.ts'
import type {
  ActionAnswer,
  PaymentAction,
} from '@counterfoil/features/payments/engine/payments.contract.ts'

interface Person {
  readonly userType: 'platform' | 'tenant' | 'merchant'
  readonly permissions: ReadonlySet<string>
}

/**
 * What the payment allows, less what the person may not do: each refused action says why. Actions that nobody of the
 * person's kind can be given are left out.
 */
export function permittedActions(actions: readonly ActionAnswer[], person: Person): ActionAnswer[] {
  return actions.flatMap((one) => {
    const anyOf = permissionsFor(one.action, person.userType)
    if (anyOf === undefined) return []
    if (anyOf.some((permission) => person.permissions.has(permission))) return [one]
    return [
      {
        ...one,
        isAllowed: false,
        code: 'action.not_permitted',
        reason: 'Your role does not include this action',
        maxAmount: null,
      },
    ]
  })
}

/** The permissions of the action's own call, so that what is offered and what is accepted cannot differ. */
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
  return permissionsOfCall((userType === 'merchant' ? merchantActions : operatorActions)[action])
}

function permissionsOfCall({ access }: typeof changeStatus | typeof operatorActions.refund) {
  return access.kind === 'permission' ? access.anyOf : []
}
