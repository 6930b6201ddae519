import type { RuleSet } from '@counterfoil/features/routing/rule-sets/rule-sets.schema.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'

const versions = (db: Db) =>
  db.selectFrom('routing_version').selectAll().where(within(db, 'routing_version'))

/** Of a merchant and mode, the newest first. */
export function listVersions(db: Db, merchantId: string, mode: number) {
  return versions(db)
    .where('merchant_id', '=', merchantId)
    .where('mode', '=', mode)
    .orderBy('number', 'desc')
    .limit(200)
    .execute()
}

export function findVersion(db: Db, id: string) {
  return versions(db).where('id', '=', id).executeTakeFirst()
}
export type VersionRow = NonNullable<Awaited<ReturnType<typeof findVersion>>>

/** As it is now, locked until the transaction ends. */
export function lockVersion(db: Db, id: string): Promise<VersionRow | undefined> {
  return versions(db).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** What was in force before a version: what its changes are compared with where it is itself in force. */
export function findActiveBefore(db: Db, row: VersionRow): Promise<VersionRow | undefined> {
  return versions(db)
    .where('merchant_id', '=', row.merchant_id)
    .where('mode', '=', row.mode)
    .where('state', 'in', row.state === 'active' ? ['past'] : ['active'])
    .orderBy('activated_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

interface Maker {
  readonly id: string
  readonly name: string
  readonly userType: string
}

/** Locks the merchant until the transaction ends, so that what counts for all its versions changes one after the other. */
export async function lockMerchant(db: Db, merchantId: string): Promise<void> {
  await db
    .selectFrom('merchant')
    .select('id')
    .where(within(db, 'merchant', 'id'))
    .where('id', '=', merchantId)
    .forNoKeyUpdate()
    .execute()
}

/** A new draft, numbered after the merchant's last. */
export async function insertVersion(
  db: Db,
  of: { readonly merchantId: string; readonly mode: number },
  draft: { readonly note: string; readonly set: RuleSet },
  by: Maker,
  at: Date,
): Promise<VersionRow> {
  await lockMerchant(db, of.merchantId)
  const { last } = await db
    .selectFrom('routing_version')
    .select((eb) => eb.fn.max('number').as('last'))
    .where(within(db, 'routing_version'))
    .where('merchant_id', '=', of.merchantId)
    .where('mode', '=', of.mode)
    .executeTakeFirstOrThrow()
  return db
    .insertInto('routing_version')
    .values({
      tenant_id: tenantOf(db),
      id: newId(at),
      merchant_id: of.merchantId,
      mode: of.mode,
      number: Number(last ?? 0) + 1,
      note: draft.note,
      state: 'draft',
      rules: JSON.stringify(draft.set),
      made_by: by.id,
      made_by_name: by.name,
      is_of_merchant: by.userType === 'merchant',
      created_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

type Change = Partial<
  Pick<
    VersionRow,
    | 'note'
    | 'state'
    | 'made_by'
    | 'made_by_name'
    | 'asked_by'
    | 'asked_by_name'
    | 'asked_at'
    | 'activated_by'
    | 'activated_by_name'
    | 'activated_at'
  > & { readonly rules: string }
>

export async function updateVersionRow(
  db: Db,
  id: string,
  change: Change,
  at: Date,
): Promise<void> {
  await db
    .updateTable('routing_version')
    .set((row) => ({ ...change, version: row('version', '+', 1), updated_at: at }))
    .where(within(db, 'routing_version'))
    .where('id', '=', id)
    .execute()
}

export async function deleteVersionRow(db: Db, id: string): Promise<void> {
  await db
    .deleteFrom('routing_version')
    .where(within(db, 'routing_version'))
    .where('id', '=', id)
    .execute()
}

/** What was in force is past: before another version takes its place. */
export async function updateActiveVersionEnded(
  db: Db,
  of: { readonly merchantId: string; readonly mode: number },
  at: Date,
): Promise<void> {
  await db
    .updateTable('routing_version')
    .set((row) => ({ state: 'past', version: row('version', '+', 1), updated_at: at }))
    .where(within(db, 'routing_version'))
    .where('merchant_id', '=', of.merchantId)
    .where('mode', '=', of.mode)
    .where('state', '=', 'active')
    .execute()
}

/** Versions in force or waiting that name a MID, the one in force first. */
export function listNaming(db: Db, midId: string): Promise<VersionRow[]> {
  return versions(db)
    .where('state', 'in', ['active', 'waiting'])
    .where(sql<boolean>`rules::text like ${`%"${midId}"%`}`)
    .orderBy('state')
    .execute()
}

export interface DeadNamed {
  readonly id: string
  readonly merchantId: string
  readonly number: number
  readonly mode: number
  readonly because: 'over' | 'provider_off'
  readonly midIds: readonly string[]
  readonly midCodes: readonly string[]
}

/** Versions in force that name MIDs which take no payment any more though they are switched on, one row for each reason. */
export async function listDeadNamed(
  db: Db,
  { providersOff, now }: { readonly providersOff: readonly string[]; readonly now: Date },
): Promise<DeadNamed[]> {
  const { rows } = await sql<DeadNamed>`
    select v.id, v.merchant_id as "merchantId", v.number, v.mode, dead.because,
      array_agg(m.id::text order by m.mid_code) as "midIds",
      array_agg(m.mid_code order by m.mid_code) as "midCodes"
    from routing_version v
    join mid m on m.tenant_id = v.tenant_id and m.merchant_id = v.merchant_id and m.mode = v.mode
    cross join lateral (select case
      when m.active_until <= ${now} then 'over'
      when m.provider = any (${[...providersOff]}::text[]) then 'provider_off' end as because) as dead
    where ${within(db, 'v')} and v.state = 'active' and m.is_active and dead.because is not null
      and v.rules::text like '%"' || m.id || '"%'
    group by v.tenant_id, v.id, dead.because`.execute(db)
  return rows
}

/** The merchant with its tenant; undefined if the caller does not see it. */
export function findMerchant(db: Db, id: string) {
  return db
    .selectFrom('merchant as m')
    .innerJoin('tenant as t', 't.id', 'm.tenant_id')
    .select(['m.id', 'm.tenant_id as tenantId', 'm.legal_business_name as name'])
    .select('m.home_currency as currency')
    .select('t.time_zone as timeZone')
    .where(within(db, 'm', 'id'))
    .where('m.id', '=', id)
    .executeTakeFirst()
}
export type RoutedMerchant = NonNullable<Awaited<ReturnType<typeof findMerchant>>>

export function findOpening(db: Db, merchantId: string) {
  return db
    .selectFrom('routing_opening')
    .select(['may', 'confirmed_by', 'version'])
    .where(within(db, 'routing_opening'))
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
}

/** False: it was changed since this version (0: it was not there). */
export async function upsertOpening(
  db: Db,
  merchantId: string,
  opening: {
    readonly may: readonly string[]
    readonly confirmedBy: string
    readonly version: number
  },
  at: Date,
): Promise<boolean> {
  const values = { may: [...opening.may], confirmed_by: opening.confirmedBy, updated_at: at }
  const stored = await db
    .insertInto('routing_opening')
    .values({ tenant_id: tenantOf(db), merchant_id: merchantId, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'merchant_id'])
        .doUpdateSet((row) => ({ ...values, version: row('routing_opening.version', '+', 1) }))
        .where('routing_opening.version', '=', opening.version),
    )
    .returning('version')
    .executeTakeFirst()
  return stored !== undefined
}
