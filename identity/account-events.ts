// What the portal is told: it alone keeps users, and it alone writes mails.
import type { Pool, PoolClient } from 'pg'
import { v7 } from 'uuid'
import type { Language } from './language.ts'

/** Where a request came from. */
export interface Origin {
  readonly ip: string
  /** The address is that of everybody behind a proxy that the settings do not name: nothing is limited by it. */
  readonly isShared?: boolean
  readonly userAgent: string | undefined
  readonly requestId: string
}

export const refusalReasons = [
  'wrong_password',
  'wrong_code',
  'locked',
  'inactive',
  'elsewhere_only',
] as const

interface Profile {
  readonly firstName: string
  readonly lastName: string
  readonly timeZone: string | null
}

export type AccountEvent =
  | { readonly kind: 'signed_in' }
  /** At another provider of the tenant. */
  | { readonly kind: 'signed_in_elsewhere'; readonly provider: string }
  /** Somebody who is signed in and confirms an action is refused that, not the sign-in. */
  | {
      readonly kind: 'sign_in_refused' | 'confirmation_refused'
      readonly reason: (typeof refusalReasons)[number]
    }
  | { readonly kind: 'locked'; readonly until: Date }
  /** By themselves: here, of one session elsewhere, or of all. */
  | { readonly kind: 'signed_out'; readonly where: 'here' | 'elsewhere' | 'everywhere' }
  | ({ readonly kind: 'profile_changed' } & Profile)
  /** The invitation was taken up; `language`: that of its page, where it was not the tenant's. */
  | ({ readonly kind: 'registered'; readonly language: Language | null } & Profile)
  | { readonly kind: 'password_reset_requested'; readonly language: Language }
  /** Told to its owner by mail, who may not have been the one. */
  | {
      readonly kind: 'security_changed'
      readonly what: SecurityChange
      readonly language: Language
    }

export type SecurityChange =
  | 'password'
  | 'authenticator_added'
  | 'authenticator_removed'
  | 'recovery_codes'
  /** At sign-in, of whoever has an authenticator app. */
  | 'code_asked'
  | 'code_not_asked'

/** In the transaction of what happened, where that changes something: it becomes an entry of the audit trail. */
export async function recordAccountEvent(
  client: Pick<Pool | PoolClient, 'query'>,
  account: { readonly userId: string; readonly tenantId: string },
  { ip, requestId, userAgent }: Pick<Origin, 'ip' | 'requestId' | 'userAgent'>,
  { kind, ...details }: AccountEvent,
): Promise<void> {
  const event = { ...details, ip, requestId, userAgent: userAgent?.slice(0, 500) }
  await client.query(
    `insert into app.account_event (id, tenant_id, user_id, kind, details, created_at)
     values ($1, $2, $3, $4, $5, now())`,
    [v7(), account.tenantId, account.userId, kind, JSON.stringify(event)],
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
