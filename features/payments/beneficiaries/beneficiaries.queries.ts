import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'

export const findBeneficiary = (db: Db, id: string) =>
  db
    .selectFrom('beneficiary')
    .selectAll()
    .where(within(db, 'beneficiary'))
    .where('id', '=', id)
    .executeTakeFirst()

export async function updatePayeePending(db: Db, id: string): Promise<void> {
  await db
    .updateTable('beneficiary')
    .set({ payee_check: 'pending', payee_result: null, bank_name: null, checked_at: null })
    .where(within(db, 'beneficiary'))
    .where('id', '=', id)
    .execute()
}

/** Stores what the bank said, of the name and account that it was asked about. */
export async function updatePayeeAnswer(
  db: Db,
  id: string,
  version: number,
  answer: {
    readonly check: 'success' | 'failed'
    readonly result: string
    readonly bankName: string | null
    readonly at: Date
  },
): Promise<void> {
  await db
    .updateTable('beneficiary')
    .set({
      payee_check: answer.check,
      payee_result: answer.result,
      bank_name: answer.bankName,
      checked_at: answer.at,
    })
    .where(within(db, 'beneficiary'))
    .where('id', '=', id)
    .where('version', '=', version)
    .where('payee_check', '=', 'pending')
    .execute()
}

const shownPayouts = 10

export const listLatestPayouts = (db: Db, beneficiaryId: string) =>
  db
    .selectFrom('payout_order')
    .select(['id', 'state', 'currency', 'amount_minor', 'created_at'])
    .where(within(db, 'payout_order'))
    .where('beneficiary_id', '=', beneficiaryId)
    .orderBy('id', 'desc')
    .limit(shownPayouts)
    .execute()
