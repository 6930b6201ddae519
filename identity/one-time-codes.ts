// Codes of authenticator apps (RFC 6238), and the recovery codes for whoever lost the app.
import { hash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Pool, PoolClient } from 'pg'
import qrcode from 'qrcode'

type Client = Pick<Pool | PoolClient, 'query'>

const periodS = 30
/** Clocks may differ by one code either way. */
const stepsOff = 1
const recoveryCodes = 10
/** 80 bits each: nobody guesses them, so a plain hash keeps them. */
const recoveryBytes = 10

export const newSecret = (): string => new Secret({ size: 20 }).base32

const totpOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret), period: periodS, digits: 6 })

/** The number of the 30 seconds that the code belongs to; undefined for a code of another time or secret. */
export function stepOfCode(secret: string, typed: string, now: Date): number | undefined {
  const token = typed.replace(/\D/g, '')
  if (token.length !== 6) return undefined
  const timestamp = now.getTime()
  const delta = totpOf(secret).validate({ token, timestamp, window: stepsOff })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / periodS) + delta
}

/** For tests and the demo: what an app would show. */
export const codeAt = (secret: string, now: Date): string =>
  totpOf(secret).generate({ timestamp: now.getTime() })

/** What an app scans, as SVG. */
export async function qrOf(secret: string, issuer: string, email: string): Promise<string> {
  const totp = new TOTP({ issuer, label: email, secret: Secret.fromBase32(secret) })
  return qrcode.toString(totp.toString(), { type: 'svg', margin: 2, errorCorrectionLevel: 'M' })
}

/** Takes the app's code or a recovery code; each counts once. */
export async function verifyCode(
  client: Client,
  account: { readonly userId: string; readonly totpSecret: string },
  typed: string,
  now: Date,
): Promise<boolean> {
  const step = stepOfCode(account.totpSecret, typed, now)
  if (step !== undefined) {
    const { rowCount } = await client.query(
      `update identity.account set totp_last_step = $2
       where user_id = $1 and (totp_last_step is null or totp_last_step < $2)`,
      [account.userId, step],
    )
    return rowCount === 1
  }
  const { rowCount } = await client.query(
    `update identity.recovery_code set used_at = now()
     where user_id = $1 and code_hash = $2 and used_at is null`,
    [account.userId, hashOfRecovery(typed)],
  )
  return rowCount === 1
}

/** Ten fresh ones; those from before are worth nothing any more. */
export async function renewRecoveryCodes(client: Client, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, newRecoveryCode)
  await client.query('delete from identity.recovery_code where user_id = $1', [userId])
  await client.query(
    `insert into identity.recovery_code (user_id, code_hash)
     select $1, unnest($2::text[])`,
    [userId, codes.map(hashOfRecovery)],
  )
  return codes
}

function newRecoveryCode(): string {
  const letters = new Secret({ buffer: new Uint8Array(randomBytes(recoveryBytes)).buffer }).base32
  return (letters.match(/.{4}/g) ?? []).join('-')
}

const hashOfRecovery = (typed: string) =>
  hash('sha256', typed.toUpperCase().replace(/[^A-Z2-7]/g, ''))
