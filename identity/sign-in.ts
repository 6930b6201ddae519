// Is this person who the form says? Counts every try before it is checked, so that many at once get no more tries than
// one after another.

import type { SecretBox } from '@counterfoil/kit/database/secret-box.ts'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { v7 } from 'uuid'
import { inTransaction, type Origin, recordAccountEvent, refusalReasons } from './account-events.ts'
import { emailKey, permanentSecret } from './accounts.ts'
import { isElsewhereOnly } from './federation/closed-local.ts'
import { verifyCode } from './one-time-codes.ts'
import { demoPassword, maxPasswordLength, passwordMatches } from './passwords.ts'

export const maxWrongTries = 5
export const lockMinutes = 15
/** Failed tries from one address within `lockMinutes`, over all accounts. */
const maxFailuresPerAddress = 50

export interface SignInTry extends Origin {
  readonly email: string
  readonly password: string
  /** Somebody who is signed in confirms a change; no sign-in comes of it. */
  readonly isConfirming?: boolean
}

export type SignInOutcome =
  | { readonly kind: 'success'; readonly userId: string; readonly tenantId: string }
  /** The password was right, and a one-time code is asked besides. */
  | {
      readonly kind: 'code_asked' | 'confirmed'
      readonly userId: string
      readonly tenantId: string
    }
  /** Wrong password, unknown e-mail or locked: whoever tries learns no more than that. */
  | { readonly kind: 'refused' }
  /** The password was right, so the person may know. */
  | { readonly kind: 'inactive' | 'suspended' | 'elsewhere_only' }
  | { readonly kind: 'too_many' }

interface TriedAccount {
  readonly user_id: string
  readonly tenant_id: string
  readonly email: string
  /** Null: signs in at another provider. */
  readonly password_hash: string | null
  readonly is_active: boolean
  /** The platform has suspended the organisation; none of its people is active meanwhile. */
  readonly is_suspended: boolean
  /** The organisation has closed sign-in by password to this account. */
  readonly is_elsewhere_only: boolean
  readonly is_open: boolean
  /** Set when this try was the last one, unless it succeeds. */
  readonly locks_until: Date | null
  /** Sealed (secret-box.ts); null: no authenticator app. */
  readonly totp_secret: string | null
  /** Null: no code is asked at sign-in. */
  readonly code_secret: string | null
}

export interface SignInServices {
  readonly pool: Pool
  readonly log: Logger
  /** Whether the demo's published password opens anything. */
  readonly isDemo: boolean
  readonly box: SecretBox
}

export async function signIn(services: SignInServices, tried: SignInTry): Promise<SignInOutcome> {
  const { pool, log } = services
  const tryId = await beginTry(pool, tried)
  if (tryId === undefined) {
    log.warn({ ip: tried.ip }, 'sign-in refused: too many failures from this address')
    return { kind: 'too_many' }
  }
  const account = await countTry(pool, 'password', 'email', emailKey(tried.email))
  // always the same work, whatever is known of the account
  const isRight =
    (await passwordMatches(
      account?.password_hash ?? undefined,
      tried.password.slice(0, maxPasswordLength),
    )) &&
    tried.password.length <= maxPasswordLength &&
    (services.isDemo || tried.password !== demoPassword)
  const judged = outcomeOf(account, isRight)
  const isGood = judged === 'success' || judged === 'code_asked'
  const outcome = isGood && tried.isConfirming === true ? 'confirmed' : judged
  await remember(pool, account, { ...tried, tryId }, 'password', outcome)
  log.info({ outcome, userId: account?.user_id, ip: tried.ip }, 'sign-in')
  if (account === undefined) return { kind: 'refused' }
  return saidOf(account, outcome)
}

