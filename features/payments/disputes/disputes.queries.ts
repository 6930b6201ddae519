import type { Dispute as DisputeRow } from '@counterfoil/database/rows.generated.ts'
import type { Payment } from '@counterfoil/features/payments/processing/payment-views.rules.ts'
import type {
  DisputeAnswer,
  DisputeStage,
  DisputeState,
} from '@counterfoil/features/payments/processing/payments.schema.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { listTenantsOf } from '@counterfoil/kit/database/tenants.ts'
import { within, withinPayments } from '@counterfoil/kit/database/within.ts'
import { type Selectable, sql } from 'kysely'
import type { DisputeStanding } from './disputes.rules.ts'

export interface Dispute extends DisputeStanding {
  readonly id: string
  readonly stage: DisputeStage
  readonly currency: string
  readonly reasonCode: string
  readonly reason: string
  readonly respondBy: Date | null
  /** Null: a person recorded it, and no acquirer follows it. */
  readonly provider: string | null
  readonly acquirerReference: string | null
  /** Of the acquirer's last report. */
  readonly sequence: number
  readonly openedAt: Date
  readonly closedAt: Date | null
  readonly answer: GivenAnswer | null
}

export interface GivenAnswer {
  /** By which the acquirer knows it. */
  readonly id: string
  readonly kind: DisputeAnswer
  readonly state: 'requested' | 'received' | 'refused'
  readonly statement: string | null
  /** The files that prove it. */
  readonly fileIds: readonly string[]
  /** The next try to send it, or when it was received or refused. */
  readonly at: Date
  readonly checks: number
}

/** All disputes of a payment, oldest first. The caller has locked the payment, or only reads. */
export async function listDisputes(db: Db, paymentId: string): Promise<Dispute[]> {
  const rows = await db
    .selectFrom('dispute')
    .selectAll()
    .where(within(db, 'dispute'))
    .where('payment_id', '=', paymentId)
    .orderBy('id')
    .execute()
  return rows.map(disputeOf)
}

/** Whether the reader may see the payment of a dispute. */
export async function seesDispute(db: Db, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('dispute as d')
    .innerJoin('payment as p', (join) =>
      join.onRef('p.tenant_id', '=', 'd.tenant_id').onRef('p.id', '=', 'd.payment_id'),
    )
    .select('d.id')
    .where(within(db, 'd'))
    .where(withinPayments(db, 'p'))
    .where('d.id', '=', id)
    .executeTakeFirst()
  return found !== undefined
}

export interface MerchantDisputeSearch {
  readonly merchantId: string
  /** Absent: of both. */
  readonly mode?: Mode | undefined
  readonly id?: string | undefined
  readonly paymentId?: string | undefined
  readonly state?: DisputeState | undefined
  /** Older than this one. */
  readonly after?: string | undefined
  readonly limit: number
}

/** A merchant's disputes, the newest first. */
export async function listMerchantDisputes(
  db: Db,
  search: MerchantDisputeSearch,
): Promise<(Dispute & { readonly paymentId: string })[]> {
  let query = db
    .selectFrom('dispute as d')
    .innerJoin('payment as p', (join) =>
      join.onRef('p.tenant_id', '=', 'd.tenant_id').onRef('p.id', '=', 'd.payment_id'),
    )
    .selectAll('d')
    .where(within(db, 'd'))
    .where('d.merchant_id', '=', search.merchantId)
  if (search.mode !== undefined) query = query.where('p.mode', '=', search.mode)
  if (search.id !== undefined) query = query.where('d.id', '=', search.id)
  if (search.paymentId !== undefined) query = query.where('d.payment_id', '=', search.paymentId)
  if (search.state !== undefined) query = query.where('d.state', '=', search.state)
  if (search.after !== undefined) query = query.where('d.id', '<', search.after)
  const rows = await query.orderBy('d.id', 'desc').limit(search.limit).execute()
  return rows.map((row) => ({ ...disputeOf(row), paymentId: row.payment_id }))
}

const disputeOf = (row: Selectable<DisputeRow>): Dispute => ({
  id: row.id,
  state: row.state as DisputeState,
  stage: row.stage as DisputeStage,
  amountMinor: row.amount_minor,
  lostMinor: row.lost_minor,
  currency: row.currency,
  reasonCode: row.reason_code,
  reason: row.reason,
  respondBy: row.respond_by,
  provider: row.provider,
  acquirerReference: row.acquirer_reference,
  sequence: row.sequence,
  openedAt: row.opened_at,
  closedAt: row.closed_at,
  answer:
    row.answer_id === null || row.answer_at === null
      ? null
      : {
          id: row.answer_id,
          kind: row.answer as DisputeAnswer,
          state: row.answer_state as GivenAnswer['state'],
          statement: row.answer_text,
          fileIds: row.answer_file_ids,
          at: row.answer_at,
          checks: row.answer_checks,
        },
})

