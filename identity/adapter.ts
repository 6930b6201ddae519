// Where the provider keeps sessions, grants, codes and refresh tokens.
import { hash } from 'node:crypto'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { Pool } from 'pg'

// The ids of these are what a browser or client shows to be let in, so only their hashes are stored.
const bearerModels = new Set(['Session', 'AuthorizationCode', 'RefreshToken', 'AccessToken'])

interface StoredPayload {
  readonly payload: AdapterPayload
  readonly consumed_at: Date | null
}

/** The provider asks once for each of its models. */
export function postgresAdapter(pool: Pool): (model: string) => Adapter {
  return (model) => new PostgresAdapter(pool, model)
}

class PostgresAdapter implements Adapter {
  readonly #pool: Pool
  readonly #model: string

  constructor(pool: Pool, model: string) {
    this.#pool = pool
    this.#model = model
  }

  #key(id: string): string {
    return bearerModels.has(this.#model) ? hash('sha256', id, 'base64url') : id
  }

  async upsert(id: string, payload: AdapterPayload, expiresInS?: number): Promise<void> {
    await this.#pool.query(
      `insert into identity.oidc_payload (model, id, payload, grant_id, uid, account_id, expires_at)
       values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))
       on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id,
         uid = excluded.uid, account_id = excluded.account_id, expires_at = excluded.expires_at`,
      [
        this.#model,
        this.#key(id),
        JSON.stringify(withoutBearers(payload, this.#model)),
        payload.grantId ?? null,
        payload.uid ?? null,
        payload.accountId ?? null,
        expiresInS ?? null,
      ],
    )
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const found = await this.#findBy('id', this.#key(id))
    return found === undefined ? undefined : { ...found, jti: id }
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#findBy('uid', uid)
  }

  /** The device flow is off, so nothing has a user code. */
  async findByUserCode(): Promise<undefined> {
    return undefined
  }

  async #findBy(column: 'id' | 'uid', value: string): Promise<AdapterPayload | undefined> {
    const { rows } = await this.#pool.query<StoredPayload>(
      `select payload, consumed_at from identity.oidc_payload
       where model = $1 and ${column} = $2 and (expires_at is null or expires_at > now())`,
      [this.#model, value],
    )
    const [row] = rows
    if (row === undefined) return undefined
    const consumed = row.consumed_at === null ? undefined : row.consumed_at.getTime() / 1000
    return { ...row.payload, ...(consumed === undefined ? {} : { consumed }) }
  }

  /**
   * Marks a code or refresh token as used. Of two requests that show the same one at the same instant, the second finds
   * it used here, although both found it fresh before: then its whole grant ends, as after any other reuse.
   */
  async consume(id: string): Promise<void> {
    const consumed = await this.#pool.query(
      `update identity.oidc_payload set consumed_at = now()
       where model = $1 and id = $2 and consumed_at is null`,
      [this.#model, this.#key(id)],
    )
    if (consumed.rowCount !== 0) return
    await this.#pool.query(
      `delete from identity.oidc_payload ended
       using identity.oidc_payload used
       where used.model = $1 and used.id = $2
         and (ended.grant_id = used.grant_id or (ended.model = 'Grant' and ended.id = used.grant_id))`,
      [this.#model, this.#key(id)],
    )
    throw new errors.InvalidGrant('it was used already')
  }

  async destroy(id: string): Promise<void> {
    await this.#pool.query('delete from identity.oidc_payload where model = $1 and id = $2', [
      this.#model,
      this.#key(id),
    ])
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#pool.query('delete from identity.oidc_payload where model = $1 and grant_id = $2', [
      this.#model,
      grantId,
    ])
  }
}

function withoutBearers(payload: AdapterPayload, model: string): AdapterPayload {
  const { jti, ...rest } = payload
  const kept = bearerModels.has(model) ? rest : payload
  const session = kept.session as { cookie?: string } | undefined
  return session?.cookie === undefined
    ? kept
    : { ...kept, session: { ...session, cookie: undefined } }
}

/** Removes what has expired; nothing reads it any more. */
export async function removeExpired(pool: Pool): Promise<void> {
  await pool.query('delete from identity.oidc_payload where expires_at < now()')
  await pool.query(`delete from identity.half_sign_in where created_at < now() - interval '1 hour'`)
  await pool.query(
    `delete from identity.session_origin where created_at < now() - interval '1 day'`,
  )
}
