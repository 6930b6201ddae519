import type {
  BacktestChange,
  Period,
} from '@counterfoil/features/payments/backtests/backtests.schema.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { firstIdAt, newId } from '@counterfoil/kit/database/ids.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'
import type { PastPayment } from './backtest.rules.ts'
import type { BacktestResult } from './screening-rules.contract.ts'

const backtests = (db: Db) =>
  db
    .selectFrom('antifraud_backtest')
    .selectAll()
    .where(within(db, 'antifraud_backtest', null))

/** Of a rule, the newest first. */
export const listBacktestRows = (db: Db, ruleId: string) =>
  backtests(db).where('rule_id', '=', ruleId).orderBy('id', 'desc').limit(5).execute()
export type BacktestRow = Awaited<ReturnType<typeof listBacktestRows>>[number]

export const findBacktest = (db: Db, id: string): Promise<BacktestRow | undefined> =>
  backtests(db).where('id', '=', id).executeTakeFirst()

export function insertBacktest(
  db: Db,
  of: {
    readonly ruleId: string
    readonly mode: number
    readonly days: number
    readonly values: object
    readonly by: string
  },
  at: Date,
): Promise<BacktestRow> {
  return db
    .insertInto('antifraud_backtest')
    .values({
      ...{ tenant_id: tenantOf(db), id: newId(at), rule_id: of.ruleId },
      ...{ mode: of.mode, days: of.days, values: JSON.stringify(of.values), state: 'waiting' },
      ...{ asked_by_name: of.by, created_at: at },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function updateBacktest(
  db: Db,
  id: string,
  change: BacktestChange<BacktestResult>,
): Promise<void> {
  const { result, ...rest } = change
  await db
    .updateTable('antifraud_backtest')
    .set({ ...rest, ...(result === undefined ? {} : { result: JSON.stringify(result) }) })
    .where(within(db, 'antifraud_backtest', null))
    .where('id', '=', id)
    .execute()
}

const inPeriod = (db: Db, { merchantId, mode, from, to }: Period) => sql`
  ${within(db, 'p')} and p.mode = ${mode}::smallint
  and p.id >= ${firstIdAt(from)}::uuid and p.id < ${firstIdAt(to)}::uuid
  and ${merchantId === null ? sql`true` : sql`p.merchant_id = ${merchantId}::uuid`}`

export async function countPayments(db: Db, period: Period): Promise<bigint> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from payment as p where ${inPeriod(db, period)}`.execute(db)
  return rows[0]?.count ?? 0n
}

/** A page of past payments with what became of them, in the order in which they came. */
export async function listPastPayments(
  db: Db,
  period: Period,
  after: string | null,
  limit: number,
): Promise<PastPayment[]> {
  const beyond = after === null ? sql`true` : sql`p.id > ${after}::uuid`
  const { rows } = await sql<PastPayment>`
    select p.id, null as "operationId", p.created_at as "createdAt", p.merchant_id as "merchantId", p.currency,
      p.amount_minor as "amountMinor", p.customer_country as country, p.card_issuer_country as "cardCountry",
      p.card_token as "cardToken", p.card_first6 as iin, p.customer_email as email,
      p.customer_ip as ip, p.customer_device as device, p.status, p.captured_minor as "capturedMinor", p.dispute_state is not null as "isDisputed"
    from payment as p where ${inPeriod(db, period)} and ${beyond} order by p.id limit ${limit}`.execute(
    db,
  )
  return rows
}
