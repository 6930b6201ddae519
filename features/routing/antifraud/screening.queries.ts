import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'
import {
  type AntifraudRule,
  type Finding,
  isLifted,
  mildestOutcome,
  type RuleMatch,
  type ScreeningOutcome,
} from './screening.rules.ts'

type RuleOfMerchant = AntifraudRule & { readonly merchantId: string | null }

/**
 * Those of the tenant for all merchants (null), or for one of these, and what these look for themselves. Rules of other
 * merchants that count at all merchants together come too: each merchant's payments are counted for them.
 */
export async function listAntifraudRules(
  db: Db,
  merchantIds: readonly string[],
  mode: number,
): Promise<RuleOfMerchant[]> {
  const [operators, own] = await Promise.all([
    listOperatorRules(db, merchantIds, mode),
    listOwnRules(db, merchantIds, mode),
  ])
  return [...operators, ...own]
}

async function listOperatorRules(
  db: Db,
  merchantIds: readonly string[],
  mode: number,
): Promise<RuleOfMerchant[]> {
  const rows = await db
    .selectFrom('antifraud_rule')
    .leftJoin('currency as c', 'c.code', 'antifraud_rule.currency')
    .select([
      'antifraud_rule.id',
      'merchant_id as merchantId',
      'effect',
      'rule',
      'outcome',
      'threshold',
      'currency',
      'c.decimal_places as decimalPlaces',
      'amount_minor as amountMinor',
      'countries',
      'window_s as windowS',
      'counted',
      'if_missing as ifMissing',
      sql.lit<'tenant'>('tenant').as('owner'),
    ])
    // what is in force is its version, in shadow what it was changed to last; one from before versions gets 1 as its first
    .select(
      sql<number>`(
        select coalesce(max(v.number), 1) from antifraud_version as v
        where ${within(db, 'v', null)} and v.tenant_id = antifraud_rule.tenant_id
          and v.rule_id = antifraud_rule.id and (v.state = 'active' or antifraud_rule.effect = 'shadow'))`.as(
        'version',
      ),
    )
    .where(within(db, 'antifraud_rule', null))
    .where('antifraud_rule.is_active', '=', true)
    .where((or) =>
      or.or([
        or('merchant_id', 'is', null),
        or('merchant_id', 'in', merchantIds),
        or('counted', '=', 'tenant'),
      ]),
    )
    .where((or) => or.or([or('mode', 'is', null), or('mode', '=', mode)]))
    .execute()
  return rows as RuleOfMerchant[]
}

/** Rules of merchants' own, with no more effect than their operator opens to them now. */
async function listOwnRules(
  db: Db,
  merchantIds: readonly string[],
  mode: number,
): Promise<RuleOfMerchant[]> {
  const rows = await db
    .selectFrom('merchant_antifraud_rule as r')
    .innerJoin('merchant_screening as s', (join) =>
      join.onRef('s.tenant_id', '=', 'r.tenant_id').onRef('s.merchant_id', '=', 'r.merchant_id'),
    )
    .leftJoin('currency as c', 'c.code', 'r.currency')
    .select([
      'r.id',
      'r.merchant_id as merchantId',
      'r.effect',
      'r.rule',
      'r.outcome',
      'r.threshold',
      'r.currency',
      'c.decimal_places as decimalPlaces',
      'r.amount_minor as amountMinor',
      'r.countries',
      'r.window_s as windowS',
      sql<null>`null`.as('counted'),
      'r.if_missing as ifMissing',
      's.own_rules as most',
      'r.version',
      sql.lit<'merchant'>('merchant').as('owner'),
    ])
    .where(within(db, 'r'))
    .where('r.merchant_id', 'in', merchantIds)
    .where('r.is_active', '=', true)
    .where('s.is_active', '=', true)
    .where('s.own_rules', 'is not', null)
    .where((or) => or.or([or('r.mode', 'is', null), or('r.mode', '=', mode)]))
    .execute()
  return rows.map(({ most, ...rule }) => ({
    ...rule,
    outcome: mildestOutcome([rule.outcome, most] as ScreeningOutcome[]),
  })) as RuleOfMerchant[]
}

