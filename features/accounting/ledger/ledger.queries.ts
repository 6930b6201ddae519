import type { Fee, FeeTerms } from '@counterfoil/features/accounting/fees/fees.rules.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { firstIdAt, newId } from '@counterfoil/kit/database/ids.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'
import { insertAccountChanges } from './account-balances.queries.ts'
import { accounts, entriesOf, type LedgerAccounts, type Posting } from './ledger.rules.ts'

/** What a posting belongs to. */
export interface LedgerSubject {
  readonly merchantId: string
  readonly mode: number
  readonly currency: string
  readonly paymentId: string
  readonly operationId: string | null
  readonly eventId: string
  /** Where its postings go; null: to the standard accounts. */
  readonly ledgerAccounts: LedgerAccounts | null
  readonly at: Date
}

export async function insertPostings(
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

export async function insertFee(db: Db, subject: LedgerSubject, fee: Fee): Promise<void> {
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

/** The lines that may hold for a merchant: its own and its tenant's. */
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

export interface Balance {
  readonly account: string
  readonly currency: string
  readonly amountMinor: bigint
}

/** Whose balances: the tenant is named too, because platform staff's connection is limited to none. */
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

/** What a merchant is owed in a currency; negative when it owes. */
export async function sumPayable(db: Db, owner: BalanceOwner, currency: string): Promise<bigint> {
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

/** Whoever promises money of a merchant's waits here for those who promise it too, until their transaction ends. */
export async function lockBalance(db: Db, merchantId: string): Promise<void> {
  await db
    .selectFrom('merchant')
    .select('id')
    .where(within(db, 'merchant', 'id'))
    .where('id', '=', merchantId)
    .forNoKeyUpdate()
    .execute()
}

/** Postings since an instant whose entries do not sum to zero. There are none; this is how we know. */
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
