import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { type SqlBool, sql } from 'kysely'
import { approveOrdersOf, endOrdersOf } from './batch-orders.ts'
import { carryOutOrder, storeLateReturn, storeRecalled } from './carry-out.ts'
import { confirmersIn, missingOf, refusalToApprove } from './decide-payout.ts'
import {
  type BeneficiaryRow,
  payeeOfBeneficiary,
  refuseChanged,
  refuseUnconfirmed,
} from './payees.ts'
import { refuseOtherCurrency } from './payout-api.routes.ts'
import {
  findOrder,
  findPayee,
  findPayoutRule,
  insertOrderStep,
  insertOrderSteps,
  insertOrders,
  isKnownAccount,
  listMerchantNames,
  lockOrder,
  type OrderRow,
  payeeNumber,
  sumOfLastDay,
} from './payout-orders.queries.ts'
import {
  chosenRail,
  enqueueCarryOut,
  executionFor,
  isApprovedByAnother,
  notifyApprovers,
  notifyDeciders,
  orderOf,
  type PayoutRequest,
  referenceFor,
  refuseInCoolingOff,
  requestPayoutOrder,
} from './request-payout.ts'

// What files of payouts, recurring payouts and recalls need of payouts.

export {
  approveOrdersOf,
  type BeneficiaryRow,
  carryOutOrder,
  chosenRail,
  confirmersIn,
  endOrdersOf,
  enqueueCarryOut,
  executionFor,
  findOrder,
  findPayee,
  findPayoutRule,
  insertOrderStep,
  insertOrderSteps,
  insertOrders,
  isApprovedByAnother,
  isKnownAccount,
  listMerchantNames,
  lockOrder,
  missingOf,
  notifyApprovers,
  notifyDeciders,
  type OrderRow,
  orderOf,
  type PayoutRequest,
  payeeOfBeneficiary,
  referenceFor,
  refusalToApprove,
  refuseChanged,
  refuseInCoolingOff,
  refuseOtherCurrency,
  refuseUnconfirmed,
  requestPayoutOrder,
  storeLateReturn,
  storeRecalled,
  sumOfLastDay,
}

/** The accounts of a merchant's beneficiaries in use, with since when they are theirs. */
export const listBeneficiaryAccounts = (db: Db, merchantId: string) =>
  db
    .selectFrom('beneficiary')
    .select([
      'id',
      'currency',
      'iban',
      'sort_code as sortCode',
      'account_number as accountNumber',
      'account_changed_at as knownSince',
    ])
    .where(within(db, 'beneficiary'))
    .where('merchant_id', '=', merchantId)
    .where('is_active', '=', true)
    // files pay accounts alone
    .where('stored_card_id', 'is', null)
    .execute()

/** Of accounts, by their numbers, those that a merchant has paid before. */
export async function listKnownAccounts(
  db: Db,
  { merchantId, mode }: { readonly merchantId: string; readonly mode: number },
  numbers: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('payout_order')
    .select(payeeNumber.as('number'))
    .distinct()
    .where(within(db, 'payout_order'))
    .where('merchant_id', '=', merchantId)
    .where('mode', '=', mode)
    .where('state', '=', 'paid')
    .where(sql<SqlBool>`${payeeNumber} = any (${[...numbers]}::text[])`)
    .execute()
  return rows.map((row) => row.number)
}

/** What is paid to an account: of two alike within days one is likely a mistake. */
export const payoutKey = (one: {
  readonly number: string
  readonly currency: string
  readonly amountMinor: bigint
  readonly reference: string
}): string => [one.number, one.currency, one.amountMinor, one.reference].join('|')

/** What goes or went to accounts since then, by its key: the payout that came last. */
export async function listPayoutsByKey(
  db: Db,
  of: { readonly merchantId: string; readonly mode: number; readonly since: Date },
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (numbers.length === 0) return new Map()
  const rows = await db
    .selectFrom('payout_order')
    .select(['id', 'currency', 'amount_minor as amountMinor', 'reference'])
    .select(payeeNumber.as('number'))
    .where(within(db, 'payout_order'))
    .where('merchant_id', '=', of.merchantId)
    .where('mode', '=', of.mode)
    .where(sql<SqlBool>`${payeeNumber} = any (${[...numbers]}::text[])`)
    .where('created_at', '>=', of.since)
    .where('state', 'not in', ['declined', 'failed', 'returned'])
    .orderBy('id')
    .execute()
  return new Map(rows.map((row) => [payoutKey(row), row.id]))
}
