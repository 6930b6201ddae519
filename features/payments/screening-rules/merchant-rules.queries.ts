import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'

/** Rules of merchants' own, with what their operator opens to them. */
export const listMerchantRules = (db: Db) =>
  db
    .selectFrom('merchant_antifraud_rule as r')
    .leftJoin('merchant_screening as s', (join) =>
      join
        .onRef('s.tenant_id', '=', 'r.tenant_id')
        .onRef('s.merchant_id', '=', 'r.merchant_id')
        .on('s.is_active', '=', true),
    )
    .select(['r.id', 'r.tenant_id', 'r.merchant_id', 'r.effect', 'r.is_active', 'r.mode'])
    .select(['r.outcome', 's.own_rules as opened'])
    .where(within(db, 'r'))
    .execute()

/** Rules of the operator that look at payments of a merchant. */
export const listAppliedRules = (db: Db, merchantId: string) =>
  db
    .selectFrom('antifraud_rule')
    .selectAll()
    .where(within(db, 'antifraud_rule', null))
    .where('is_active', '=', true)
    .where((or) => or.or([or('merchant_id', 'is', null), or('merchant_id', '=', merchantId)]))
    .orderBy('rule')
    .orderBy('id')
    .execute()

export async function countMerchantRules(db: Db, merchantId: string): Promise<bigint> {
  const { count } = await db
    .selectFrom('merchant_antifraud_rule')
    .select((of) => of.fn.countAll<bigint>().as('count'))
    .where(within(db, 'merchant_antifraud_rule'))
    .where('merchant_id', '=', merchantId)
    .executeTakeFirstOrThrow()
  return count
}
