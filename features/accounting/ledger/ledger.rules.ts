// The postings of this product. Every posting has one debit and one credit of the same amount, so it is balanced by
// construction and sums to zero; debits are positive, credits negative.

import type { MoneyPlace } from './ledger.schema.ts'

export const accounts = {
  /** Memo account: authorised amounts, which are not money yet. */
  authorised: 'authorised',
  authorised_contra: 'authorised_contra',
  /** Owed by the acquirer to the tenant. */
  acquirer_receivable: 'acquirer_receivable',
  /** On the tenant's own bank account. */
  bank: 'bank',
  cash: 'cash',
  /** At the bank, and of a payer or for a purpose that is not known yet. */
  suspense: 'suspense',
  /** Of suspense: on its way back to who sent it, and not booked by the bank yet. */
  returns_in_transit: 'returns_in_transit',
  /** Owed by the tenant to the merchant: captured, and not settled yet. */
  merchant_pending: 'merchant_pending',
  /** Owed, and kept for some time in case of disputes. */
  merchant_reserve: 'merchant_reserve',
  /** Owed, and the merchant can have it paid out. */
  merchant_available: 'merchant_available',
  /** Withheld from the merchant while a dispute is open. */
  disputed_funds: 'disputed_funds',
  /** Set aside for payouts that wait for approval or were sent. */
  payouts_in_transit: 'payouts_in_transit',
  fee_income: 'fee_income',
} as const
export type Account = keyof typeof accounts

/** The tenant's own accounts by purpose; the standard account where none is named. */
export type LedgerAccounts = Readonly<Partial<Record<Account, string>>>

const accountOfPlace = {
  acquirer: 'acquirer_receivable',
  bank: 'bank',
  cash: 'cash',
  suspense: 'suspense',
} as const satisfies Record<MoneyPlace, Account>

export interface Posting {
  readonly kind: PostingKind
  readonly amountMinor: bigint
  /** Absent: at the acquirer. */
  readonly place?: MoneyPlace | undefined
  /** Whether it is of what is pending for the merchant; absent: of what is available. */
  readonly isPending?: boolean
}

/** One account, the one of the posting's place, or what the merchant is owed. */
type Side = Account | 'place' | 'merchant'

const sides = {
  authorisation: { debit: 'authorised', credit: 'authorised_contra' },
  release: { debit: 'authorised_contra', credit: 'authorised' },
  capture: { debit: 'place', credit: 'merchant' },
  refund: { debit: 'merchant', credit: 'place' },
  reversal: { debit: 'merchant', credit: 'acquirer_receivable' },
  dispute: { debit: 'merchant', credit: 'disputed_funds' },
  dispute_won: { debit: 'disputed_funds', credit: 'merchant' },
  // the acquirer keeps the amount
  dispute_lost: { debit: 'disputed_funds', credit: 'acquirer_receivable' },
  // an acquirer that takes up an ended dispute again owes the amount again, and withholds it
  dispute_reopened: { debit: 'acquirer_receivable', credit: 'disputed_funds' },
  payout_hold: { debit: 'merchant_available', credit: 'payouts_in_transit' },
  payout_return: { debit: 'payouts_in_transit', credit: 'merchant_available' },
  // the acquirer pays it from the amount that it owes
  payout: { debit: 'payouts_in_transit', credit: 'acquirer_receivable' },
  // over a payment rail, from the tenant's own bank account; what comes back is the merchant's again
  transfer: { debit: 'payouts_in_transit', credit: 'bank' },
  transfer_return: { debit: 'bank', credit: 'merchant_available' },
  fee: { debit: 'merchant', credit: 'fee_income' },
  fee_return: { debit: 'fee_income', credit: 'merchant_available' },
  // a payout's fee was set aside with its amount
  payout_fee: { debit: 'payouts_in_transit', credit: 'fee_income' },
  maturity: { debit: 'merchant_pending', credit: 'merchant_available' },
  reserve: { debit: 'merchant_pending', credit: 'merchant_reserve' },
  reserve_release: { debit: 'merchant_reserve', credit: 'merchant_available' },
  // of a bank's statement: money in and money out that belong to no payment
  unmatched_credit: { debit: 'bank', credit: 'suspense' },
  unmatched_debit: { debit: 'suspense', credit: 'bank' },
  return_hold: { debit: 'suspense', credit: 'returns_in_transit' },
  return_paid: { debit: 'returns_in_transit', credit: 'bank' },
  // it was not ordered after all, or the bank booked it without its reference
  return_back: { debit: 'returns_in_transit', credit: 'suspense' },
} as const satisfies Record<string, { debit: Side; credit: Side }>
export type PostingKind = keyof typeof sides
export const postingKinds = Object.keys(sides) as PostingKind[]

/** Whether a posting takes from what a merchant is owed for its payment, pending or available. */
export const takesFromMerchant = (kind: PostingKind): boolean => {
  const { debit }: { debit: Side } = sides[kind]
  return debit === 'merchant'
}

/** Whether a posting takes from what of its payment is not due yet, gives back to it, or decides what of it may come back. */
export const dependsOnHeld = (kind: PostingKind): boolean =>
  takesFromMerchant(kind) || kind.startsWith('dispute_')

/** Whether a posting is about a reservation, not money. */
export const isMemo = (kind: PostingKind): boolean => kind === 'authorisation' || kind === 'release'

export interface Entry {
  readonly account: Account
  readonly amountMinor: bigint
}

/** The two entries of a posting. */
export function entriesOf({
  kind,
  amountMinor,
  place,
  isPending,
}: Posting): readonly [Entry, Entry] {
  if (amountMinor <= 0n) throw new Error(`A ${kind} posts an amount greater than zero`)
  const accountOf = (side: Side): Account => {
    if (side === 'place') return accountOfPlace[place ?? 'acquirer']
    if (side === 'merchant') return isPending ? 'merchant_pending' : 'merchant_available'
    return side
  }
  const { debit, credit } = sides[kind]
  return [
    { account: accountOf(debit), amountMinor },
    { account: accountOf(credit), amountMinor: -amountMinor },
  ]
}
