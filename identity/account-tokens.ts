// The links of mails that let somebody set a password. The portal makes them; here they are found and used up.
import { hash } from 'node:crypto'
import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import type { Pool, PoolClient } from 'pg'
import { isElsewhereOnly } from './federation/closed-local.ts'

export type TokenPurpose = 'invitation' | 'password_reset'

export interface AccountToken {
  readonly tokenHash: string
  readonly userId: string
  readonly tenantId: string
  readonly email: string
  readonly userType: Audience
  readonly firstName: string
  readonly lastName: string
}

const columns = `token_hash as "tokenHash", user_id as "userId", tenant_id as "tenantId", email,
  user_type as "userType", first_name as "firstName", last_name as "lastName"`

/** Links to set a password stand still while the organisation has closed sign-in by password. */
const isGood = `token_hash = $1 and purpose = $2 and used_at is null and expires_at > now()
  and not ${isElsewhereOnly('k')}`

/** A token that is good still; undefined for one that is forged, expired or used. */
export async function findToken(
  pool: Pool,
  purpose: TokenPurpose,
  token: string,
): Promise<AccountToken | undefined> {
  const { rows } = await pool.query<AccountToken>(
    `select ${columns} from app.account_token k where ${isGood}`,
    [hash('sha256', token), purpose],
  )
  return rows[0]
}

/** Uses it up, and every other of its user with it; false when another request was faster. */
export async function useToken(
  client: PoolClient,
  purpose: TokenPurpose,
  token: AccountToken,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update app.account_token k set used_at = now() where ${isGood}`,
    [token.tokenHash, purpose],
  )
  if (rowCount !== 1) return false
  await client.query(
    'update app.account_token set used_at = now() where user_id = $1 and used_at is null',
    [token.userId],
  )
  return true
}
