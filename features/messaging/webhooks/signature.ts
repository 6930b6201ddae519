import { Webhook } from 'standardwebhooks'

/** Headers of Standard Webhooks 1.0.0. */
export interface SignatureHeaders {
  readonly 'webhook-id': string
  readonly 'webhook-timestamp': string
  readonly 'webhook-signature': string
}

export function signatureHeaders(
  secret: string,
  id: string,
  body: string,
  now: Date,
): SignatureHeaders {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  }
}
