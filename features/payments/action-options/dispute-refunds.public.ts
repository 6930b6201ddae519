import {
  isRefundInDispute,
  type PaymentFacts,
  refundRefusedText,
} from '@counterfoil/features/payments/processing/payment.rules.ts'
import type { PaymentAction } from '@counterfoil/features/payments/processing/payments.schema.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { type DisputeRefundRule, disputeRefundRule } from './dispute-refunds.schema.ts'

/** What the tenant does about refunds of this merchant's payments while a dispute of them is open. */
export async function readDisputeRefundRule(
  db: Db,
  { tenantId, merchantId }: { readonly tenantId: string; readonly merchantId: string },
): Promise<DisputeRefundRule> {
  const rows = await db
    .selectFrom('dispute_refund_rule')
    .select(['merchant_id', 'rule'])
    .where(within(db, 'dispute_refund_rule', null))
    .where('tenant_id', '=', tenantId)
    .where('is_active', '=', true)
    .where(({ eb, or }) => or([eb('merchant_id', '=', merchantId), eb('merchant_id', 'is', null)]))
    .execute()
  const own = rows.filter((row) => row.merchant_id !== null)
  const applying = (own.length > 0 ? own : rows).map(({ rule }) => rule)
  return disputeRefundRule.options.find((rule) => applying.includes(rule)) ?? 'allowed'
}

type RefundedPayment = Pick<PaymentFacts, 'disputeState'> & {
  readonly tenantId: string
  readonly merchantId: string
}

/** Throws a Problem if the tenant refuses a refund while a dispute of the payment is open, or if nobody confirmed it. */
export async function checkRefundInDispute(
  db: Db,
  payment: RefundedPayment,
  action: PaymentAction,
  { despiteDispute = false }: { readonly despiteDispute?: boolean | undefined },
): Promise<void> {
  if (!isRefundInDispute(payment, action)) return
  const rule = await readDisputeRefundRule(db, payment)
  if (rule === 'allowed' || (rule === 'warned' && despiteDispute)) return
  throw rule === 'refused'
    ? new Problem('refund.dispute_refused', 409, refundRefusedText)
    : new Problem(
        'refund.dispute_warned',
        409,
        'A dispute of this payment is open. The customer may get the money twice. To refund all the same, confirm it with despiteDispute.',
        {
          errors: [
            { message: 'Confirm that it is refunded despite the dispute', path: 'despiteDispute' },
          ],
        },
      )
}
