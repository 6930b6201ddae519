// What the provider signs with: token keys and cookie secrets, made on the first start, shared by all its processes
// through the database, where they lie sealed, and renewed while it runs.

import { generateKeyPair, randomBytes, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import type { SecretBox } from '@counterfoil/kit/database/secret-box.ts'
import type { JWK } from 'oidc-provider'
import type { Pool } from 'pg'

export interface Secrets {
  /** Private keys; the first signs, all are published. */
  readonly signingKeys: readonly JWK[]
  /** The first signs cookies, all are accepted. */
  readonly cookieSecrets: readonly string[]
  /** Changes when the provider must be made anew. */
  readonly version: string
}

const renewAfterDays = 90
/** Long enough for every token, session and cached key set that an old secret still serves. */
const keepAfterRenewalDays = 7
/** A new secret is published this long before it is used, so that every process and every API knows it by then. */
const publishAheadMs = 15 * 60_000

const kinds = ['signing_key', 'cookie_secret'] as const
type Kind = (typeof kinds)[number]

interface StoredSecret {
  readonly name: string
  readonly value: { jwk?: JWK; secret?: string }
  readonly created_at: Date
}

/** As it lies in the table; what was stored before there was a box lies open. */
type KeptValue = { readonly sealed: string } | StoredSecret['value']

/** Where the secrets lie, and what seals them. */
interface Place {
  readonly pool: Pool
  readonly box: SecretBox
}

/** Reads the secrets; makes the ones that are missing or due, and forgets those that nothing needs any more. */
export async function readSecrets(place: Place, now: Date): Promise<Secrets> {
  const { pool, box } = place
  await sealReadable(place)
  const isDue = (newest: StoredSecret | undefined) =>
    newest === undefined || newest.created_at.getTime() < now.getTime() - renewAfterDays * dayMs
  let stored = await readStored(pool, box)
  const due = kinds.filter((kind) => isDue(ofKind(stored, kind)[0]))
  if (due.length > 0) {
    await renew(place, due, now, isDue)
    stored = await readStored(pool, box)
  }
  const replaced = kinds.flatMap((kind) => longReplaced(ofKind(stored, kind), now))
  if (replaced.length > 0) {
    await pool.query('delete from identity.provider_secret where name = any ($1)', [
      replaced.map(({ name }) => name),
    ])
    stored = stored.filter((one) => !replaced.includes(one))
  }
  const signing = inUse(ofKind(stored, 'signing_key'), now)
  const cookies = inUse(ofKind(stored, 'cookie_secret'), now)
  return {
    signingKeys: signing.map(({ value }) => value.jwk as JWK),
    cookieSecrets: cookies.map(({ value }) => value.secret as string),
    version: [...signing, ...cookies].map(({ name }) => name).join(' '),
  }
}

async function readStored(pool: Pick<Pool, 'query'>, box: SecretBox): Promise<StoredSecret[]> {
  const { rows } = await pool.query<StoredSecret & { value: KeptValue }>(
    'select name, value, created_at from identity.provider_secret order by created_at desc, name',
  )
  return rows.map((row) => ({ ...row, value: opened(row, box) }))
}

const sealed = (name: string, value: StoredSecret['value'], box: SecretBox): KeptValue => ({
  sealed: box.seal(JSON.stringify(value), name),
})

function opened(
  { name, value }: { name: string; value: KeptValue },
  box: SecretBox,
): StoredSecret['value'] {
  // another process, of an older version, made it this moment
  if (!('sealed' in value)) return value
  try {
    return JSON.parse(box.open(value.sealed, name))
  } catch (cause) {
    throw new Error(
      'The signing keys were sealed with another key. Set SECRETS_KEY to it, bring back secrets.key in DATA_DIR, or delete them as docs/runbooks/rotate-signing-keys.md says.',
      { cause },
    )
  }
}

/** Seals what was stored before there was a box. */
async function sealReadable({ pool, box }: Place): Promise<void> {
  const { rows } = await pool.query<{ name: string; value: StoredSecret['value'] }>(
    `select name, value from identity.provider_secret where not value ? 'sealed'`,
  )
  for (const { name, value } of rows) {
    await pool.query(
      `update identity.provider_secret set value = $2 where name = $1 and not value ? 'sealed'`,
      [name, JSON.stringify(sealed(name, value, box))],
    )
  }
}

const ofKind = (stored: readonly StoredSecret[], kind: Kind) =>
  stored.filter(({ name }) => name.startsWith(`${kind}:`))

/** Newest first, but what was just made stands behind until it was published long enough. */
function inUse(newestFirst: readonly StoredSecret[], now: Date): StoredSecret[] {
  const isPublished = (one: StoredSecret) =>
    one.created_at.getTime() <= now.getTime() - publishAheadMs
  return [...newestFirst.filter(isPublished), ...newestFirst.filter((one) => !isPublished(one))]
}

/** What a newer one replaced so long ago that nothing signed with it is still alive. */
function longReplaced(newestFirst: readonly StoredSecret[], now: Date): StoredSecret[] {
  const keptSince = now.getTime() - keepAfterRenewalDays * dayMs
  const replacer = newestFirst.findIndex((one) => one.created_at.getTime() < keptSince)
  return replacer === -1 ? [] : newestFirst.slice(replacer + 1)
}

/** One process at a time makes new ones; who waited finds them made. */
async function renew(
  { pool, box }: Place,
  due: readonly Kind[],
  now: Date,
  isDue: (newest: StoredSecret | undefined) => boolean,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('lock table identity.provider_secret in exclusive mode')
    const stored = await readStored(client, box)
    for (const kind of due) {
      const [newest] = ofKind(stored, kind)
      if (!isDue(newest)) continue
      const name = `${kind}:${randomUUID()}`
      await client.query(
        'insert into identity.provider_secret (name, value, created_at) values ($1, $2, $3)',
        [name, JSON.stringify(sealed(name, await newSecret(kind), box)), now],
      )
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

async function newSecret(kind: Kind): Promise<StoredSecret['value']> {
  if (kind === 'cookie_secret') return { secret: randomBytes(32).toString('base64url') }
  const { privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' })
  return {
    jwk: {
      ...(privateKey.export({ format: 'jwk' }) as JWK),
      kid: randomUUID(),
      use: 'sig',
      alg: 'ES256',
    },
  }
}