export async function insertFindings(
  db: Db,
  payment: { readonly id: string; readonly merchantId: string },
  findings: readonly Finding[],
  at: Date,
): Promise<void> {
  if (findings.length === 0) return
  const tenantId = tenantOf(db)
  await db
    .insertInto('antifraud_alert')
    .values(
      findings.map((finding) => ({
        tenant_id: tenantId,
        id: newId(at),
        payment_id: payment.id,
        merchant_id: payment.merchantId,
        rule: finding.rule,
        outcome: finding.outcome,
        message: finding.message,
        rule_id: finding.ruleId ?? null,
        owner: finding.owner ?? null,
        rule_version: finding.version ?? null,
        created_at: at,
      })),
    )
    .execute()
}

/** What rules found, in force or in shadow. */
export async function insertMatches(
  db: Db,
  payment: { readonly id: string; readonly merchantId: string; readonly mode: number },
  matches: readonly RuleMatch[],
  at: Date,
): Promise<void> {
  if (matches.length === 0) return
  const tenantId = tenantOf(db)
  await db
    .insertInto('antifraud_match')
    .values(
      matches.map(({ ruleId, rule, effect, outcome, message, owner, version }) => ({
        ...{ tenant_id: tenantId, id: newId(at), rule_id: ruleId, rule, effect, outcome, message },
        ...{ owner: owner ?? null, rule_version: version ?? null },
        ...{ payment_id: payment.id, merchant_id: payment.merchantId, created_at: at },
        mode: payment.mode,
      })),
    )
    .execute()
}

type Sought = readonly { readonly kind: string; readonly values: readonly string[] }[]

/** The values of an order that are on the blacklist. */
export const listBlacklisted = (
  db: Db,
  sought: Sought,
  at: Date,
): Promise<{ kind: string; reason: string }[]> =>
  listed(db, 'blacklist_entry', sought, at).select(['kind', 'reason']).execute()

/** The entry of a blacklist that blocks a card: of the operator's list, or of the merchant's own. */
export async function findBlockedCard(
  db: Db,
  card: { readonly tenantId: string; readonly merchantId: string; readonly cardToken: string },
  list: 'blacklist_entry' | 'merchant_blacklist_entry',
  at: Date,
): Promise<string | null> {
  const merchant =
    list === 'blacklist_entry' ? sql`` : sql`and l.merchant_id = ${card.merchantId}::uuid`
  const { rows } = await sql<{ id: string }>`
    select l.id from ${sql.table(list)} as l
    where ${within(db, 'l', null)} and l.tenant_id = ${card.tenantId}::uuid ${merchant}
      and l.kind = 'card' and l.value = ${card.cardToken}
      and l.is_active and (l.expires_at is null or l.expires_at > ${at.toISOString()}::timestamptz)
    limit 1`.execute(db)
  return rows[0]?.id ?? null
}

/** The rules that the whitelist lifts for an order, entry by entry; none named: all. */
export async function listLifted(db: Db, sought: Sought, at: Date): Promise<string[][]> {
  const rows = await listed(db, 'whitelist_entry', sought, at)
    .select(sql<string[]>`coalesce(lifts, '{}')`.as('lifts'))
    .execute()
  return rows.map(({ lifts }) => lifts)
}

/** Of these values those for which the whitelist lifts a rule. */
export async function listTrustedValues(
  db: Db,
  rule: string,
  sought: Sought,
  at: Date,
): Promise<{ kind: string; value: string }[]> {
  const rows = await listed(db, 'whitelist_entry', sought, at)
    .select(['kind', 'value', sql<string[]>`coalesce(lifts, '{}')`.as('lifts')])
    .execute()
  return rows.filter(({ lifts }) => isLifted(rule, [lifts]))
}

/** Of these values those that the merchants trust themselves. */
export const listOwnTrusted = (
  db: Db,
  merchantIds: readonly string[],
  sought: Sought,
  at: Date,
): Promise<{ merchantId: string; kind: string; value: string }[]> =>
  ownListed(db, 'merchant_whitelist_entry', merchantIds, sought, at)
    .select(['merchant_id as merchantId', 'kind', 'value'])
    .execute()

/** The values of an order that its merchant has on a blacklist of its own. */
export const listOwnBlacklisted = (
  db: Db,
  merchantId: string,
  sought: Sought,
  at: Date,
): Promise<{ kind: string; reason: string }[]> =>
  ownListed(db, 'merchant_blacklist_entry', [merchantId], sought, at)
    .select(['kind', 'reason'])
    .execute()

