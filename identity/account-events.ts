// What the portal is told: it alone keeps users, and it alone writes mails.
import type { Pool, PoolClient } from 'pg'
import { v7 } from 'uuid'
import type { Language } from './language.ts'

export type AccountEvent =
  | { readonly kind: 'signed_in' }
  | { readonly kind: 'locked'; readonly until: Date }
  | {
      readonly kind: 'profile_changed'
      readonly firstName: string
      readonly lastName: string
      readonly timeZone: string | null
    }
  | { readonly kind: 'password_reset_requested'; readonly language: Language }
  /** Told to its owner by mail, who may not have been the one. */
  | {
      readonly kind: 'security_changed'
      readonly what: 'password' | 'authenticator_added' | 'authenticator_removed' | 'recovery_codes'
      readonly language: Language
    }

export async function tellPortal(
  client: Pick<Pool | PoolClient, 'query'>,
  account: { readonly userId: string; readonly tenantId: string },
  { kind, ...details }: AccountEvent,
): Promise<void> {
  await client.query(
    `insert into app.account_event (id, tenant_id, user_id, kind, details, created_at)
     values ($1, $2, $3, $4, $5, now())`,
    [v7(), account.tenantId, account.userId, kind, JSON.stringify(details)],
  )
}

/** One transaction on the provider's own role. */
export async function inTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}
