import {
  listMerchantWebhooks,
  listWebhooks,
  resendMerchantWebhook,
  resendWebhook,
} from '@counterfoil/features/messaging/webhooks/webhooks.contract.ts'
import {
  checkBalance,
  checkMerchantBalance,
  listDisputeCodes,
  listMerchantDisputeCodes,
  listReasons,
  listRejectionReasons,
} from '@counterfoil/features/payments/action-options/action-options.contract.ts'
import {
  merchantPayouts,
  operatorPayouts,
  type PayoutCalls,
} from '@counterfoil/features/payments/payouts/payouts.contract.ts'
import {
  acceptDispute,
  changeStatus,
  closeDispute,
  merchantActions,
  operatorActions,
} from '@counterfoil/features/payments/processing/actions.contract.ts'
import { merchantDetails, operatorDetails } from './details.contract.ts'

/** A single payout is decided on by the endpoints for several. */
function decisionsOf<Calls extends PayoutCalls>({ approve, decline }: Calls) {
  return { approvePayout: approve, declinePayout: decline }
}

/** The endpoints of one audience, by the same names. */
export const operatorCalls = {
  isOperator: true,
  details: operatorDetails,
  // only merchants accept disputes, so that endpoint is not used here
  actions: {
    ...operatorActions,
    changeStatus,
    closeDispute,
    acceptDispute,
    ...decisionsOf(operatorPayouts),
  },
  balance: checkBalance,
  disputeCodes: listDisputeCodes,
  reasons: listRejectionReasons,
  webhooks: listWebhooks,
  resend: resendWebhook,
  resendPermissions: [
    'CRM.Transaction.Actions.ResendWebhook',
    'Platform.Transaction.Actions.ResendWebhook',
  ],
} as const

export const merchantCalls = {
  isOperator: false,
  details: merchantDetails,
  // operators set the outcome of payments and disputes, so those endpoints are not used here
  actions: {
    ...merchantActions,
    changeStatus,
    closeDispute,
    acceptDispute,
    ...decisionsOf(merchantPayouts),
  },
  balance: checkMerchantBalance,
  disputeCodes: listMerchantDisputeCodes,
  reasons: listReasons,
  webhooks: listMerchantWebhooks,
  resend: resendMerchantWebhook,
  resendPermissions: ['Merchant.Transaction.Actions.ResendWebhook'],
} as const

export type PaymentCalls = typeof operatorCalls | typeof merchantCalls
