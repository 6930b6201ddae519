import { listSettlementTerms } from '@counterfoil/features/accounting/settlement-terms/settlement-terms.public.ts'
import { termsFor } from '@counterfoil/features/accounting/settlement-terms/settlement-terms.rules.ts'
import { checkSmallestPayout } from '@counterfoil/features/payments/processing/payment.rules.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'

/** Refuses a payout that is smaller than the merchant's terms allow. */
export type SmallestPayout = (payout: {
  readonly amountMinor: bigint
  readonly currency: string
}) => void

export async function readSmallestPayout(db: Db, merchantId: string): Promise<SmallestPayout> {
  const lines = await listSettlementTerms(db)
  return ({ amountMinor, currency }) =>
    checkSmallestPayout(amountMinor, termsFor(lines, { merchantId, currency }), currency)
}
