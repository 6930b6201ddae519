import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import {
  type Allocated,
  findAllocated,
  insertReference,
  updateReferenceChannel,
} from './account-references.queries.ts'
import { accountReferenceOf } from './account-references.rules.ts'

export { updateReferenceChannel }

/** Allocates the reference that the payer quotes, in the transaction that stores the payment. */
export function allocateReference(
  db: Db,
  payment: {
    readonly id: string
    readonly merchantId: string
    readonly websiteId: string | null
    readonly createdAt: Date
  },
  bankingChannelId: string | undefined,
): Promise<void> {
  return insertReference(db, {
    id: newId(payment.createdAt),
    payment_id: payment.id,
    merchant_id: payment.merchantId,
    website_id: payment.websiteId,
    reference: accountReferenceOf(payment.id),
    allocated_at: payment.createdAt,
    banking_channel_id: bankingChannelId ?? null,
  })
}

/** The payments to which these references were allocated. */
export function findReferences(db: Db, references: readonly string[]): Promise<Allocated[]> {
  return references.length === 0 ? Promise.resolve([]) : findAllocated(db, references)
}
