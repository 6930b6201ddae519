import { randomBytes } from 'node:crypto'
import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { type KeyWrapper, openText, sealText } from '@counterfoil/kit/database/vault.ts'
import { Webhook } from 'standardwebhooks'
import type { StoredSecrets } from './webhook-endpoints.queries.ts'

/** Headers of Standard Webhooks 1.0.0. */
export interface SignatureHeaders {
  readonly 'webhook-id': string
  readonly 'webhook-timestamp': string
  readonly 'webhook-signature': string
}

/** Signs with each of the secrets: a receiver that knows one of them accepts the message. */
export function signatureHeaders(
  secrets: readonly string[],
  id: string,
  body: string,
  now: Date,
): SignatureHeaders {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  }
}

/** A secret as Standard Webhooks 1.0.0 defines it: 24 to 64 random bytes after the prefix. */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

const table = 'webhook_endpoint'
/** So many are kept beside a new one: each makes the header of every message longer. */
const mostBefore = 4

interface Place {
  readonly database: Database
  readonly keys: KeyWrapper
  readonly tenantId: string
  readonly now: Date
}

/** The secrets that sign now, the newest first. */
export async function openSecrets(
  place: Place,
  { secret, previousSecret, previousUntil }: StoredSecrets,
): Promise<string[]> {
  const isOver = previousUntil === null || previousUntil <= place.now
  const stored = previousSecret === null || isOver ? [secret] : [secret, previousSecret]
  const texts = await Promise.all(stored.map((one) => openText(place, table, one)))
  return texts.flatMap((text) => text.split(' '))
}

export const sealSecrets = (
  db: Db,
  keys: KeyWrapper,
  secrets: readonly string[],
  now: Date,
): Promise<string> =>
  sealText(db, keys, { table, text: secrets.slice(0, mostBefore).join(' '), now })
