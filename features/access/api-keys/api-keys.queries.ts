import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within, withinPayments } from '@counterfoil/kit/database/within.ts'

export interface NewApiKey {
  readonly id: string
  readonly merchantId: string
  readonly name: string
  readonly mode: Mode
  readonly scopes: readonly string[]
  readonly expiresAt: Date | null
  readonly prefix: string
  readonly hash: string
  readonly now: Date
}

/**
 * The directory finds the tenant; the key is then read in that tenant's scope, with its merchant, or with the named one if
 * it is the tenant's own key.
 */
export async function findKeyByHash(
  database: Database,
  hash: string,
  namedMerchantId: string | undefined,
) {
  const entry = await database.shared
    .selectFrom('api_key_directory')
    .select(['tenant_id', 'api_key_id', 'expires_at'])
    .where('key_hash', '=', hash)
    .executeTakeFirst()
  if (entry === undefined) return undefined
  const db = database.reader(tenantScope(entry.tenant_id))
  const found = await db
    .selectFrom('api_key')
    .leftJoin('merchant', (join) =>
      join
        .onRef('merchant.tenant_id', '=', 'api_key.tenant_id')
        .on('merchant.id', '=', (eb) =>
          eb.fn.coalesce('api_key.merchant_id', eb.val(namedMerchantId ?? null)),
        ),
    )
    .innerJoin('tenant', 'tenant.id', 'api_key.tenant_id')
    .select([
      'api_key.tenant_id',
      'api_key.id',
      'api_key.merchant_id as own_merchant_id',
      'merchant.id as merchant_id',
      'api_key.name',
      'api_key.mode',
      'api_key.scopes',
      'api_key.is_active',
      'api_key.expires_at',
      'merchant.legal_business_name',
      'merchant.processing_status',
      'tenant.is_active as tenant_is_active',
      'tenant.features_off',
    ])
    .where(within(db, 'api_key'))
    .where('api_key.id', '=', entry.api_key_id)
    .executeTakeFirst()
  return found && { ...found, replaced_at: entry.expires_at }
}

/** Whether a merchant has ever taken a payment in this mode. */
export async function hasPayments(
  database: Database,
  tenantId: string,
  merchantId: string,
  mode: number,
): Promise<boolean> {
  const db = database.reader(tenantScope(tenantId))
  const found = await db
    .selectFrom('payment')
    .select('id')
    .where(withinPayments(db, 'payment'))
    .where('merchant_id', '=', merchantId)
    .where('mode', '=', mode)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export type FoundKey = NonNullable<Awaited<ReturnType<typeof findKeyByHash>>>

export async function insertApiKey(db: Db, key: NewApiKey): Promise<void> {
  const tenantId = tenantOf(db)
  await db
    .insertInto('api_key')
    .values({
      tenant_id: tenantId,
      id: key.id,
      merchant_id: key.merchantId,
      name: key.name,
      mode: key.mode,
      scopes: [...key.scopes],
      prefix: key.prefix,
      expires_at: key.expiresAt,
      created_at: key.now,
    })
    .execute()
  await insertKeyHash(db, key.id, key.hash)
}

/** Adds a key's hash to the directory. */
export async function insertKeyHash(db: Db, id: string, hash: string): Promise<void> {
  await db
    .insertInto('api_key_directory')
    .values({ key_hash: hash, tenant_id: tenantOf(db), api_key_id: id })
    .execute()
}

/** The key's current hashes expire at this time; those that expire sooner stay. */
export async function expireKeyHashes(db: Db, id: string, at: Date): Promise<void> {
  await db
    .updateTable('api_key_directory')
    .set({ expires_at: at })
    .where('tenant_id', '=', tenantOf(db))
    .where('api_key_id', '=', id)
    .where((or) => or.or([or('expires_at', 'is', null), or('expires_at', '>', at)]))
    .execute()
}

export async function deleteKeyHashes(db: Db, id: string): Promise<void> {
  await db
    .deleteFrom('api_key_directory')
    .where('tenant_id', '=', tenantOf(db))
    .where('api_key_id', '=', id)
    .execute()
}

/** Locks the row until the transaction ends. */
export function lockApiKey(db: Db, id: string) {
  return db
    .selectFrom('api_key')
    .select(['id', 'merchant_id as merchantId', 'mode', 'scopes', 'last_used_at as lastUsedAt'])
    .where(within(db, 'api_key'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateApiKeyPrefix(
  db: Db,
  id: string,
  change: { readonly prefix: string; readonly previousUntil?: Date; readonly at: Date },
): Promise<void> {
  const { prefix, previousUntil, at } = change
  await db
    .updateTable('api_key')
    .set((row) => ({
      prefix,
      ...(previousUntil === undefined
        ? {}
        : { previous_until: previousUntil, updated_at: at, version: row('version', '+', 1) }),
    }))
    .where(within(db, 'api_key'))
    .where('id', '=', id)
    .execute()
}

export async function updateApiKeyLastUsed(
  database: Database,
  key: { readonly tenantId: string; readonly id: string },
  now: Date,
): Promise<void> {
  await database.transaction(tenantScope(key.tenantId), (db) =>
    db
      .updateTable('api_key')
      .set({ last_used_at: now })
      .where(within(db, 'api_key'))
      .where('id', '=', key.id)
      .execute(),
  )
}

/** Keys in use that end between two instants. */
export async function listExpiringKeys(db: Db, from: Date, until: Date) {
  const rows = await db
    .selectFrom('api_key')
    .select(['id', 'name', 'merchant_id as merchantId', 'mode', 'expires_at'])
    .where(within(db, 'api_key'))
    .where('is_active', '=', true)
    .where('expires_at', '>', from)
    .where('expires_at', '<=', until)
    .execute()
  return rows.flatMap(({ expires_at: expiresAt, ...key }) =>
    expiresAt === null ? [] : [{ ...key, expiresAt }],
  )
}
export type ExpiringKey = Awaited<ReturnType<typeof listExpiringKeys>>[number]