/** Inserts a dispute, or stores where it stands now. */
export async function upsertDispute(db: Db, payment: Payment, dispute: Dispute): Promise<void> {
  const { answer } = dispute
  const changing = {
    amount_minor: dispute.amountMinor,
    lost_minor: dispute.lostMinor,
    reason_code: dispute.reasonCode,
    reason: dispute.reason,
    state: dispute.state,
    stage: dispute.stage,
    sequence: dispute.sequence,
    respond_by: dispute.respondBy,
    closed_at: dispute.closedAt,
    answer: answer?.kind ?? null,
    answer_state: answer?.state ?? null,
    answer_id: answer?.id ?? null,
    answer_text: answer?.statement ?? null,
    answer_file_ids: [...(answer?.fileIds ?? [])],
    answer_at: answer?.at ?? null,
    answer_checks: answer?.checks ?? 0,
  }
  await db
    .insertInto('dispute')
    .values({
      ...changing,
      tenant_id: tenantOf(db),
      id: dispute.id,
      payment_id: payment.id,
      merchant_id: payment.merchantId,
      currency: payment.currency,
      provider: dispute.provider,
      acquirer_reference: dispute.acquirerReference,
      opened_at: dispute.openedAt,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doUpdateSet(changing))
    .execute()
}

const answerIsDue = (db: Db, from: Date, until: Date) =>
  db
    .selectFrom('dispute as d')
    .where(within(db, 'd'))
    .where('d.state', '=', sql.lit('opened'))
    .where('d.respond_by', '>', from)
    .where('d.respond_by', '<=', until)
    .where((is) =>
      is.or([is('d.reminded_of', 'is', null), is('d.reminded_of', '<>', is.ref('d.respond_by'))]),
    )

export const listTenantsWithDueDisputes = (db: Db, from: Date, until: Date): Promise<string[]> =>
  listTenantsOf(answerIsDue(db, from, until))

/** Open disputes of a tenant whose date of answer is between two instants, of which no reminder was sent yet. */
export const listDueDisputes = (db: Db, from: Date, until: Date, limit: number) =>
  answerIsDue(db, from, until)
    .innerJoin('merchant as m', (join) =>
      join.onRef('m.tenant_id', '=', 'd.tenant_id').onRef('m.id', '=', 'd.merchant_id'),
    )
    .innerJoin('payment as p', (join) =>
      join.onRef('p.tenant_id', '=', 'd.tenant_id').onRef('p.id', '=', 'd.payment_id'),
    )
    .select([
      'd.id',
      'p.mode',
      'p.method',
      'p.provider',
      'd.payment_id as paymentId',
      'd.merchant_id as merchantId',
      'm.legal_business_name as merchantName',
      sql<Date>`d.respond_by`.as('respondBy'),
    ])
    .orderBy('d.respond_by')
    .orderBy('d.id')
    .limit(limit)
    .execute()

/** Stores that people were reminded of the dates of answer that disputes have now. */
export async function updateReminded(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('dispute')
    .set(({ ref }) => ({ reminded_of: ref('respond_by') }))
    .where(within(db, 'dispute'))
    .where('id', 'in', ids)
    .execute()
}

/** An answer to a dispute that its acquirer has not received yet. */
export interface DueAnswer {
  readonly disputeId: string
  readonly paymentId: string
}

export const listTenantsWithDueAnswers = (db: Db, at: Date): Promise<string[]> =>
  listTenantsOf(
    db
      .selectFrom('dispute')
      .where(within(db, 'dispute'))
      .where('answer_state', '=', sql.lit('requested'))
      .where('answer_at', '<=', at),
  )

export async function listDueAnswers(db: Db, at: Date, limit: number): Promise<DueAnswer[]> {
  return db
    .selectFrom('dispute')
    .select(['id as disputeId', 'payment_id as paymentId'])
    .where(within(db, 'dispute'))
    .where('answer_state', '=', sql.lit('requested'))
    .where('answer_at', '<=', at)
    .orderBy('answer_at')
    .limit(limit)
    .execute()
}
