import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

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
