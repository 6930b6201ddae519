import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'
import type { LimitKind } from './users.rules.ts'

interface Named {
  readonly id: string
  readonly name: string
}

const limitQueries = {
  merchants: (db: Db, userId: string) => sql<Named>`
    select l.merchant_id::text as id, m.legal_business_name as name
    from user_merchant_limit as l
    join merchant as m on m.tenant_id = l.tenant_id and m.id = l.merchant_id
    where ${within(db, 'l')} and l.user_id = ${userId}::uuid order by name, id`,
  paymentMethods: (db: Db, userId: string) => sql<Named>`
    select l.method as id, p.name from user_method_limit as l join payment_method as p on p.code = l.method
    where ${within(db, 'l', null)} and l.user_id = ${userId}::uuid order by p.name`,
  serviceProviders: (db: Db, userId: string) => sql<Named>`
    select l.provider as id, p.name from user_provider_limit as l join service_provider as p on p.code = l.provider
    where ${within(db, 'l', null)} and l.user_id = ${userId}::uuid order by p.name`,
}

export async function listUserLimit(db: Db, kind: LimitKind, userId: string): Promise<Named[]> {
  return (await limitQueries[kind](db, userId).execute(db)).rows
}

/** Those of these ids that exist within the scope of `db`. */
export async function listExistingIds(
  db: Db,
  kind: LimitKind,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const found =
    kind === 'merchants'
      ? await db
          .selectFrom('merchant')
          .select(sql<string>`id::text`.as('id'))
          .where(within(db, 'merchant', 'id'))
          .where(sql<boolean>`id::text = any (${ids as string[]}::text[])`)
          .execute()
      : await db
          .selectFrom(kind === 'paymentMethods' ? 'payment_method' : 'service_provider')
          .select('code as id')
          .where('code', 'in', [...ids])
          .execute()
  return new Set(found.map((one) => one.id))
}

export async function replaceUserLimit(
  db: Db,
  kind: LimitKind,
  userId: string,
  ids: readonly string[],
): Promise<void> {
  const keys = { tenant_id: tenantOf(db), user_id: userId }
  if (kind === 'merchants') {
    await db
      .deleteFrom('user_merchant_limit')
      .where(within(db, 'user_merchant_limit'))
      .where('user_id', '=', userId)
      .execute()
    if (ids.length === 0) return
    const rows = ids.map((merchant_id) => ({ ...keys, merchant_id }))
    await db.insertInto('user_merchant_limit').values(rows).execute()
  } else if (kind === 'paymentMethods') {
    await db
      .deleteFrom('user_method_limit')
      .where(within(db, 'user_method_limit', null))
      .where('user_id', '=', userId)
      .execute()
    if (ids.length === 0) return
    const rows = ids.map((method) => ({ ...keys, method }))
    await db.insertInto('user_method_limit').values(rows).execute()
  } else {
    await db
      .deleteFrom('user_provider_limit')
      .where(within(db, 'user_provider_limit', null))
      .where('user_id', '=', userId)
      .execute()
    if (ids.length === 0) return
    const rows = ids.map((provider) => ({ ...keys, provider }))
    await db.insertInto('user_provider_limit').values(rows).execute()
  }
}

/** Increments the version of the user's permissions and limits; false when another change was first. */
export async function updateRightsVersion(
  db: Db,
  userId: string,
  version: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('app_user')
    .set((eb) => ({ rights_version: eb('rights_version', '+', 1) }))
    .where(within(db, 'app_user'))
    .where('id', '=', userId)
    .where('rights_version', '=', version)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function updateOwnPermissions(
  db: Db,
  userId: string,
  input: { permissions: readonly string[]; scaRequiredPermissions: readonly string[] },
): Promise<void> {
  await db
    .updateTable('app_user')
    .set({
      own_permissions: [...input.permissions],
      own_sca_required_permissions: [...input.scaRequiredPermissions],
    })
    .where(within(db, 'app_user'))
    .where('id', '=', userId)
    .execute()
}
