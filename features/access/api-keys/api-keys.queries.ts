import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'

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

/** The directory finds the tenant; the key itself is then read as that tenant's. */
export async function findKeyByHash(database: Database, hash: string) {
  const entry = await database.shared
    .selectFrom('api_key_directory')
    .select(['tenant_id', 'api_key_id'])
    .where('key_hash', '=', hash)
    .executeTakeFirst()
  if (entry === undefined) return undefined
  const db = database.reader(tenantScope(entry.tenant_id))
  return db
    .selectFrom('api_key')
    .innerJoin('merchant', (join) =>
      join
        .onRef('merchant.tenant_id', '=', 'api_key.tenant_id')
        .onRef('merchant.id', '=', 'api_key.merchant_id'),
    )
    .innerJoin('tenant', 'tenant.id', 'api_key.tenant_id')
    .select([
      'api_key.tenant_id',
      'api_key.id',
      'api_key.merchant_id',
      'api_key.name',
      'api_key.mode',
      'api_key.scopes',
      'api_key.is_active',
      'api_key.expires_at',
      'merchant.legal_business_name',
      'merchant.processing_status',
      'tenant.is_active as tenant_is_active',
    ])
    .where(within(db, 'api_key'))
    .where('api_key.id', '=', entry.api_key_id)
    .executeTakeFirst()
}

export type FoundKey = NonNullable<Awaited<ReturnType<typeof findKeyByHash>>>

export async function storeApiKey(db: Db, key: NewApiKey): Promise<void> {
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
  await db
    .insertInto('api_key_directory')
    .values({ key_hash: key.hash, tenant_id: tenantId, api_key_id: key.id })
    .execute()
}

export async function touchApiKey(
  database: Database,
  key: { readonly tenantId: string; readonly id: string },
  now: Date,
): Promise<void> {
  const db = database.reader(tenantScope(key.tenantId))
  await db
    .updateTable('api_key')
    .set({ last_used_at: now })
    .where(within(db, 'api_key'))
    .where('id', '=', key.id)
    .execute()
}
