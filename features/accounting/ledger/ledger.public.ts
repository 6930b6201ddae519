import {
  type Fee,
  type FeeTerms,
  type FeeType,
  feeFor,
} from '@counterfoil/features/accounting/fees/fees.rules.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import {
  type Balance,
  type BalanceOwner,
  insertFee,
  insertPostings,
  type LedgerSubject,
  listBalances,
  listFeeTerms,
  listUnbalancedPostings,
  lockBalance,
  sumPayable,
} from './ledger.queries.ts'
import type { Posting } from './ledger.rules.ts'

export type { Balance, BalanceOwner, FeeTerms, FeeType, LedgerSubject, Posting }

/** What a merchant is charged, to be read before `postEntries`. */
export function readFeeTerms(db: Db, merchantId: string): Promise<FeeTerms[]> {
  return listFeeTerms(db, merchantId)
}

/**
 * Posts what an event moved, and the fee that it costs, on the transaction that stores the event.
 * Answers the fee, null when none falls due.
 */
export async function postEntries(
  db: Db,
  subject: LedgerSubject,
  postings: readonly Posting[],
  charged: {
    readonly terms: readonly FeeTerms[]
    readonly feeType: FeeType | null
    readonly amountMinor: bigint
  },
): Promise<Fee | null> {
  const fee =
    charged.feeType === null
      ? null
      : feeFor(charged.terms, charged.feeType, subject.currency, charged.amountMinor)
  const all: Posting[] =
    fee === null ? [...postings] : [...postings, { kind: 'fee', amountMinor: fee.amountMinor }]
  await Promise.all([
    all.length > 0 ? insertPostings(db, subject, all) : undefined,
    fee === null ? undefined : insertFee(db, subject, fee),
  ])
  return fee
}

/** Throws the Problem for whoever sees payments of some methods or providers alone: a balance sums all of them. */
export function refusePartialView({
  methods,
  providers,
}: Pick<UserCaller, 'methods' | 'providers'>): void {
  if (methods === null && providers === null) return
  const text = 'You see payments of some methods or providers alone, and a balance sums all'
  throw new Problem('ledger.limited_payments', 403, text)
}

/** A merchant's sums by account and currency, as the ledger has them now. */
export function readBalances(db: Db, owner: BalanceOwner): Promise<Balance[]> {
  return listBalances(db, owner)
}

/**
 * What a merchant is owed in a currency, kept for this transaction alone: until it ends nobody else is told, so that two
 * promises together never exceed it.
 */
export async function claimPayable(db: Db, owner: BalanceOwner, currency: string): Promise<bigint> {
  const [, payable] = await Promise.all([
    lockBalance(db, owner.merchantId),
    sumPayable(db, owner, currency),
  ])
  return payable
}

/** Ids of postings since an instant that do not sum to zero: always none. */
export function findUnbalancedPostings(db: Db, since: Date): Promise<string[]> {
  return listUnbalancedPostings(db, since)
}
