// Links in e-mails that let a user set a password. Only their hashes are stored.

import { hash, randomBytes } from 'node:crypto'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { type NewToken, replaceAccountToken } from './accounts.queries.ts'
import { invitationDays, resetMinutes } from './users.rules.ts'

const lifetimesMs = {
  invitation: invitationDays * dayMs,
  password_reset: resetMinutes * 60_000,
}
const pages = { invitation: 'Register', password_reset: 'ResetPassword' }

/** The token has 256 random bits, so a plain hash protects it. */
export async function createAccountLink(
  db: Db,
  link: Pick<NewToken, 'purpose' | 'user'> & { identityUrl: string; now: Date },
): Promise<{ url: string; expiresAt: Date }> {
  const { purpose, user, identityUrl, now } = link
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + lifetimesMs[purpose])
  await replaceAccountToken(db, { hash: hash('sha256', token), purpose, user, at: now, expiresAt })
  return { url: `${identityUrl}/Identity/Account/${pages[purpose]}?token=${token}`, expiresAt }
}
