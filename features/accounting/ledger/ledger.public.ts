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
import { isLimitedToPayments } from '@counterfoil/kit/server/request/caller-scope.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { sql } from 'kysely'
import { accounts, dependsOnHeld, type Posting } from './ledger.rules.ts'
import { insertMaturities, lockMaturities, updateMaturity } from './maturity.queries.ts'
import { planPostings, type Settlement } from './maturity.rules.ts'
import { type PostingSubject, postToLedger } from './postings.queries.ts'

export { listNextMaturities } from './maturity.queries.ts'

/** The payment, operation and event that a posting belongs to. */
export interface LedgerSubject extends PostingSubject {
  readonly merchantId: string
  readonly paymentId: string
  readonly operationId: string | null
  readonly eventId: string
}

/** A fee, with how it is posted. */
export interface PostedFee {
  readonly fee: Fee
  readonly kind: 'fee' | 'fee_return' | 'payout_fee'
}

/**
 * Posts the movements of an event and its fees, in the transaction that stores the event. What is captured becomes
 * available by the merchant's settlement terms; what is given back is taken from where the payment's money is.
 */
export async function postEntries(
  db: Db,
  subject: LedgerSubject,
  movements: readonly Posting[],
  fees: readonly PostedFee[],
  settlement: Settlement | undefined,
): Promise<void> {
  const all: Posting[] = [...movements, ...fees.map(postingOfFee)]
  // what is captured pays its own fee
  const needsHeld =
    all.some(({ kind }) => dependsOnHeld(kind)) && !all.some(({ kind }) => kind === 'capture')
  const held = needsHeld ? await lockMaturities(db, subject.paymentId) : []
  const { postings, changed, added } = planPostings(all, held, settlement)
  await Promise.all([
    postings.length > 0 ? postToLedger(db, subject, postings) : undefined,
    added.length > 0 ? insertMaturities(db, subject, added) : undefined,
    ...changed.map((one) => updateMaturity(db, one)),
    ...fees.map(({ fee }) => insertFee(db, subject, fee)),
  ])
}

const postingOfFee = ({ fee: { amountMinor }, kind }: PostedFee): Posting => ({
  kind,
  amountMinor: amountMinor < 0n ? -amountMinor : amountMinor,
})

/** The fee that falls due by the merchant's terms; null without one. */
export async function findFee(
  db: Db,
  { merchantId, currency }: { readonly merchantId: string; readonly currency: string },
  feeType: FeeType,
  amountMinor: bigint,
): Promise<Fee | null> {
  return feeFor(await listFeeTerms(db, merchantId), feeType, currency, amountMinor)
}

/** What was charged for the captures of a payment, less what was given back of it. */
export async function sumCaptureFees(db: Db, paymentId: string): Promise<bigint> {
  const { sum } = await db
    .selectFrom('payment_fee')
    .select(sql<bigint>`coalesce(sum(amount_minor), 0)::bigint`.as('sum'))
    .where(within(db, 'payment_fee'))
    .where('payment_id', '=', paymentId)
    .where('fee_type', '=', 'capture')
    .executeTakeFirstOrThrow()
  return sum
}

/** Of a line of a bank's statement, or of what became of one. Its id makes its posting recognisable. */
interface BankMovement {
  readonly id: string
  readonly currency: string
  readonly amountMinor: bigint
  readonly at: Date
}

/** A line that belongs to no payment. */
export function postUnmatched(db: Db, line: BankMovement): Promise<void> {
  const isCredit = line.amountMinor > 0n
  const amountMinor = isCredit ? line.amountMinor : -line.amountMinor
  return postBankMovement(db, isCredit ? 'unmatched_credit' : 'unmatched_debit', {
    ...line,
    amountMinor,
  })
}

/** A posting of no payment and no merchant. */
export function postBankMovement(
  db: Db,
  kind: 'unmatched_credit' | 'unmatched_debit' | 'return_hold' | 'return_paid' | 'return_back',
  { id, amountMinor, currency, at }: BankMovement,
): Promise<void> {
  // a bank account holds no money of the Test mode
  const subject = { merchantId: null, mode: 2, currency, paymentId: null, eventId: null, at }
  return postToLedger(db, { ...subject, ledgerAccounts: null }, [{ kind, amountMinor, id }])
}

