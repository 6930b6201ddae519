import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { scoreKey } from './choose-route.rules.ts'
import type { RuleSet, Scores } from './rule-sets.schema.ts'

/** The version in force. */
export interface ActiveRuleSet {
  readonly versionId: string
  readonly number: number
  readonly set: RuleSet
}

/** Null: the merchant's MIDs are tried by their priority. */
export async function findActiveRuleSet(
  db: Db,
  merchantId: string,
  mode: number,
): Promise<ActiveRuleSet | null> {
  return (await listActiveRuleSets(db, [merchantId], mode)).get(merchantId) ?? null
}

/** The same of several merchants, by merchant. */
export async function listActiveRuleSets(
  db: Db,
  merchantIds: readonly string[],
  mode: number,
): Promise<ReadonlyMap<string, ActiveRuleSet>> {
  const rows = await db
    .selectFrom('routing_version')
    .select(['merchant_id', 'id', 'number', 'rules'])
    .where(within(db, 'routing_version'))
    .where('merchant_id', 'in', merchantIds)
    .where('mode', '=', mode)
    .where('state', '=', 'active')
    .execute()
  return new Map(
    rows.map(({ merchant_id, id, number, rules }) => [
      merchant_id,
      // what is active was checked when it was stored
      { versionId: id, number, set: rules as RuleSet },
    ]),
  )
}

/** What MIDs approved of late, by rule. */
export const listScores = async (db: Db, merchantId: string, mode: number): Promise<Scores> =>
  (await listScoresOf(db, [merchantId], mode)).get(merchantId) ?? {}

/** The same of several merchants, by merchant. */
export async function listScoresOf(
  db: Db,
  merchantIds: readonly string[],
  mode: number,
): Promise<ReadonlyMap<string, Scores>> {
  const rows = await db
    .selectFrom('routing_score')
    .select(['merchant_id', 'rule_id', 'mid_id', 'decided', 'approved'])
    .where(within(db, 'routing_score'))
    .where('merchant_id', 'in', merchantIds)
    .where('mode', '=', mode)
    .execute()
  const byMerchant = Map.groupBy(rows, ({ merchant_id }) => merchant_id)
  return new Map(
    [...byMerchant].map(([merchantId, own]) => [
      merchantId,
      Object.fromEntries(
        own.map(({ rule_id, mid_id, decided, approved }) => [
          scoreKey(rule_id, mid_id),
          { decided, approved },
        ]),
      ),
    ]),
  )
}
