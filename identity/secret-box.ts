// Secrets that the provider has to read again, as those of authenticator apps: sealed in the database, with a key that is
// not in it. Who gets hold of a copy of the tables can make no codes with them.
import {
  isSealed,
  type SecretBox,
  sealMark,
  secretBox,
} from '@counterfoil/kit/database/secret-box.ts'
import { secretsKeyFor } from '@counterfoil/kit/server/secrets-key.ts'
import type { Settings } from '@counterfoil/kit/server/settings.ts'
import type { Pool } from 'pg'

export const openSecretBox = (settings: Settings): SecretBox =>
  secretBox(secretsKeyFor('one-time-code secrets', settings))

interface Stored {
  readonly user_id: string
  readonly totp_secret: string | null
  readonly totp_pending: string | null
}

/** Seals what was stored before there was a box, and sees that what is sealed opens with this key. */
export async function sealStored(pool: Pool, box: SecretBox): Promise<void> {
  const { rows } = await pool.query<Stored>(
    `select user_id, totp_secret, totp_pending from identity.account
     where totp_secret not like $1 or totp_pending not like $1`,
    [`${sealMark}%`],
  )
  const sealed = (plain: string | null, owner: string) =>
    plain === null || isSealed(plain) ? plain : box.seal(plain, owner)
  for (const { user_id, totp_secret, totp_pending } of rows) {
    await pool.query(
      `update identity.account set totp_secret = $2, totp_pending = $3
       where user_id = $1 and totp_secret is not distinct from $4 and totp_pending is not distinct from $5`,
      [
        user_id,
        sealed(totp_secret, user_id),
        sealed(totp_pending, user_id),
        totp_secret,
        totp_pending,
      ],
    )
  }
  const sample = await pool.query<{ user_id: string; totp_secret: string }>(
    'select user_id, totp_secret from identity.account where totp_secret like $1 limit 1',
    [`${sealMark}%`],
  )
  const [one] = sample.rows
  if (one === undefined) return
  try {
    box.open(one.totp_secret, one.user_id)
  } catch (cause) {
    throw new Error(
      'The secrets of authenticator apps were sealed with another key. Set SECRETS_KEY to it, or bring back secrets.key in DATA_DIR.',
      { cause },
    )
  }
}
