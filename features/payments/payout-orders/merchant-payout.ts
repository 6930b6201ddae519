import { enqueueWebhooks } from '@counterfoil/features/messaging/webhooks/webhooks.public.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import type { MerchantPayout } from './payout-api.schema.ts'
import { findOrder, type OrderRow } from './payout-orders.queries.ts'
import type { PayeeResult, PayoutState, Rail } from './payout-orders.schema.ts'

// A payout as merchants' servers see it: in answers of `/v1` and in events.

/** As `/v1` answers it. */
export function merchantPayoutView(row: OrderRow): MerchantPayout {
  const result = row.payee_result as PayeeResult | null
  const { code, message } = row
  return {
    id: row.id,
    status: row.state as PayoutState,
    amount: Number(row.amount_minor),
    fee: Number(row.fee_minor),
    currency: row.currency,
    beneficiaryId: row.beneficiary_id,
    beneficiary: {
      name: row.payee_name,
      iban: row.payee_iban,
      bic: row.payee_bic,
      sortCode: row.payee_sort_code,
      accountNumber: row.payee_account_number,
      storedCardId: row.payee_card_id,
      country: row.payee_country,
    },
    payeeCheck: result === null ? null : { result, bankName: row.payee_bank_name },
    reference: row.reference,
    externalId: row.external_id,
    rail: row.rail as Rail,
    endToEndId: row.end_to_end_id,
    reason: code === null ? null : { code, message: message ?? '' },
    sendAt: row.send_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

/**
 * Stores the state that a payout has come to as an event for the merchant's servers, on the transaction that changes it.
 * A payout of a file has events once it is sent: a server has not asked for it, and its file is decided on as a whole.
 */
export async function announcePayout(db: Db, jobs: Jobs, id: string, now: Date): Promise<void> {
  const order = await findOrder(db, id)
  if (order === undefined) throw new Error(`There is no payout ${id}`)
  await enqueueWebhooks(db, jobs, {
    ...{ merchantId: order.merchant_id, mode: order.mode as Mode },
    ...{ type: `payout.${order.state}`, paymentId: null, eventId: newId(now), now },
    data: merchantPayoutView(order),
  })
}
