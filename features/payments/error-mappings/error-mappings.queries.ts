import type { Db } from '@counterfoil/kit/database/database.ts'
import { firstIdAt } from '@counterfoil/kit/database/ids.ts'
import { within, withinAboutPayments } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'
import type { DeclineAdvice, UnifiedCode } from './error-mappings.schema.ts'

/** What an acquirer's code means, if the tenant has mapped it. */
export function findErrorMapping(db: Db, provider: string, rawCode: string) {
  return db
    .selectFrom('error_mapping')
    .select(['unified_code', 'retry', 'payer_text_en', 'payer_text_tr'])
    .select(['merchant_text_en', 'merchant_text_tr'])
    .where(within(db, 'error_mapping', null))
    .where('provider', '=', provider)
    .where('raw_code', '=', rawCode)
    .where('is_active', '=', true)
    .$narrowType<{ unified_code: UnifiedCode; retry: DeclineAdvice['retry'] }>()
    .executeTakeFirst()
}
export type ErrorMappingRow = NonNullable<Awaited<ReturnType<typeof findErrorMapping>>>

/** What the merchant itself has its payers read for a reason. */
export function findDeclineText(db: Db, merchantId: string, unifiedCode: string) {
  return db
    .selectFrom('decline_text')
    .select(['payer_text_en as en', 'payer_text_tr as tr'])
    .where(within(db, 'decline_text'))
    .where('merchant_id', '=', merchantId)
    .where('unified_code', '=', unifiedCode)
    .where('is_active', '=', true)
    .executeTakeFirst()
}

export interface UnmappedCode {
  readonly tenantId: string
  readonly provider: string
  readonly rawCode: string
  /** In the acquirer's own words, of the last one. */
  readonly text: string | null
  readonly count: bigint
  readonly lastAt: Date
}

/** The codes that acquirers declined payments with which the caller sees, since a day, which are neither mapped nor codes of the product. */
export async function listUnmapped(
  db: Db,
  of: { readonly since: Date; readonly known: readonly string[]; readonly limit: number },
): Promise<UnmappedCode[]> {
  const { rows } = await sql<UnmappedCode>`
    select a.tenant_id as "tenantId", a.provider, a.decline_code as "rawCode", count(*) as count,
      max(a.started_at) as "lastAt", (array_agg(a.decline_reason order by a.id desc))[1] as text
    from payment_attempt as a
    where ${withinAboutPayments(db, 'a')} and a.decline_code is not null and a.id >= ${firstIdAt(of.since)}::uuid
      and a.decline_code <> all (${[...of.known]}::text[])
      and not exists (
        select from error_mapping as m
        where m.tenant_id = a.tenant_id and m.provider = a.provider and m.raw_code = a.decline_code and m.is_active)
    group by 1, 2, 3
    order by count(*) desc, 2, 3 limit ${of.limit}`.execute(db)
  return rows
}
