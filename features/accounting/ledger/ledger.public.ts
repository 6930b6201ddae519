import {
  type Fee,
  type FeeTerms,
  type FeeType,
  feeFor,
} from '@counterfoil/features/accounting/fees/fees.rules.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { firstIdAt, newId } from '@counterfoil/kit/database/ids.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { sql } from 'kysely'
import { insertAccountChanges } from './account-balances.queries.ts'
import { accounts, entriesOf, type LedgerAccounts, type Posting } from './ledger.rules.ts'

/** The payment, operation and event that a posting belongs to. */
export interface LedgerSubject {
  readonly merchantId: string
  readonly mode: number
  readonly currency: string
  readonly paymentId: string
  readonly operationId: string | null
  readonly eventId: string
  /** The accounts of its postings; null for the standard accounts. */
  readonly ledgerAccounts: LedgerAccounts | null
  readonly at: Date
}

/**
 * Posts the movements of an event and its fee, in the transaction that stores the event.
 * Returns the fee, null without one.
 */
export async function postEntries(
  db: Db,
  subject: LedgerSubject,
  postings: readonly Posting[],
  feeInput: {
    readonly terms: readonly FeeTerms[]
    readonly feeType: FeeType | null
    readonly amountMinor: bigint
  },
): Promise<Fee | null> {
  const fee =
    feeInput.feeType === null
      ? null
      : feeFor(feeInput.terms, feeInput.feeType, subject.currency, feeInput.amountMinor)
  const postingsWithFee: Posting[] =
    fee === null ? [...postings] : [...postings, { kind: 'fee', amountMinor: fee.amountMinor }]
  await Promise.all([
    postingsWithFee.length > 0 ? insertPostings(db, subject, postingsWithFee) : undefined,
    fee === null ? undefined : insertFee(db, subject, fee),
  ])
  return fee
}

async function insertPostings(
  db: Db,
  subject: LedgerSubject,
  postings: readonly Posting[],
): Promise<void> {
  const tenantId = tenantOf(db)
  const rows = postings.flatMap((posting) => {
    const postingId = newId(subject.at)
    return entriesOf(posting).map((entry) => ({
      tenant_id: tenantId,
      id: newId(subject.at),
      posting_id: postingId,
      kind: posting.kind,
      merchant_id: subject.merchantId,
      mode: subject.mode,
      currency: subject.currency,
      account: entry.account,
      // the column is left out of the statement where no account was chosen
      ...(subject.ledgerAccounts?.[entry.account] === undefined
        ? {}
        : { ledger_account_id: subject.ledgerAccounts[entry.account] }),
      amount_minor: entry.amountMinor,
      payment_id: subject.paymentId,
      event_id: subject.eventId,
      created_at: subject.at,
    }))
  })
  await db.insertInto('ledger_entry').values(rows).execute()
  const changes = rows.flatMap((row) =>
    row.ledger_account_id === undefined
      ? []
      : [{ ledgerAccountId: row.ledger_account_id, amountMinor: row.amount_minor }],
  )
  await insertAccountChanges(db, subject, changes)
}

async function insertFee(db: Db, subject: LedgerSubject, fee: Fee): Promise<void> {
  await db
    .insertInto('payment_fee')
    .values({
      tenant_id: tenantOf(db),
      id: newId(subject.at),
      payment_id: subject.paymentId,
      merchant_id: subject.merchantId,
      operation_id: subject.operationId,
      fee_type: fee.feeType,
      basis_points: fee.basisPoints,
      fixed_minor: fee.fixedMinor,
      amount_minor: fee.amountMinor,
      currency: subject.currency,
      created_at: subject.at,
    })
    .execute()
}

/** The fee lines of a merchant and of its tenant. */
export async function listFeeTerms(db: Db, merchantId: string): Promise<FeeTerms[]> {
  return db
    .selectFrom('fee_schedule')
    .select([
      'fee_type as feeType',
      'merchant_id as merchantId',
      'currency',
      'basis_points as basisPoints',
      'fixed_minor as fixedMinor',
    ])
    .where(within(db, 'fee_schedule', null))
    .where('is_active', '=', true)
    .where((or) => or.or([or('merchant_id', 'is', null), or('merchant_id', '=', merchantId)]))
    .execute()
}

/** Throws a Problem for users limited to some methods or providers, because a balance includes all payments. */
export function refusePartialView({
  methods,
  providers,
}: Pick<UserCaller, 'methods' | 'providers'>): void {
  if (methods === null && providers === null) return
  const text = 'You see only payments of some methods or providers, and a balance sums all'
  throw new Problem('ledger.limited_payments', 403, text)
}

export interface Balance {
  readonly account: string
  readonly currency: string
  readonly amountMinor: bigint
}

/** The owner of balances. The tenant is named because platform staff's connection is not limited to one. */
export interface BalanceOwner {
  readonly tenantId: string
  readonly merchantId: string
  readonly mode: number
}

export async function listBalances(db: Db, owner: BalanceOwner): Promise<Balance[]> {
  const rows = await db
    .selectFrom('ledger_entry')
    .select(['account', 'currency', sql<bigint>`sum(amount_minor)::bigint`.as('amountMinor')])
    .where(within(db, 'ledger_entry'))
    .where('tenant_id', '=', owner.tenantId)
    .where('merchant_id', '=', owner.merchantId)
    .where('mode', '=', owner.mode)
    .groupBy(['account', 'currency'])
    .execute()
  return rows
}

/**
 * The amount that a merchant is owed in a currency. The balance is locked until the transaction ends, so that two payouts
 * together never exceed it.
 */
export async function claimPayable(db: Db, owner: BalanceOwner, currency: string): Promise<bigint> {
  const [, payable] = await Promise.all([
    lockBalance(db, owner.merchantId),
    sumPayable(db, owner, currency),
  ])
  return payable
}

/** The amount that a merchant is owed in a currency; negative if it owes. */
async function sumPayable(db: Db, owner: BalanceOwner, currency: string): Promise<bigint> {
  const row = await db
    .selectFrom('ledger_entry')
    .select(sql<bigint>`coalesce(-sum(amount_minor), 0)::bigint`.as('payable'))
    .where(within(db, 'ledger_entry'))
    .where('tenant_id', '=', owner.tenantId)
    .where('merchant_id', '=', owner.merchantId)
    .where('mode', '=', owner.mode)
    .where('currency', '=', currency)
    .where('account', '=', accounts.merchant_payable)
    .executeTakeFirstOrThrow()
  return row.payable
}

/** Locks a merchant's balance until the transaction ends. */
async function lockBalance(db: Db, merchantId: string): Promise<void> {
  await db
    .selectFrom('merchant')
    .select('id')
    .where(within(db, 'merchant', 'id'))
    .where('id', '=', merchantId)
    .forNoKeyUpdate()
    .execute()
}

/** Postings since an instant whose entries do not sum to zero. There should be none. */
export async function listUnbalancedPostings(db: Db, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('ledger_entry')
    .select('posting_id')
    .where(within(db, 'ledger_entry'))
    .where('id', '>=', firstIdAt(since))
    .groupBy('posting_id')
    .having(sql<bigint>`sum(amount_minor)`, '<>', sql<bigint>`0`)
    .limit(100)
    .execute()
  return rows.map((row) => row.posting_id)
}
