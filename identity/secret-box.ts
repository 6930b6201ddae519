// Secrets that the provider has to read again, as those of authenticator apps: sealed in the database, with a key that is
// not in it. Who gets hold of a copy of the tables can make no codes with them.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '@counterfoil/kit/server/settings.ts'
import type { Pool } from 'pg'

export interface SecretBox {
  /** `owner` is whose it is: sealed for one, it opens for no other. */
  seal(plain: string, owner: string): string
  open(sealed: string, owner: string): string
}

const mark = 'v1.'
const algorithm = 'aes-256-gcm'
const [ivBytes, tagBytes] = [12, 16]

/** AES-256 in GCM: what was changed, or belongs to somebody else, does not open. */
export function secretBox(key: Buffer): SecretBox {
  return {
    seal(plain, owner) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(owner))
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return mark + Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
    },
    open(sealed, owner) {
      if (!isSealed(sealed)) throw new Error('The secret is not sealed')
      const bytes = Buffer.from(sealed.slice(mark.length), 'base64url')
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      })
      decipher.setAAD(Buffer.from(owner))
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      const text = decipher.update(bytes.subarray(ivBytes + tagBytes))
      return Buffer.concat([text, decipher.final()]).toString('utf8')
    },
  }
}

export const isSealed = (stored: string): boolean => stored.startsWith(mark)

/** With `SECRETS_KEY`, which all processes share; without, with a key that is made once in the data folder. */
export function openSecretBox({ secretsKey, dataDir }: Settings): SecretBox {
  const secret = secretsKey ?? keyInFolder(dataDir)
  return secretBox(Buffer.from(hkdfSync('sha256', secret, '', 'one-time-code secrets', 32)))
}

function keyInFolder(folder: string): string {
  const path = join(folder, 'secrets.key')
  mkdirSync(folder, { recursive: true })
  const part = `${path}.${process.pid}.part`
  writeFileSync(part, randomBytes(32).toString('base64url'), { mode: 0o600 })
  try {
    // whole or not at all; whoever was first has made it
    linkSync(part, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(part, { force: true })
  }
  return readFileSync(path, 'utf8')
}

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
    [`${mark}%`],
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
    [`${mark}%`],
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
