import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'

/** Sealed. */
export interface StoredSecrets {
  readonly secret: string
  /** Those before it, the newest first: who replaces a secret twice may still check with the first. */
  readonly previousSecret: string | null
  /** Until then they sign, too. */
  readonly previousUntil: Date | null
}

export interface EndpointRow extends StoredSecrets {
  readonly id: string
  readonly tenantId: string
  readonly merchantId: string
  readonly mode: number
  readonly eventTypes: readonly string[]
  readonly isActive: boolean
  readonly pausedAt: Date | null
}

/** Locked until the end of the transaction, but not for payments that refer to it. */
export function lockEndpoint(db: Db, id: string): Promise<EndpointRow | undefined> {
  return db
    .selectFrom('webhook_endpoint')
    .select([
      'id',
      'tenant_id as tenantId',
      'merchant_id as merchantId',
      'mode',
      'event_types as eventTypes',
      'secret',
      'previous_secret as previousSecret',
      'previous_until as previousUntil',
      'is_active as isActive',
      'paused_at as pausedAt',
    ])
    .where(within(db, 'webhook_endpoint'))
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The current secret becomes a previous one. */
export async function updateSecretRotation(
  db: Db,
  id: string,
  next: StoredSecrets & { readonly at: Date },
): Promise<void> {
  await db
    .updateTable('webhook_endpoint')
    .set((row) => ({
      secret: next.secret,
      previous_secret: next.previousSecret,
      previous_until: next.previousUntil,
      version: row('version', '+', 1),
      updated_at: next.at,
    }))
    .where(within(db, 'webhook_endpoint'))
    .where('id', '=', id)
    .execute()
}

/** The previous secret signs no more. */
export async function updatePreviousSecretEnded(db: Db, id: string, at: Date): Promise<void> {
  await db
    .updateTable('webhook_endpoint')
    .set((row) => ({
      ...{ previous_secret: null, previous_until: null, updated_at: at },
      version: row('version', '+', 1),
    }))
    .where(within(db, 'webhook_endpoint'))
    .where('id', '=', id)
    .execute()
}

/** Removes the reason when a user enables the endpoint again. */
export async function updateDisabledReason(db: Db, id: string): Promise<void> {
  await db
    .updateTable('webhook_endpoint')
    .set({ disabled_reason: null })
    .where(within(db, 'webhook_endpoint'))
    .where('id', '=', id)
    .execute()
}
