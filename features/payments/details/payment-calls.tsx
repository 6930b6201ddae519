import {
  listMerchantWebhooks,
  listWebhooks,
  resendMerchantWebhook,
  resendWebhook,
} from '@counterfoil/features/messaging/webhooks/webhooks.contract.ts'
import {
  merchantPayouts,
  operatorPayouts,
  type PayoutCalls,
} from '@counterfoil/features/payments/payouts/payouts.contract.ts'
import {
  acceptDispute,
  changeStatus,
  checkBalance,
  checkMerchantBalance,
  closeDispute,
  listDisputeCodes,
  listMerchantDisputeCodes,
  merchantActions,
  operatorActions,
} from '@counterfoil/features/payments/processing/actions.contract.ts'
import { merchantDetails, operatorDetails } from './details.contract.ts'

/** One is decided on as many are, by the payment's id. */
function decisionsOf<Calls extends PayoutCalls>({ approve, decline }: Calls) {
  return { approvePayout: approve, declinePayout: decline }
}

/** The calls of one audience: the same by name, under its own addresses. */
export const operatorCalls = {
  isOperator: true,
  details: operatorDetails,
  // merchants alone give in to a dispute, so that call is never reached from here
  actions: {
    ...operatorActions,
    changeStatus,
    closeDispute,
    acceptDispute,
    ...decisionsOf(operatorPayouts),
  },
  balance: checkBalance,
  disputeCodes: listDisputeCodes,
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
  // others say how a payment or a dispute ended, so these calls are never reached from here
  actions: {
    ...merchantActions,
    changeStatus,
    closeDispute,
    acceptDispute,
    ...decisionsOf(merchantPayouts),
  },
  balance: checkMerchantBalance,
  disputeCodes: listMerchantDisputeCodes,
  webhooks: listMerchantWebhooks,
  resend: resendMerchantWebhook,
  resendPermissions: ['Merchant.Transaction.Actions.ResendWebhook'],
} as const

export type PaymentCalls = typeof operatorCalls | typeof merchantCalls