/** The second step of whoever has an authenticator app; wrong codes are counted apart from wrong passwords. */
export async function signInWithCode(
  services: SignInServices,
  tried: Origin & { readonly userId: string; readonly code: string },
): Promise<SignInOutcome> {
  const { pool, log, box } = services
  const tryId = await beginTry(pool, tried)
  if (tryId === undefined) return { kind: 'too_many' }
  const account = await countTry(pool, 'code', 'user_id', tried.userId)
  if (account === undefined) return { kind: 'refused' }
  const { code_secret: sealed, user_id: userId } = account
  const isRight =
    account.is_open &&
    sealed !== null &&
    (await verifyCode(
      pool,
      { userId, totpSecret: box.open(sealed, userId) },
      tried.code,
      new Date(),
    ))
  const outcome = !account.is_open ? 'locked' : isRight ? 'success' : 'wrong_code'
  const standing = outcome === 'success' ? standingOf(account) : outcome
  await remember(pool, account, { ...tried, tryId }, 'code', standing)
  log.info({ outcome: standing, userId, ip: tried.ip }, 'sign-in with a code')
  return saidOf(account, standing)
}

function saidOf(account: TriedAccount, outcome: RecordedOutcome): SignInOutcome {
  if (outcome === 'success' || outcome === 'code_asked' || outcome === 'confirmed') {
    return { kind: outcome, userId: account.user_id, tenantId: account.tenant_id }
  }
  if (outcome === 'inactive') return { kind: account.is_suspended ? 'suspended' : 'inactive' }
  return { kind: outcome === 'elsewhere_only' ? outcome : 'refused' }
}

type RecordedOutcome =
  | 'success'
  | 'wrong_password'
  | 'unknown_email'
  | 'locked'
  | 'inactive'
  | 'elsewhere_only'
  | 'code_asked'
  | 'wrong_code'
  | 'confirmed'

function outcomeOf(account: TriedAccount | undefined, isRight: boolean): RecordedOutcome {
  if (account === undefined) return 'unknown_email'
  // also with the right password: otherwise a lock would not stop the guessing, only slow it
  if (!account.is_open) return 'locked'
  if (!isRight) return 'wrong_password'
  const standing = standingOf(account)
  return standing === 'success' && account.code_secret !== null ? 'code_asked' : standing
}

/** Whether who has proven who they are may come in this way. */
function standingOf(account: TriedAccount): 'success' | 'inactive' | 'elsewhere_only' {
  if (!account.is_active) return 'inactive'
  return account.is_elsewhere_only ? 'elsewhere_only' : 'success'
}

/**
 * Writes the try down before it is looked at, one after the other for each address, so that many at once are no more than
 * the limit. Undefined: there were too many failures. Whoever is signed in and confirms an action fails at no sign-in.
 */
async function beginTry(
  pool: Pool,
  { ip, userAgent, isShared, isConfirming }: Origin & { readonly isConfirming?: boolean },
): Promise<string | undefined> {
  if (isConfirming === true || isShared === true) return v7()
  return inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`sign-in ${ip}`])
    const { rows } = await client.query<{ id: string }>(
      `insert into identity.sign_in (id, outcome, ip, user_agent, created_at)
       select $1, 'tried', $2, $3, now()
       where (select count(*) from identity.sign_in
         where ip = $2 and created_at > now() - make_interval(mins => $4)
           and outcome in ('tried', 'wrong_password', 'unknown_email', 'locked', 'inactive', 'elsewhere_only',
             'wrong_code')) < $5
       returning id`,
      [v7(), ip, userAgent?.slice(0, 500) ?? null, lockMinutes, maxFailuresPerAddress],
    )
    return rows[0]?.id
  })
}

/** What was tried. */
type Tried = 'password' | 'code'

// Each written out twice in one statement, because a concurrent try makes PostgreSQL compute it anew on the newest row.
const recent = {
  password: `case when last_failed_at > greatest(now() - make_interval(mins => $3), lifted.at)
    then failed_attempts else 0 end`,
  // no time and no password lifts these: whoever knows the password could try codes without end
  code: 'case when last_failed_code_at > lifted.at then failed_codes else 0 end',
} as const

const counted = {
  password: `failed_attempts = ${recent.password} + 1, last_failed_at = now()`,
  code: `failed_codes = ${recent.code} + 1, last_failed_code_at = now()`,
} as const

