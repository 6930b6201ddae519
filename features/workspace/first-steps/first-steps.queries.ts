import type { Db } from '@counterfoil/kit/database/database.ts'
import { within, withinPayments } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'

/** Whether the tenant has colours or a logo of its own: a new one has none, and so looks like the product. */
export async function hasBranding(shared: Db, tenantId: string): Promise<boolean> {
  const { logo, theme } = await shared
    .selectFrom('tenant')
    .select(['logo', 'theme'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return logo !== null || Object.keys(theme as object).length > 0
}

/** Whether the tenant has more than one operator. */
export async function hasColleagues(db: Db): Promise<boolean> {
  const rows = await db
    .selectFrom('app_user as u')
    .select('u.id')
    .where(within(db, 'u'))
    .where('u.user_type', '=', 'tenant')
    .where('u.is_active', '=', true)
    .limit(2)
    .execute()
  return rows.length > 1
}

export async function hasMerchants(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('merchant as m')
    .select('m.id')
    .where(within(db, 'm', 'id'))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function hasMids(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('mid as m')
    .select('m.id')
    .where(within(db, 'm'))
    .where('m.is_active', '=', true)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether a payment was taken, in this mode or in any. */
export async function hasPayments(db: Db, mode?: number): Promise<boolean> {
  const found = await db
    .selectFrom('payment as p')
    .select('p.id')
    .where(withinPayments(db, 'p'))
    .$if(mode !== undefined, (query) => query.where('p.mode', '=', mode ?? 0))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function hasApiKey(db: Db, merchantId: string): Promise<boolean> {
  const found = await db
    .selectFrom('api_key as k')
    .select('k.id')
    .where(within(db, 'k'))
    .where('k.merchant_id', '=', merchantId)
    .where('k.is_active', '=', true)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** How many types of documents are required of merchants, and of how many the merchant's is submitted or accepted. */
export function countDocuments(db: Db, merchantId: string) {
  return db
    .selectFrom('document_type as t')
    .leftJoin('merchant_document as d', (join) =>
      join
        .onRef('d.tenant_id', '=', 't.tenant_id')
        .onRef('d.document_type_id', '=', 't.id')
        .on(within(db, 'd'))
        .on('d.merchant_id', '=', merchantId),
    )
    .select([
      sql<number>`count(distinct t.id)::integer`.as('required'),
      sql<number>`(count(distinct t.id) filter (where d.state in ('waiting', 'accepted')))::integer`.as(
        'submitted',
      ),
      sql<number>`(count(distinct t.id) filter (where d.state = 'accepted'))::integer`.as(
        'accepted',
      ),
    ])
    .where(within(db, 't', null))
    .where('t.is_required', '=', true)
    .where('t.is_active', '=', true)
    .executeTakeFirstOrThrow()
}

export async function readProcessingStatus(db: Db, merchantId: string): Promise<string> {
  const { processing_status } = await db
    .selectFrom('merchant as m')
    .select('m.processing_status')
    .where(within(db, 'm', 'id'))
    .where('m.id', '=', merchantId)
    .executeTakeFirstOrThrow()
  return processing_status
}
