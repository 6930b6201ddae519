import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'

/** Those whose sign-in still waits; what nobody waits for any more is decided no more. */
export function listOpenArrivals(db: Db, since: Date) {
  return db
    .selectFrom('federation_arrival')
    .selectAll()
    .where('decided_at', 'is', null)
    .where('created_at', '>', since)
    .orderBy('created_at')
    .limit(200)
    .execute()
}
export type ArrivalRow = Awaited<ReturnType<typeof listOpenArrivals>>[number]

/** Locks it; undefined: nobody waits for it any more, or another worker decides. */
export async function lockArrival(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('federation_arrival')
    .select('id')
    .where('id', '=', id)
    .where('decided_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row !== undefined
}

export async function updateDecided(
  db: Db,
  id: string,
  decision: { readonly account: object | null; readonly refusal: string | null; readonly at: Date },
): Promise<void> {
  await db
    .updateTable('federation_arrival')
    .set({
      account: decision.account === null ? null : JSON.stringify(decision.account),
      refusal: decision.refusal,
      decided_at: decision.at,
    })
    .where('id', '=', id)
    .execute()
}

export async function deleteOldArrivals(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('federation_arrival').where('created_at', '<', before).execute()
}

/** Why providers failed, oldest first. */
export function listFailures(db: Db) {
  return db.selectFrom('federation_failure').selectAll().orderBy('created_at').limit(200).execute()
}

export type FailureRow = Awaited<ReturnType<typeof listFailures>>[number]

/** False: another worker has taken it. */
export async function takeFailure(db: Db, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom('federation_failure')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function isOwnDomain(db: Db, providerId: string, domain: string): Promise<boolean> {
  const row = await db
    .selectFrom('email_domain')
    .select('domain')
    .where('provider_id', '=', providerId)
    .where('tenant_id', '=', tenantOf(db))
    .where('domain', '=', domain)
    .where('proven_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

export async function findLinkedUser(db: Db, providerId: string, subject: string) {
  const row = await db
    .selectFrom('federated_subject')
    .select('user_id')
    .where(within(db, 'federated_subject', null))
    .where('provider_id', '=', providerId)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.user_id
}

export async function hasSubject(db: Db, providerId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('federated_subject')
    .select('subject')
    .where(within(db, 'federated_subject', null))
    .where('provider_id', '=', providerId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** Also of a subject whose user has been removed since. */
export async function insertSubject(
  db: Db,
  row: {
    readonly providerId: string
    readonly subject: string
    readonly userId: string
    readonly at: Date
  },
): Promise<void> {
  await db
    .insertInto('federated_subject')
    .values({
      tenant_id: tenantOf(db),
      provider_id: row.providerId,
      subject: row.subject,
      user_id: row.userId,
      created_at: row.at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'provider_id', 'subject'])
        .doUpdateSet({ user_id: row.userId }),
    )
    .execute()
}

export function listGroups(db: Db, providerId: string) {
  return db
    .selectFrom('identity_provider_group')
    .select(['name', 'role_id as roleId'])
    .where(within(db, 'identity_provider_group', null))
    .where('provider_id', '=', providerId)
    .where('is_active', '=', true)
    .orderBy('sort_order')
    .execute()
}

/** What operators of this organisation are. */
export async function operatorType(db: Db): Promise<'platform' | 'tenant'> {
  const row = await db
    .selectFrom('tenant')
    .select('is_platform')
    .where('id', '=', tenantOf(db))
    .executeTakeFirst()
  return row?.is_platform === true ? 'platform' : 'tenant'
}

/** An invitation is taken up by signing in, too. */
export async function useInvitations(db: Db, userId: string, at: Date): Promise<void> {
  await db
    .updateTable('account_token')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('tenant_id', '=', tenantOf(db))
    .where('used_at', 'is', null)
    .execute()
}

export async function insertMerchantLimits(
  db: Db,
  userId: string,
  merchantIds: readonly string[],
): Promise<void> {
  if (merchantIds.length === 0) return
  const rows = merchantIds.map((merchant_id) => ({
    tenant_id: tenantOf(db),
    user_id: userId,
    merchant_id,
  }))
  await db.insertInto('user_merchant_limit').values(rows).execute()
}