/** Whether the merchant trusts somebody of an order. */
export async function isOwnTrusted(
  db: Db,
  merchantId: string,
  sought: Sought,
  at: Date,
): Promise<boolean> {
  const found = await ownListed(db, 'merchant_whitelist_entry', [merchantId], sought, at)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

type OwnList = 'merchant_blacklist_entry' | 'merchant_whitelist_entry'

const ownListed = (
  db: Db,
  list: OwnList,
  merchantIds: readonly string[],
  sought: Sought,
  at: Date,
) =>
  db
    .selectFrom(list)
    .where(within(db, list))
    .where('merchant_id', 'in', merchantIds)
    .where('is_active', '=', true)
    .where((or) => or.or([or('expires_at', 'is', null), or('expires_at', '>', at)]))
    .where((or) =>
      or.or(
        sought.map(({ kind, values }) =>
          or.and([or('kind', '=', kind), or('value', '=', sql<string>`any (${values}::text[])`)]),
        ),
      ),
    )

/** A list of a merchant's own: whether its operator has opened it, and whether there is anything on it. */
export interface OwnListState {
  readonly isOpened: boolean
  readonly hasEntries: boolean
}

export interface OwnLists extends Readonly<Record<'blacklist' | 'whitelist', OwnListState>> {
  /** The gravest that may follow from rules of its own; null: it has none. */
  readonly ownRules: ScreeningOutcome | null
  /** Whether it sees the numbers of its operator's rules. */
  readonly showsLimits: boolean
}

const noOwnLists: OwnLists = {
  ownRules: null,
  showsLimits: false,
  blacklist: { isOpened: false, hasEntries: false },
  whitelist: { isOpened: false, hasEntries: false },
}

/** The lists that a merchant has of its own, and what else its operator opens to it. */
export const readOwnLists = async (db: Db, merchantId: string): Promise<OwnLists> =>
  (await listOwnLists(db, [merchantId])).get(merchantId) ?? noOwnLists

/** The same of several merchants. */
export async function listOwnLists(
  db: Db,
  merchantIds: readonly string[],
): Promise<ReadonlyMap<string, OwnLists>> {
  const rows = await db
    .selectFrom('merchant as m')
    .leftJoin('merchant_screening as s', (join) =>
      join
        .onRef('s.tenant_id', '=', 'm.tenant_id')
        .onRef('s.merchant_id', '=', 'm.id')
        .on('s.is_active', '=', true),
    )
    .select(['m.id', 's.may_block', 's.may_trust', 's.own_rules', 's.limits'])
    .select([
      hasOwnEntries(db, 'merchant_blacklist_entry').as('blocked'),
      hasOwnEntries(db, 'merchant_whitelist_entry').as('trusted'),
    ])
    .where(within(db, 'm', 'id'))
    .where('m.id', 'in', merchantIds)
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ownRules: row.own_rules as ScreeningOutcome | null,
        showsLimits: row.limits === 'shown',
        blacklist: { isOpened: row.may_block === true, hasEntries: row.blocked },
        whitelist: { isOpened: row.may_trust === true, hasEntries: row.trusted },
      },
    ]),
  )
}

/** Of the merchant `m`. */
const hasOwnEntries = (db: Db, list: OwnList) =>
  sql<boolean>`exists (
    select from ${sql.table(list)} as e
    where ${within(db, 'e')} and e.tenant_id = m.tenant_id and e.merchant_id = m.id and e.is_active)`

const listed = (db: Db, list: 'blacklist_entry' | 'whitelist_entry', sought: Sought, at: Date) =>
  db
    .selectFrom(list)
    .where(within(db, list, null))
    .where('is_active', '=', true)
    .where((or) => or.or([or('expires_at', 'is', null), or('expires_at', '>', at)]))
    .where((or) =>
      or.or(
        sought.map(({ kind, values }) =>
          or.and([or('kind', '=', kind), or('value', '=', sql<string>`any (${values}::text[])`)]),
        ),
      ),
    )

export async function hasEntries(
  db: Db,
  list: 'blacklist_entry' | 'whitelist_entry',
): Promise<boolean> {
  const row = await db
    .selectFrom(list)
    .select('id')
    .where(within(db, list, null))
    .where('is_active', '=', true)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