/** Postings of a merchant's payouts to beneficiaries, which belong to no payment. */
export function postTransfers(
  db: Db,
  owner: Omit<BalanceOwner, 'tenantId'> & { readonly currency: string; readonly at: Date },
  postings: readonly Posting[],
): Promise<void> {
  const { merchantId, mode, currency, at } = owner
  const subject = { merchantId, mode, currency, paymentId: null, eventId: null, at }
  return postToLedger(
    db,
    { ...subject, ledgerAccounts: null },
    postings.filter(({ amountMinor }) => amountMinor > 0n),
  )
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

/** Not users limited to some methods or providers: a balance includes all payments. */
export const seesBalances = (caller: Pick<UserCaller, 'methods' | 'providers'>) =>
  !isLimitedToPayments(caller)

/** Throws a Problem for users who see no balances. */
export function refusePartialView(caller: Pick<UserCaller, 'methods' | 'providers'>): void {
  if (seesBalances(caller)) return
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

/** What stands on a merchant's accounts, liabilities as credits, which are negative. */
export function listBalances(db: Db, owner: BalanceOwner): Promise<Balance[]> {
  return db
    .selectFrom(balancePartsOf(db, owner).as('part'))
    .select(['account', 'currency', sql<bigint>`sum(amount_minor)::bigint`.as('amountMinor')])
    .groupBy(['account', 'currency'])
    .execute()
}

/** The folded balances and unfolded changes, for one statement, so that nothing is counted twice. */
function balancePartsOf(db: Db, owner: BalanceOwner) {
  const balances = db
    .selectFrom('merchant_balance')
    .select(['account', 'currency', 'amount_minor'])
    .where(within(db, 'merchant_balance'))
    .where('tenant_id', '=', owner.tenantId)
    .where('merchant_id', '=', owner.merchantId)
    .where('mode', '=', owner.mode)
  const since = db
    .selectFrom('merchant_balance_delta')
    .select(['account', 'currency', 'amount_minor'])
    .where(within(db, 'merchant_balance_delta'))
    .where('tenant_id', '=', owner.tenantId)
    .where('merchant_id', '=', owner.merchantId)
    .where('mode', '=', owner.mode)
  return balances.unionAll(since)
}

/**
 * The amount that a merchant can have paid out in a currency. The balance is locked until the transaction ends, so that two payouts
 * together never exceed it. Throws a Problem for an account that is not active: what it is owed waits.
 */
export async function claimPayable(db: Db, owner: BalanceOwner, currency: string): Promise<bigint> {
  const [status, payable] = await Promise.all([
    lockBalance(db, owner.merchantId),
    sumPayable(db, owner, currency),
  ])
  if (!isPaidOut(status)) throw merchantNotActive()
  return payable
}

/** An account that is on hold, suspended, closed or not open yet is paid nothing. */
const isPaidOut = (merchantStatus: string | undefined): boolean => merchantStatus === 'Active'

export const merchantNotActive = () =>
  new Problem(
    'payout.merchant_not_active',
    409,
    'The merchant’s account is not active: it is paid nothing',
  )

/** Whether a merchant is paid what it is owed. */
export const mayBePaidOut = async (db: Db, merchantId: string): Promise<boolean> =>
  isPaidOut((await merchantStatusOf(db, merchantId).executeTakeFirst())?.merchant_status)

/** The amount that a merchant is owed in a currency; negative if it owes. */
async function sumPayable(db: Db, owner: BalanceOwner, currency: string): Promise<bigint> {
  const row = await db
    .selectFrom(balancePartsOf(db, owner).as('part'))
    .select(sql<bigint>`coalesce(-sum(amount_minor), 0)::bigint`.as('payable'))
    .where('currency', '=', currency)
    .where('account', '=', accounts.merchant_available)
    .executeTakeFirstOrThrow()
  return row.payable
}

/** Locks a merchant's balance until the transaction ends, and answers the status of its account. */
async function lockBalance(db: Db, merchantId: string): Promise<string | undefined> {
  const found = await merchantStatusOf(db, merchantId).forNoKeyUpdate().executeTakeFirst()
  return found?.merchant_status
}

function merchantStatusOf(db: Db, merchantId: string) {
  return db
    .selectFrom('merchant')
    .select('merchant_status')
    .where(within(db, 'merchant', 'id'))
    .where('id', '=', merchantId)
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

/** Counts merchants' balances of the tenants `$1` anew after the bulk loader, which writes entries without changes. */
export const rebuildBalanceStatements = [
  'delete from app.merchant_balance_delta where tenant_id = any ($1::uuid[])',
  'delete from app.merchant_balance where tenant_id = any ($1::uuid[])',
  `insert into app.merchant_balance (tenant_id, merchant_id, mode, currency, account, amount_minor)
  select tenant_id, merchant_id, mode, currency, account, sum(amount_minor) from app.ledger_entry
  where tenant_id = any ($1::uuid[]) and merchant_id is not null and app.is_merchant_account(account)
  group by 1, 2, 3, 4, 5`,
] as const
