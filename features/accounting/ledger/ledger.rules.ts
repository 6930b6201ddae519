// The postings of this product. Every posting has one debit and one credit of the same amount, so it is balanced by
// construction and sums to zero; debits are positive, credits negative.

export const accounts = {
  /** Memo account: authorised amounts, which are not money yet. */
  authorised: 'authorised',
  authorised_contra: 'authorised_contra',
  /** Owed by the acquirer to the tenant. */
  acquirer_receivable: 'acquirer_receivable',
  /** Owed by the tenant to the merchant. */
  merchant_payable: 'merchant_payable',
  /** Withheld from the merchant while a dispute is open. */
  disputed_funds: 'disputed_funds',
  /** Set aside for payouts that wait for approval or were sent. */
  payouts_pending: 'payouts_pending',
  fee_income: 'fee_income',
} as const
export type Account = keyof typeof accounts

/** The tenant's own accounts by purpose; the standard account where none is named. */
export type LedgerAccounts = Readonly<Partial<Record<Account, string>>>

export type PostingKind =
  | 'authorisation'
  | 'release'
  | 'capture'
  | 'refund'
  | 'reversal'
  | 'dispute'
  | 'dispute_won'
  | 'dispute_lost'
  | 'dispute_reopened'
  | 'payout_hold'
  | 'payout_return'
  | 'payout'
  | 'fee'

export interface Posting {
  readonly kind: PostingKind
  readonly amountMinor: bigint
}

const sides: Readonly<Record<PostingKind, { debit: Account; credit: Account }>> = {
  authorisation: { debit: 'authorised', credit: 'authorised_contra' },
  release: { debit: 'authorised_contra', credit: 'authorised' },
  capture: { debit: 'acquirer_receivable', credit: 'merchant_payable' },
  refund: { debit: 'merchant_payable', credit: 'acquirer_receivable' },
  reversal: { debit: 'merchant_payable', credit: 'acquirer_receivable' },
  dispute: { debit: 'merchant_payable', credit: 'disputed_funds' },
  dispute_won: { debit: 'disputed_funds', credit: 'merchant_payable' },
  // the acquirer keeps the amount
  dispute_lost: { debit: 'disputed_funds', credit: 'acquirer_receivable' },
  // an acquirer that takes up an ended dispute again owes the amount again, and withholds it
  dispute_reopened: { debit: 'acquirer_receivable', credit: 'disputed_funds' },
  payout_hold: { debit: 'merchant_payable', credit: 'payouts_pending' },
  payout_return: { debit: 'payouts_pending', credit: 'merchant_payable' },
  // the acquirer pays it from the amount that it owes
  payout: { debit: 'payouts_pending', credit: 'acquirer_receivable' },
  fee: { debit: 'merchant_payable', credit: 'fee_income' },
}

/** Whether a posting is about a reservation, not money. */
export const isMemo = (kind: PostingKind): boolean => kind === 'authorisation' || kind === 'release'

export interface Entry {
  readonly account: Account
  readonly amountMinor: bigint
}

/** The two entries of a posting. */
export function entriesOf({ kind, amountMinor }: Posting): readonly [Entry, Entry] {
  if (amountMinor <= 0n) throw new Error(`A ${kind} posts an amount greater than zero`)
  const { debit, credit } = sides[kind]
  return [
    { account: debit, amountMinor },
    { account: credit, amountMinor: -amountMinor },
  ]
}