/** Counts the try and, with the last one allowed, locks; `is_open` says whether this try still counts. */
export async function countTry(
  pool: Pool,
  what: Tried,
  by: 'email' | 'user_id',
  value: string,
): Promise<TriedAccount | undefined> {
  const { rows } = await pool.query<TriedAccount>(
    `with lifted as (
       -- an administrator's word that the tries so far are forgiven
       select coalesce(max(d.unlocked_at), '-infinity') as at
       from identity.account a join app.user_directory d using (user_id) where a.${by} = $1
     ), tried as (
       update identity.account set
         ${counted[what]},
         locked_until = case when ${recent[what]} + 1 >= $2 then now() + make_interval(mins => $3) end
       from lifted
       where ${by} = $1 and (locked_until is null or locked_until <= now()
         or greatest(last_failed_at, last_failed_code_at) <= lifted.at)
       returning user_id, locked_until
     )
     select user_id, a.tenant_id, a.email, password_hash,
       a.is_active and coalesce(d.is_active, true) and coalesce(t.is_active, true) as is_active,
       not coalesce(t.is_active, true) as is_suspended,
       ${isElsewhereOnly('a')} as is_elsewhere_only,
       exists (select from tried) as is_open, (select t.locked_until from tried t) as locks_until,
       ${permanentSecret} as totp_secret, case when asks_code then ${permanentSecret} end as code_secret
     from identity.account a left join app.user_directory d using (user_id)
     left join app.tenant t on t.id = a.tenant_id
     where a.${by} = $1`,
    [value, maxWrongTries, lockMinutes],
  )
  return rows[0]
}

export async function remember(
  pool: Pool,
  account: TriedAccount | undefined,
  tried: Origin & { readonly isConfirming?: boolean; readonly tryId?: string },
  what: Tried,
  outcome: RecordedOutcome,
): Promise<void> {
  if (account !== undefined && rightOutcomes.has(outcome))
    await settleTry(pool, account, what, outcome)
  await pool.query(
    `insert into identity.sign_in (id, user_id, email, outcome, ip, user_agent, created_at)
     values ($1, $2, $3, $4, $5, $6, now())
     on conflict (id) do update
       set user_id = excluded.user_id, email = excluded.email, outcome = excluded.outcome`,
    [
      tried.tryId ?? v7(),
      account?.user_id ?? null,
      account?.email ?? null,
      tried.isConfirming === true && !rightOutcomes.has(outcome) ? 'confirmation_refused' : outcome,
      tried.ip,
      tried.userAgent?.slice(0, 500) ?? null,
    ],
  )
  if (account === undefined) return
  const about = { userId: account.user_id, tenantId: account.tenant_id }
  const reason = refusalReasons.find((one) => one === outcome)
  if (reason !== undefined) {
    const kind = tried.isConfirming === true ? 'confirmation_refused' : 'sign_in_refused'
    await recordAccountEvent(pool, about, tried, { kind, reason })
  }
  if (account.locks_until !== null && (reason === 'wrong_password' || reason === 'wrong_code')) {
    await recordAccountEvent(pool, about, tried, { kind: 'locked', until: account.locks_until })
  }
  if (outcome === 'success') await recordAccountEvent(pool, about, tried, { kind: 'signed_in' })
}

/** The password, or the code, was right. */
const rightOutcomes: ReadonlySet<RecordedOutcome> = new Set([
  'success',
  'inactive',
  'elsewhere_only',
  'code_asked',
  'confirmed',
])

/**
 * A right code lifts the count of codes, and a sign-in that of passwords. A right password alone takes back only its own
 * try. The lock that this try brought is taken back, one that others brought meanwhile stays.
 */
async function settleTry(
  pool: Pool,
  { user_id: userId, locks_until: ownLock }: TriedAccount,
  what: Tried,
  outcome: RecordedOutcome,
): Promise<void> {
  const isSignIn = outcome === 'success' || outcome === 'inactive' || outcome === 'elsewhere_only'
  await pool.query(
    `update identity.account set
       failed_codes = case when $2 then 0 else failed_codes end,
       last_failed_code_at = case when $2 then null else last_failed_code_at end,
       failed_attempts = case when $3 then 0 when $2 then failed_attempts else failed_attempts - 1 end,
       last_failed_at = case when $3 then null else last_failed_at end,
       locked_until = case when locked_until > now() and not $4 then locked_until end
     where user_id = $1`,
    [userId, what === 'code', isSignIn, ownLock !== null],
  )
}
