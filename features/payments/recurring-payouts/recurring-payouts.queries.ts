import type { RecurringPayout, RecurringPayoutRun } from '@counterfoil/database/rows.generated.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { contains } from '@counterfoil/kit/database/folded-text.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { countRows, type Part } from '@counterfoil/kit/database/paging.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely'
import type { RecurringState } from './recurring-payouts.schema.ts'

export type RecurringRecord = Selectable<RecurringPayout>
export type NewRecurring = Omit<
  Insertable<RecurringPayout>,
  'tenant_id' | 'failures' | 'is_approved' | 'ended_at' | 'updated_at' | 'requirements'
> & { readonly requirements: string }

export async function insertRecurring(db: Db, recurring: NewRecurring): Promise<void> {
  await db
    .insertInto('recurring_payout')
    .values({ ...recurring, tenant_id: tenantOf(db), updated_at: recurring.created_at })
    .execute()
}

export interface RecurringStep {
  readonly kind: string
  readonly actorId: string | null
  readonly actorName: string | null
  readonly actorRoleId?: string | null
  readonly actorKeys?: readonly string[]
  readonly reason: string | null
  readonly at: Date
}

export async function insertRecurringStep(
  db: Db,
  recurring: Pick<RecurringRecord, 'id' | 'merchant_id'>,
  step: RecurringStep,
): Promise<void> {
  await db
    .insertInto('recurring_payout_step')
    .values({
      ...{ tenant_id: tenantOf(db), id: newId(step.at), merchant_id: recurring.merchant_id },
      ...{ recurring_payout_id: recurring.id, kind: step.kind, at: step.at, reason: step.reason },
      ...{ actor_id: step.actorId, actor_name: step.actorName },
      ...{ actor_role_id: step.actorRoleId ?? null, actor_keys: [...(step.actorKeys ?? [])] },
    })
    .execute()
}

type NewRun = Omit<
  Insertable<RecurringPayoutRun>,
  'tenant_id' | 'merchant_id' | 'recurring_payout_id' | 'params'
> & { readonly params?: string | null }

const rowsAtOnce = 500

/** What became of dates. A date that has something already fails: nothing is paid twice. */
export async function insertRuns(
  db: Db,
  recurring: Pick<RecurringRecord, 'id' | 'merchant_id'>,
  runs: readonly NewRun[],
): Promise<void> {
  const own = {
    ...{ tenant_id: tenantOf(db), merchant_id: recurring.merchant_id },
    recurring_payout_id: recurring.id,
  }
  for (let from = 0; from < runs.length; from += rowsAtOnce) {
    await db
      .insertInto('recurring_payout_run')
      .values(runs.slice(from, from + rowsAtOnce).map((run) => ({ ...own, ...run })))
      .execute()
  }
}

export async function updateRecurring(
  db: Db,
  id: string,
  change: Partial<
    Pick<
      RecurringRecord,
      'state' | 'next_day' | 'next_run_at' | 'failures' | 'is_approved' | 'ended_at'
    >
  >,
  at: Date,
): Promise<void> {
  await db
    .updateTable('recurring_payout')
    .set({ ...change, updated_at: at })
    .where(within(db, 'recurring_payout'))
    .where('id', '=', id)
    .execute()
}

export const findRecurring = (db: Db, id: string) =>
  db
    .selectFrom('recurring_payout')
    .selectAll()
    .where(within(db, 'recurring_payout'))
    .where('id', '=', id)
    .executeTakeFirst()

