import type { Cause } from '@counterfoil/features/payments/processing/causes.rules.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { countRows, countUpTo, type Part } from '@counterfoil/kit/database/paging.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { listTenantsOf } from '@counterfoil/kit/database/tenants.ts'
import { within, withinPayments } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'
import type { NoticeState } from './acquirer-notices.schema.ts'

export interface NewNotice {
  readonly id: string
  readonly provider: string
  readonly reference: string
  readonly body: string
  readonly bodyHash: string
  readonly payment: { readonly id: string; readonly merchantId: string } | undefined
  readonly at: Date
  /** It is not the acquirer's, for this cause. */
  readonly refusal?: Cause
}

/** Keeps a notice; one that came before is counted. Answers the id of the row, new or not. */
export async function upsertNotice(db: Db, notice: NewNotice): Promise<string> {
  const { refusal, at } = notice
  const { id } = await db
    .insertInto('acquirer_notice')
    .values({
      tenant_id: tenantOf(db),
      id: notice.id,
      merchant_id: notice.payment?.merchantId ?? null,
      payment_id: notice.payment?.id ?? null,
      provider: notice.provider,
      reference: notice.reference,
      body: notice.body,
      body_hash: notice.bodyHash,
      state: refusal === undefined ? 'received' : 'refused',
      ...causeColumns(refusal),
      received_at: at,
      last_received_at: at,
      next_try_at: refusal === undefined ? at : null,
      decided_at: refusal === undefined ? null : at,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'provider', 'reference', 'body_hash']).doUpdateSet({
        repeats: sql`acquirer_notice.repeats + 1`,
        last_received_at: at,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const causeColumns = (cause: Cause | undefined) => ({
  cause_code: cause?.code ?? null,
  cause_values: cause?.values === undefined ? null : JSON.stringify(cause.values),
})

export interface ClaimedNotice {
  readonly id: string
  readonly provider: string
  readonly reference: string
  readonly body: string
  readonly tries: number
}

/** Takes a notice that is due, until `until` for nobody else; undefined: it is decided, or somebody works on it. */
export async function claimNotice(
  db: Db,
  id: string,
  at: Date,
  until: Date,
): Promise<ClaimedNotice | undefined> {
  return db
    .updateTable('acquirer_notice')
    .set({ next_try_at: until, tries: sql`tries + 1` })
    .where(within(db, 'acquirer_notice'))
    .where('id', '=', id)
    .where('state', '=', 'received')
    .where('next_try_at', '<=', at)
    .returning(['id', 'provider', 'reference', 'body', 'tries'])
    .executeTakeFirst()
}

export const listTenantsWithDueNotices = (db: Db, at: Date): Promise<string[]> =>
  listTenantsOf(
    db
      .selectFrom('acquirer_notice')
      .where(within(db, 'acquirer_notice'))
      .where('next_try_at', '<=', at),
  )

export async function listDueNotices(db: Db, at: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('acquirer_notice')
    .select('id')
    .where(within(db, 'acquirer_notice'))
    .where('next_try_at', '<=', at)
    .orderBy('next_try_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether another notice with the acquirer's same id says something else, and came first. */
export async function isContradicted(db: Db, notice: ClaimedNotice): Promise<boolean> {
  const earlier = await db
    .selectFrom('acquirer_notice')
    .select('id')
    .where(within(db, 'acquirer_notice'))
    .where('provider', '=', notice.provider)
    .where('reference', '=', notice.reference)
    .where('id', '<', notice.id)
    .where('state', '!=', 'refused')
    .limit(1)
    .execute()
  return earlier.length > 0
}

export function countRefused(db: Db, provider: string, since: Date): Promise<number> {
  return countRows(
    db
      .selectFrom('acquirer_notice')
      .where(within(db, 'acquirer_notice'))
      .where('state', 'in', ['refused', 'closed'])
      .where('provider', '=', provider)
      .where('received_at', '>', since),
  )
}

/** What was decided on a notice. `again`: it is decided later, because of the cause. */
export type Decision =
  | { readonly state: 'taken' | 'repeated' }
  | { readonly state: 'aside'; readonly cause: Cause }
  | { readonly state: 'again'; readonly cause: Cause; readonly nextTryAt: Date }

export async function updateDecision(
  db: Db,
  id: string,
  decision: Decision,
  at: Date,
): Promise<void> {
  const isOpen = decision.state === 'again'
  await db
    .updateTable('acquirer_notice')
    .set({
      state: isOpen ? 'received' : decision.state,
      ...causeColumns('cause' in decision ? decision.cause : undefined),
      next_try_at: isOpen ? decision.nextTryAt : null,
      decided_at: isOpen ? null : at,
    })
    .where(within(db, 'acquirer_notice'))
    .where('id', '=', id)
    .where('state', '=', 'received')
    .execute()
}

/** Makes a notice that was put aside due again; false: it was not put aside any more. */
export async function updateForRetry(db: Db, id: string, at: Date): Promise<boolean> {
  const rows = await db
    .updateTable('acquirer_notice')
    .set({ state: 'received', next_try_at: at, decided_at: null })
    .where(within(db, 'acquirer_notice'))
    .where('id', '=', id)
    .where('state', '=', 'aside')
    .returning('id')
    .execute()
  return rows.length > 0
}

/** False: it was not put aside or refused any more. */
export async function updateClosed(
  db: Db,
  id: string,
  { by, reason, at }: { readonly by: string; readonly reason: string; readonly at: Date },
): Promise<boolean> {
  const rows = await db
    .updateTable('acquirer_notice')
    .set({ state: 'closed', closed_by: by, close_reason: reason, decided_at: at })
    .where(within(db, 'acquirer_notice'))
    .where('id', '=', id)
    .where('state', 'in', ['aside', 'refused'])
    .returning('id')
    .execute()
  return rows.length > 0
}

export interface NoticeSearch {
  readonly id?: string
  readonly state?: NoticeState | undefined
}

/** Notices, the newest first. */
export function listNotices(db: Db, search: NoticeSearch, page: Part) {
  return notices(db, search)
    .innerJoin('tenant as t', 't.id', 'n.tenant_id')
    .leftJoin('merchant as m', (join) =>
      join.onRef('m.tenant_id', '=', 'n.tenant_id').onRef('m.id', '=', 'n.merchant_id'),
    )
    .leftJoin('app_user as u', (join) =>
      join.onRef('u.tenant_id', '=', 'n.tenant_id').onRef('u.id', '=', 'n.closed_by'),
    )
    .selectAll('n')
    .select([
      't.name as tenant_name',
      'm.legal_business_name as merchant_name',
      'p.external_id',
      sql<string | null>`trim(u.first_name || ' ' || u.last_name)`.as('closed_by_name'),
    ])
    .orderBy('n.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

/** Up to `limit`: there is one or more of each payment that its payer makes elsewhere. */
export function countNotices(db: Db, search: NoticeSearch, limit: number): Promise<number> {
  return countUpTo(db, notices(db, search), limit)
}

function notices(db: Db, { id, state }: NoticeSearch) {
  // a user who is limited to some payments sees the notices of those payments only
  const isLimited = db.scope.kind === 'tenant' && db.scope.payments !== undefined
  let query = db
    .selectFrom('acquirer_notice as n')
    .leftJoin('payment as p', (join) =>
      join.onRef('p.tenant_id', '=', 'n.tenant_id').onRef('p.id', '=', 'n.payment_id'),
    )
    .where(within(db, 'n'))
  if (isLimited) query = query.where(withinPayments(db, 'p'))
  if (id !== undefined) query = query.where('n.id', '=', id)
  if (state !== undefined) query = query.where('n.state', '=', state)
  return query
}
