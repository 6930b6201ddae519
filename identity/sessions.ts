// Sessions of one account, as its owner sees them.
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Pool, PoolClient } from 'pg'
import type { Logger } from 'pino'

export interface OpenSession {
  readonly uid: string
  readonly beganAt: Date
  readonly ip: string | null
  readonly userAgent: string | null
}

/** Writes down where a session began; that it cannot must not stop the sign-in. */
export function rememberOrigin(pool: Pool, log: Logger, ctx: KoaContextWithOIDC): void {
  const { session } = ctx.oidc
  if (session?.accountId === undefined) return
  pool
    .query(
      `insert into identity.session_origin (session_uid, user_id, ip, user_agent, created_at)
       values ($1, $2, $3, $4, now())
       on conflict (session_uid) do update set user_id = excluded.user_id, ip = excluded.ip,
         user_agent = excluded.user_agent, created_at = excluded.created_at`,
      [session.uid, session.accountId, ctx.ip, ctx.get('user-agent').slice(0, 500) || null],
    )
    .catch((error) => log.warn({ err: error }, 'where a session began was not written down'))
}

export async function listSessions(pool: Pool, userId: string): Promise<OpenSession[]> {
  const { rows } = await pool.query<OpenSession>(
    `select p.uid, to_timestamp((p.payload ->> 'loginTs')::bigint) as "beganAt", o.ip,
       o.user_agent as "userAgent"
     from identity.oidc_payload p left join identity.session_origin o on o.session_uid = p.uid
     where p.model = 'Session' and p.account_id = $1 and p.payload ? 'loginTs'
       and (p.expires_at is null or p.expires_at > now())
     order by "beganAt" desc`,
    [userId],
  )
  return rows
}

/** Ends one session with all that was given on it; false where the account has no such session. */
export async function endSession(
  client: Pick<Pool | PoolClient, 'query'>,
  userId: string,
  uid: string,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `with ended as (
       delete from identity.oidc_payload
       where model = 'Session' and uid = $2 and account_id = $1 returning payload
     ), grants as (
       select value ->> 'grantId' as id from ended, jsonb_each(ended.payload -> 'authorizations')
     ), given as (
       delete from identity.oidc_payload p using grants
       where p.grant_id = grants.id or (p.model = 'Grant' and p.id = grants.id)
     )
     select from ended`,
    [userId, uid],
  )
  return rowCount !== 0
}

/** Ends every session but one. */
export async function endOtherSessions(
  client: Pick<Pool | PoolClient, 'query'>,
  userId: string,
  keptUid: string,
): Promise<void> {
  await client.query(
    `with kept as (
       select value ->> 'grantId' as id
       from identity.oidc_payload, jsonb_each(payload -> 'authorizations')
       where model = 'Session' and uid = $2 and account_id = $1
     )
     delete from identity.oidc_payload p
     where p.account_id = $1 and p.uid is distinct from $2
       and not exists (select from kept where p.grant_id = kept.id or p.id = kept.id)`,
    [userId, keptUid],
  )
}
