// Is this person who the form says? Counts every try before it is checked, so that many at once get no more tries than
// one after another.

import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { v7 } from 'uuid'
import { emailKey } from './accounts.ts'
import { demoPassword, maxPasswordLength, passwordMatches } from './passwords.ts'

export const maxWrongTries = 5
export const lockMinutes = 15
/** Failed tries from one address within `lockMinutes`, over all accounts. */
const maxFailuresPerAddress = 50

export interface SignInTry {
  readonly email: string
  readonly password: string
  readonly ip: string
  readonly userAgent: string | undefined
}

export type SignInOutcome =
  | { readonly kind: 'success'; readonly userId: string; readonly tenantId: string }
  /** Wrong password, unknown e-mail or locked: whoever tries learns no more than that. */
  | { readonly kind: 'refused' }
  /** The password was right, so the person may know. */
  | { readonly kind: 'inactive' }
  | { readonly kind: 'too_many' }

interface TriedAccount {
  readonly user_id: string
  readonly tenant_id: string
  readonly password_hash: string
  readonly is_active: boolean
  readonly is_open: boolean
}

export interface SignInServices {
  readonly pool: Pool
  readonly log: Logger
  /** Whether the demo's published password opens anything. */
  readonly isDemo: boolean
}

export async function signIn(services: SignInServices, tried: SignInTry): Promise<SignInOutcome> {
  const { pool, log } = services
  if (await hasTooManyFailures(pool, tried.ip)) {
    log.warn({ ip: tried.ip }, 'sign-in refused: too many failures from this address')
    return { kind: 'too_many' }
  }
  const account = await countTry(pool, tried.email)
  // always the same work, whatever is known of the account
  const isRight =
    (await passwordMatches(account?.password_hash, tried.password.slice(0, maxPasswordLength))) &&
    tried.password.length <= maxPasswordLength &&
    (services.isDemo || tried.password !== demoPassword)
  const outcome = outcomeOf(account, isRight)
  await remember(pool, account, tried, outcome)
  log.info({ outcome, userId: account?.user_id, ip: tried.ip }, 'sign-in')
  if (account === undefined) return { kind: 'refused' }
  if (outcome === 'success') {
    return { kind: 'success', userId: account.user_id, tenantId: account.tenant_id }
  }
  return { kind: outcome === 'inactive' ? 'inactive' : 'refused' }
}

type RecordedOutcome = 'success' | 'wrong_password' | 'unknown_email' | 'locked' | 'inactive'

function outcomeOf(account: TriedAccount | undefined, isRight: boolean): RecordedOutcome {
  if (account === undefined) return 'unknown_email'
  // also with the right password: otherwise a lock would not stop the guessing, only slow it
  if (!account.is_open) return 'locked'
  if (!isRight) return 'wrong_password'
  return account.is_active ? 'success' : 'inactive'
}

async function hasTooManyFailures(pool: Pool, ip: string): Promise<boolean> {
  const { rows } = await pool.query<{ failures: number }>(
    `select count(*)::int as failures from identity.sign_in
     where ip = $1 and created_at > now() - make_interval(mins => $2) and outcome <> 'success'`,
    [ip, lockMinutes],
  )
  return (rows[0]?.failures ?? 0) >= maxFailuresPerAddress
}

// Written out twice in one statement, because a concurrent try makes PostgreSQL compute it anew on the newest row.
const recentTries = `case when last_failed_at > now() - make_interval(mins => $3) then failed_attempts else 0 end`

/** Counts the try and, with the last one allowed, locks; `is_open` says whether this try still counts. */
async function countTry(pool: Pool, email: string): Promise<TriedAccount | undefined> {
  const { rows } = await pool.query<TriedAccount>(
    `with tried as (
       update identity.account set
         failed_attempts = ${recentTries} + 1,
         last_failed_at = now(),
         locked_until = case when ${recentTries} + 1 >= $2 then now() + make_interval(mins => $3) end
       where email = $1 and (locked_until is null or locked_until <= now())
       returning user_id
     )
     select user_id, tenant_id, password_hash, is_active, exists (select from tried) as is_open
     from identity.account where email = $1`,
    [emailKey(email), maxWrongTries, lockMinutes],
  )
  return rows[0]
}

async function remember(
  pool: Pool,
  account: TriedAccount | undefined,
  tried: SignInTry,
  outcome: RecordedOutcome,
): Promise<void> {
  const isRight = outcome === 'success' || outcome === 'inactive'
  await pool.query(
    `with lifted as (
       update identity.account set failed_attempts = 0, last_failed_at = null, locked_until = null
       where user_id = $2 and $3
     )
     insert into identity.sign_in (id, user_id, email, outcome, ip, user_agent, created_at)
     values ($1, $2, $4, $5, $6, $7, now())`,
    [
      v7(),
      account?.user_id ?? null,
      isRight,
      account === undefined ? null : emailKey(tried.email),
      outcome,
      tried.ip,
      tried.userAgent?.slice(0, 500) ?? null,
    ],
  )
}
