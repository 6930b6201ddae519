// A one-time code of somebody who is signed in already and confirms a single action in the portal.

import type { SecretBox } from '@counterfoil/kit/database/secret-box.ts'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Origin } from './account-events.ts'
import { permanentSecret } from './accounts.ts'
import { verifyCode } from './one-time-codes.ts'
import { countTry, remember } from './sign-in.ts'

export type ConfirmOutcome = 'confirmed' | 'wrong' | 'locked' | 'not_enrolled'

/**
 * Takes the code: it counts once, here or at a sign-in. Wrong ones are counted with those at sign-ins and lock the
 * account.
 */
export async function confirmCode(
  { pool, log, box }: { pool: Pool; log: Logger; box: SecretBox },
  tried: Origin & { readonly userId: string; readonly code: string },
): Promise<ConfirmOutcome> {
  if (!(await isEnrolled(pool, tried.userId))) return 'not_enrolled'
  const account = await countTry(pool, 'code', 'user_id', tried.userId)
  if (account === undefined || account.totp_secret === null) return 'not_enrolled'
  const { user_id: userId, totp_secret: sealed } = account
  const isRight =
    account.is_open &&
    (await verifyCode(
      pool,
      { userId, totpSecret: box.open(sealed, userId) },
      tried.code,
      new Date(),
    ))
  const outcome = !account.is_open ? 'locked' : isRight ? 'confirmed' : 'wrong_code'
  await remember(pool, account, { ...tried, isConfirming: true }, 'code', outcome)
  log.info({ outcome, userId, ip: tried.ip }, 'an action confirmed with a code')
  return outcome === 'wrong_code' ? 'wrong' : outcome
}

/** Who has no app cannot be wrong, and is not locked for it. */
async function isEnrolled(pool: Pool, userId: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from identity.account a left join app.user_directory d using (user_id)
     where user_id = $1 and ${permanentSecret} is not null`,
    [userId],
  )
  return rowCount === 1
}
