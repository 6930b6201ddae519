import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'
import type { LedgerAccounts } from './ledger.rules.ts'
import type { HeldAccount, Maturity, MaturityChange, NewMaturity } from './maturity.rules.ts'

/** What of a payment is not due yet, the earliest first; locked until the transaction ends. */
export function lockMaturities(db: Db, paymentId: string): Promise<Maturity[]> {
  return db
    .selectFrom('maturity')
    .select([
      'id',
      'account',
      'amount_minor as amountMinor',
      'disputed_minor as disputedMinor',
      'lost_minor as lostMinor',
      sql<string>`due_on::text`.as('dueOn'),
    ])
    .where(within(db, 'maturity'))
    .where('payment_id', '=', paymentId)
    .where('matured_at', 'is', null)
    .orderBy('due_on')
    .orderBy('id')
    .forUpdate()
    .$narrowType<{ account: HeldAccount }>()
    .execute()
}

export async function insertMaturities(
  db: Db,
  of: {
    readonly merchantId: string
    readonly paymentId: string
    readonly mode: number
    readonly currency: string
    readonly at: Date
  },
  maturities: readonly NewMaturity[],
): Promise<void> {
  await db
    .insertInto('maturity')
    .values(
      maturities.map(({ account, amountMinor, dueOn }) => ({
        tenant_id: tenantOf(db),
        id: newId(of.at),
        merchant_id: of.merchantId,
        payment_id: of.paymentId,
        mode: of.mode,
        currency: of.currency,
        account,
        amount_minor: amountMinor,
        due_on: dueOn,
        created_at: of.at,
      })),
    )
    .execute()
}

export async function updateMaturity(
  db: Db,
  { id, amountMinor, disputedMinor, lostMinor }: MaturityChange,
): Promise<void> {
  await db
    .updateTable('maturity')
    .set({ amount_minor: amountMinor, disputed_minor: disputedMinor, lost_minor: lostMinor })
    .where(within(db, 'maturity'))
    .where('id', '=', id)
    .execute()
}

export interface DueMaturity extends Pick<Maturity, 'id' | 'account' | 'amountMinor'> {
  readonly merchantId: string
  readonly mode: number
  readonly currency: string
  /** The accounts of its payment. */
  readonly ledgerAccounts: LedgerAccounts | null
}

/** What is due, the earliest first; what another worker has locked is left to it. */
export function lockDueMaturities(db: Db, today: string, limit: number): Promise<DueMaturity[]> {
  return db
    .selectFrom('maturity as m')
    .innerJoin('payment as p', (join) =>
      join.onRef('p.tenant_id', '=', 'm.tenant_id').onRef('p.id', '=', 'm.payment_id'),
    )
    .select([
      'm.id',
      'm.account',
      'm.amount_minor as amountMinor',
      'm.merchant_id as merchantId',
      'm.mode',
      'm.currency',
      'p.ledger_accounts as ledgerAccounts',
    ])
    .where(within(db, 'm'))
    .where('m.matured_at', 'is', null)
    .where('m.due_on', '<=', sql<string>`${today}::date`)
    .orderBy('m.due_on')
    .orderBy('m.id')
    .limit(limit)
    .forUpdate('m')
    .skipLocked()
    .$narrowType<{ account: HeldAccount; ledgerAccounts: LedgerAccounts | null }>()
    .execute()
}

export async function updateMatured(db: Db, ids: readonly string[], at: Date): Promise<void> {
  await db
    .updateTable('maturity')
    .set({ matured_at: at })
    .where(within(db, 'maturity'))
    .where('id', 'in', [...ids])
    .execute()
}

/** Tenants with something due by a day, with their time zones; read as platform staff. */
export function listTenantsWithMaturities(
  db: Db,
  by: string,
): Promise<{ tenantId: string; timeZone: string }[]> {
  return db
    .selectFrom('maturity as m')
    .innerJoin('tenant as t', 't.id', 'm.tenant_id')
    .select(['t.id as tenantId', 't.time_zone as timeZone'])
    .where('m.matured_at', 'is', null)
    .where('m.due_on', '<=', sql<string>`${by}::date`)
    .groupBy(['t.id', 't.time_zone'])
    .execute()
}

export interface NextMaturity {
  readonly currency: string
  readonly dueOn: string
  readonly amountMinor: bigint
}

/** What becomes available next, in each of the currencies: the first day of each is read, not all that follow it. */
export async function listNextMaturities(
  db: Db,
  owner: { readonly tenantId: string; readonly merchantId: string; readonly mode: number },
  currencies: readonly string[],
): Promise<NextMaturity[]> {
  const { rows } = await sql<NextMaturity>`
    select c.currency, next.due_on::text as "dueOn", next.amount_minor::bigint as "amountMinor"
    from unnest(${currencies as string[]}::text[]) as c (currency)
    cross join lateral (
      select due_on, sum(amount_minor) as amount_minor from maturity
      where ${within(db, 'maturity')} and tenant_id = ${owner.tenantId}
        and merchant_id = ${owner.merchantId} and mode = ${owner.mode}
        and maturity.currency = c.currency and matured_at is null and amount_minor > 0
      group by due_on order by due_on limit 1
    ) as next
    order by c.currency`.execute(db)
  return rows
}
