import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Part } from '@counterfoil/kit/database/paging.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within, withinPayments } from '@counterfoil/kit/database/within.ts'

interface NewReference {
  readonly id: string
  readonly payment_id: string
  readonly merchant_id: string
  readonly website_id: string | null
  readonly reference: string
  readonly allocated_at: Date
  readonly banking_channel_id: string | null
}

export async function insertReference(db: Db, reference: NewReference): Promise<void> {
  await db
    .insertInto('account_reference')
    .values({ ...reference, tenant_id: tenantOf(db) })
    .execute()
}

/** The account to which the payer of a transfer is to pay; null: none is set. */
export async function updateReferenceChannel(
  db: Db,
  paymentId: string,
  bankingChannelId: string | null,
): Promise<void> {
  await db
    .updateTable('account_reference')
    .set({ banking_channel_id: bankingChannelId })
    .where(within(db, 'account_reference'))
    .where('payment_id', '=', paymentId)
    .execute()
}

export interface Allocated {
  readonly reference: string
  readonly paymentId: string
  readonly merchantId: string
  readonly isDeallocated: boolean
}

export async function findAllocated(db: Db, references: readonly string[]): Promise<Allocated[]> {
  const rows = await db
    .selectFrom('account_reference')
    .select([
      'reference',
      'payment_id as paymentId',
      'merchant_id as merchantId',
      'deallocated_at as deallocatedAt',
    ])
    .where(within(db, 'account_reference'))
    .where('reference', 'in', [...references])
    .execute()
  return rows.map(({ deallocatedAt, ...row }) => ({
    ...row,
    isDeallocated: deallocatedAt !== null,
  }))
}

export interface RelationshipFilter {
  readonly externalOrganizationId?: string | undefined
  readonly transactionId?: string | undefined
  readonly websiteId?: string | undefined
  readonly requestType?: 'Allocated' | 'Deallocated' | undefined
}

export function listReferences(db: Db, filter: RelationshipFilter, page: Part) {
  return filtered(db, filter)
    .innerJoin('merchant as m', (join) =>
      join.onRef('m.tenant_id', '=', 'r.tenant_id').onRef('m.id', '=', 'r.merchant_id'),
    )
    .leftJoin('banking_channel as c', (join) =>
      join.onRef('c.tenant_id', '=', 'r.tenant_id').onRef('c.id', '=', 'r.banking_channel_id'),
    )
    .select([
      'r.id',
      'c.bank_name',
      'c.account_holder',
      'c.iban',
      'c.bic',
      'r.merchant_id',
      'm.legal_business_name as merchant_name',
      'r.payment_id',
      'p.external_id',
      'r.website_id',
      'r.reference',
      'p.mode',
      'p.status',
      'p.amount_minor',
      'p.currency',
      'r.allocated_at',
      'r.deallocated_at',
    ])
    .orderBy('r.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

/** Counted up to a limit, so that a long history does not delay the page. */
export async function countReferences(
  db: Db,
  filter: RelationshipFilter,
  limit: number,
): Promise<number> {
  const rows = await filtered(db, filter).select('r.id').limit(limit).execute()
  return rows.length
}

function filtered(db: Db, filter: RelationshipFilter) {
  const { externalOrganizationId, transactionId, websiteId, requestType } = filter
  let query = db
    .selectFrom('account_reference as r')
    .innerJoin('payment as p', (join) =>
      join.onRef('p.tenant_id', '=', 'r.tenant_id').onRef('p.id', '=', 'r.payment_id'),
    )
    .where(within(db, 'r'))
    .where(withinPayments(db, 'p'))
  if (externalOrganizationId !== undefined) {
    query = query.where('r.merchant_id', '=', externalOrganizationId)
  }
  if (transactionId !== undefined) query = query.where('r.payment_id', '=', transactionId)
  if (websiteId !== undefined) query = query.where('r.website_id', '=', websiteId)
  if (requestType === 'Allocated') query = query.where('r.deallocated_at', 'is', null)
  if (requestType === 'Deallocated') query = query.where('r.deallocated_at', 'is not', null)
  return query
}

/** False if no such reference is allocated. */
export async function deallocate(
  db: Db,
  of: {
    readonly organizationId: string
    readonly transactionId: string
    readonly accountReference: string
    readonly websiteId?: string | null | undefined
  },
  by: { readonly userId: string; readonly at: Date },
): Promise<boolean> {
  let query = db
    .updateTable('account_reference')
    .set({ deallocated_at: by.at, deallocated_by: by.userId })
    .where(within(db, 'account_reference'))
    .where('merchant_id', '=', of.organizationId)
    .where('payment_id', '=', of.transactionId)
    .where('reference', '=', of.accountReference)
    .where('deallocated_at', 'is', null)
  if (of.websiteId) query = query.where('website_id', '=', of.websiteId)
  const { numUpdatedRows } = await query.executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The statement lines of a payment. */
export function listStatementLines(db: Db, paymentId: string) {
  return db
    .selectFrom('bank_order_item as i')
    .innerJoin('bank_order as o', (join) =>
      join.onRef('o.tenant_id', '=', 'i.tenant_id').onRef('o.id', '=', 'i.bank_order_id'),
    )
    .select([
      'i.id',
      'i.bank_order_id',
      'o.bank_name',
      'i.line',
      'i.booked_on',
      'i.amount_minor',
      'i.currency',
      'i.payer',
      'i.state',
      'i.reason',
    ])
    .where(within(db, 'i'))
    .where('i.payment_id', '=', paymentId)
    .orderBy('i.id')
    .execute()
}