/** The recurring payout, held until the transaction ends. */
export const lockRecurring = (db: Db, id: string) =>
  db
    .selectFrom('recurring_payout')
    .selectAll()
    .where(within(db, 'recurring_payout'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** One that is not over and pays the same beneficiary the same amount as often. */
export const findSameRecurring = (
  db: Db,
  same: {
    readonly mode: number
    readonly beneficiaryId: string
    readonly amountMinor: bigint
    readonly currency: string
    readonly frequency: string
  },
) =>
  db
    .selectFrom('recurring_payout')
    .select('id')
    .where(within(db, 'recurring_payout'))
    .where('mode', '=', same.mode)
    .where('beneficiary_id', '=', same.beneficiaryId)
    .where('amount_minor', '=', same.amountMinor)
    .where('currency', '=', same.currency)
    .where('frequency', '=', same.frequency)
    .where('state', 'in', ['waiting_for_approval', 'active', 'paused'])
    .limit(1)
    .executeTakeFirst()

export interface RecurringSearch {
  readonly mode: Mode
  readonly searchKey?: string | undefined
  readonly state?: RecurringState | undefined
}

const searched = (db: Db, { mode, searchKey, state }: RecurringSearch) =>
  db
    .selectFrom('recurring_payout as r')
    .where(within(db, 'r'))
    .where('r.mode', '=', mode)
    .$if(state === 'waiting_for_approval', (query) =>
      query.where('r.state', '=', sql.lit('waiting_for_approval')),
    )
    .$if(state !== undefined && state !== 'waiting_for_approval', (query) =>
      query.where('r.state', '=', state ?? ''),
    )
    .$if(searchKey !== undefined, (query) =>
      query.where(contains(sql`concat_ws(' ', r.payee_name, r.reference)`, searchKey)),
    )

export const listRecurring = (db: Db, search: RecurringSearch, { limit, offset }: Part) =>
  searched(db, search)
    .selectAll('r')
    .orderBy('r.id', search.state === 'waiting_for_approval' ? 'asc' : 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export function countRecurring(db: Db, search: RecurringSearch): Promise<number> {
  return countRows(searched(db, search))
}

export const listRecurringSteps = (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('recurring_payout_step')
        .selectAll()
        .where(within(db, 'recurring_payout_step'))
        .where('recurring_payout_id', 'in', [...ids])
        .orderBy('id')
        .execute()

const shownRuns = 60

/** The latest dates of one recurring payout, with where their payouts are. */
export const listLatestRuns = (db: Db, id: string) =>
  db
    .selectFrom('recurring_payout_run as r')
    .leftJoin('payout_order as o', (join) =>
      join.onRef('o.tenant_id', '=', 'r.tenant_id').onRef('o.id', '=', 'r.payout_order_id'),
    )
    .select(['r.day', 'r.code', 'r.message', 'r.params', 'r.created_at', 'r.payout_order_id'])
    .select('o.state as payoutState')
    .where(within(db, 'r'))
    .where('r.recurring_payout_id', '=', id)
    .orderBy('r.day', 'desc')
    .limit(shownRuns)
    .execute()

/** Beneficiaries as they are now, archived ones too. */
export const listPayeesOf = (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('beneficiary')
        .selectAll()
        .where(within(db, 'beneficiary'))
        .where('id', 'in', [...ids])
        .execute()

export const findProcessingStatus = async (db: Db, merchantId: string): Promise<string> => {
  const found = await db
    .selectFrom('merchant')
    .select('processing_status')
    .where(within(db, 'merchant', 'id'))
    .where('id', '=', merchantId)
    .executeTakeFirst()
  return found?.processing_status ?? 'NoProcessing'
}

/** A tenant (`t`) whose recurring payouts are made: while it is suspended, or has no payouts, no user of a merchant could stop one. */
const makesPayouts = sql<SqlBool>`(t.is_active and not 'payouts' = any (t.features_off))`

/** Ids of those of which a date has come, the longest due first; none of a tenant that makes no payouts. */
export async function listDueRecurring(db: Db, at: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('recurring_payout as r')
    .innerJoin('tenant as t', 't.id', 'r.tenant_id')
    .select('r.id')
    .where(within(db, 'r'))
    .where('r.state', '=', sql.lit('active'))
    .where('r.next_run_at', '<=', at)
    .where(makesPayouts)
    .orderBy('r.next_run_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Ids of those that were not approved in time. */
export async function listExpiredRecurring(db: Db, at: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('recurring_payout')
    .select('id')
    .where(within(db, 'recurring_payout'))
    .where('state', '=', sql.lit('waiting_for_approval'))
    .where('expires_at', '<=', at)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Tenants that have something to do: what was not approved in time ends also where no payouts are made. */
export async function listTenantsWithDue(db: Db, at: Date): Promise<string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select r.tenant_id as "tenantId" from recurring_payout r join tenant t on t.id = r.tenant_id
    where ${within(db, 'r')} and (r.state = 'active' and r.next_run_at <= ${at} and ${makesPayouts}
      or r.state = 'waiting_for_approval' and r.expires_at <= ${at})
    group by r.tenant_id`.execute(db)
  return rows.map(({ tenantId }) => tenantId)
}
