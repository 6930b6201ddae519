import type { Db } from '@counterfoil/kit/database/database.ts'
import { firstIdAt, newId } from '@counterfoil/kit/database/ids.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within, withinAboutPayments, withinPayments } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'

type Values = Readonly<Record<string, unknown>>

const rules = (db: Db) =>
  db
    .selectFrom('antifraud_rule')
    .select(['id', 'tenant_id', 'effect', 'is_active', 'mode', 'rule', 'merchant_id', 'created_at'])
    .select(['leaving', 'leaving_by', 'leaving_by_name', 'leaving_at'])
    .where(within(db, 'antifraud_rule', null))

/** All of the tenant's rules that the caller may see. */
export const listRules = (db: Db) => rules(db).execute()

export const findRule = (db: Db, id: string) => rules(db).where('id', '=', id).executeTakeFirst()
export type RuleRow = NonNullable<Awaited<ReturnType<typeof findRule>>>

/** As it is now, locked until the transaction ends. */
export const lockRule = (db: Db, id: string) =>
  rules(db).where('id', '=', id).forUpdate().executeTakeFirst()

const versions = (db: Db, ruleId: string) =>
  db
    .selectFrom('antifraud_version')
    .selectAll()
    .where(within(db, 'antifraud_version', null))
    .where('rule_id', '=', ruleId)
    .orderBy('number', 'desc')

/** Of a rule, the newest first. */
export const listVersions = (db: Db, ruleId: string) => versions(db, ruleId).limit(100).execute()
export type VersionRow = Awaited<ReturnType<typeof listVersions>>[number]

export const findWaiting = (db: Db, ruleId: string): Promise<VersionRow | undefined> =>
  versions(db, ruleId).where('state', '=', 'waiting').executeTakeFirst()

export const findNumber = (db: Db, ruleId: string, number: number) =>
  versions(db, ruleId).where('number', '=', number).executeTakeFirst()

/** The rules of which a change waits. */
export const listWaiting = (db: Db) =>
  db
    .selectFrom('antifraud_version')
    .select('rule_id as ruleId')
    .where(within(db, 'antifraud_version', null))
    .where('state', '=', 'waiting')
    .execute()

interface Maker {
  readonly id: string
  readonly name: string
}

/** The next version of a rule that this transaction has locked, or has just made. */
export async function insertVersion(
  db: Db,
  ruleId: string,
  version: {
    readonly values: Values
    readonly state: 'draft' | 'waiting' | 'active'
    readonly by: Maker | null
  },
  at: Date,
): Promise<VersionRow> {
  const [last] = await versions(db, ruleId).limit(1).execute()
  const { values, state, by } = version
  const asked =
    state === 'waiting' ? { asked_by: by?.id, asked_by_name: by?.name, asked_at: at } : {}
  return db
    .insertInto('antifraud_version')
    .values({
      ...{ tenant_id: tenantOf(db), id: newId(at), rule_id: ruleId },
      ...{ number: (last?.number ?? 0) + 1, values: JSON.stringify(values), state },
      ...{ made_by: by?.id ?? null, made_by_name: by?.name ?? null, created_at: at },
      ...asked,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function updateVersionState(
  db: Db,
  id: string,
  change: {
    readonly state: 'draft' | 'waiting' | 'active' | 'past'
    readonly asked_by?: string | null
    readonly asked_by_name?: string | null
    readonly asked_at?: Date | null
    readonly activated_by_name?: string
    readonly activated_at?: Date
  },
): Promise<void> {
  await db
    .updateTable('antifraud_version')
    .set(change)
    .where(within(db, 'antifraud_version', null))
    .where('id', '=', id)
    .execute()
}

/** What was in force is past; what waited is a draft again. */
export async function updateVersionsEnded(
  db: Db,
  ruleId: string,
  of: { readonly was: 'active' | 'waiting'; readonly is: 'past' | 'draft' },
): Promise<void> {
  await db
    .updateTable('antifraud_version')
    .set({ state: of.is })
    .where(within(db, 'antifraud_version', null))
    .where('rule_id', '=', ruleId)
    .where('state', '=', of.was)
    .execute()
}

export async function updateEffect(db: Db, id: string, effect: 'live' | 'shadow', at: Date) {
  await db
    .updateTable('antifraud_rule')
    .set((row) => ({ effect, version: row('version', '+', 1), updated_at: at }))
    .where(within(db, 'antifraud_rule', null))
    .where('id', '=', id)
    .execute()
}

export interface Leaving {
  readonly to: 'shadow' | 'off'
  readonly by: Maker
  readonly at: Date
}

/** That a rule in force is to leave it; null: no longer. */
export async function updateLeaving(db: Db, id: string, leaving: Leaving | null): Promise<void> {
  await db
    .updateTable('antifraud_rule')
    .set({
      leaving: leaving?.to ?? null,
      leaving_by: leaving?.by.id ?? null,
      leaving_by_name: leaving?.by.name ?? null,
      leaving_at: leaving?.at ?? null,
    })
    .where(within(db, 'antifraud_rule', null))
    .where('id', '=', id)
    .execute()
}

export async function updateActivity(db: Db, id: string, isActive: boolean, at: Date) {
  await db
    .updateTable('antifraud_rule')
    .set((row) => ({ is_active: isActive, version: row('version', '+', 1), updated_at: at }))
    .where(within(db, 'antifraud_rule', null))
    .where('id', '=', id)
    .execute()
}

export interface MatchCount {
  readonly ruleId: string
  readonly effect: 'live' | 'shadow'
  readonly outcome: 'flag' | 'review' | 'block'
  readonly count: bigint
  readonly lastAt: Date
}

/**
 * How many payments of a mode each rule has found since a time. The payment is read by its key where its mode is not stored
 * with what was found, which was so until migration 0190.
 */
export async function countMatches(db: Db, since: Date, mode: number): Promise<MatchCount[]> {
  const { rows } = await sql<MatchCount>`
    select m.rule_id as "ruleId", m.effect, m.outcome, count(*) as count, max(m.created_at) as "lastAt"
    from antifraud_match as m
    where ${withinAboutPayments(db, 'm')} and m.id >= ${firstIdAt(since)}::uuid
      and coalesce(m.mode, (
        select p.mode from payment as p
        where ${withinPayments(db, 'p')} and p.tenant_id = m.tenant_id and p.id = m.payment_id
      )) = ${mode}::smallint
    group by 1, 2, 3`.execute(db)
  return rows
}
