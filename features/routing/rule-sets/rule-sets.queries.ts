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
  const row = await db
    .selectFrom('routing_version')
    .select(['id', 'number', 'rules'])
    .where(within(db, 'routing_version'))
    .where('merchant_id', '=', merchantId)
    .where('mode', '=', mode)
    .where('state', '=', 'active')
    .executeTakeFirst()
  if (row === undefined) return null
  // what is active was checked when it was stored
  return { versionId: row.id, number: row.number, set: row.rules as RuleSet }
}

/** What MIDs approved of late, by rule. */
export async function listScores(db: Db, merchantId: string, mode: number): Promise<Scores> {
  const rows = await db
    .selectFrom('routing_score')
    .select(['rule_id', 'mid_id', 'decided', 'approved'])
    .where(within(db, 'routing_score'))
    .where('merchant_id', '=', merchantId)
    .where('mode', '=', mode)
    .execute()
  return Object.fromEntries(
    rows.map(({ rule_id, mid_id, ...score }) => [scoreKey(rule_id, mid_id), score]),
  )
}
