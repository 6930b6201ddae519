import { createHmac } from 'node:crypto'
import {
  type KeyHolder,
  keyedHash,
} from '@counterfoil/features/payments/cards/tenant-keys.public.ts'
import { readReturnSecretVersions } from './payment-pages.queries.ts'
import { type PaymentPage, withResult } from './payment-pages.rules.ts'

/**
 * Back to the shop with the result. The shop checks `signature`: HMAC-SHA256, with its signing secret, over the four
 * parameters before it as they stand.
 */
export async function signedReturn(
  engine: KeyHolder,
  page: PaymentPage,
  result: ({ readonly paymentId: string } | { readonly storedCardId: string }) & {
    readonly status: string
  },
): Promise<string | null> {
  if (page.returnUrl === null) return null
  const said = new URLSearchParams({
    ...(page.kind === 'session' ? { sessionId: page.id } : { linkId: page.id }),
    ...result,
    timestamp: String(Math.floor(engine.now().getTime() / 1000)),
  })
  const { secret } = (await readReturnSecrets(engine, page.merchantId)).used
  said.set('signature', hmac(secret, said.toString()))
  return withResult(page.returnUrl, said)
}

const hmac = (secret: string, text: string) =>
  createHmac('sha256', secret).update(text).digest('hex')

/** A secret with which a shop checks who returns. */
export interface ReturnSecret {
  readonly version: number
  readonly secret: string
}

/** Derived from the tenant's key, so that it is stored nowhere; the first one of a merchant has no version in its text. */
const secretOfVersion = async (engine: KeyHolder, merchantId: string, version: number) =>
  `cfret_${await keyedHash(engine, 'request', `return ${merchantId}${version === 0 ? '' : ` ${version}`}`)}`

/** With which returns are signed, and the one that was made to follow it; null: there is none. */
export async function readReturnSecrets(
  engine: KeyHolder,
  merchantId: string,
): Promise<{ readonly used: ReturnSecret; readonly next: ReturnSecret | null }> {
  const { version, newest } = await engine.transaction((db) =>
    readReturnSecretVersions(db, merchantId),
  )
  const secretOf = async (one: number) => ({
    version: one,
    secret: await secretOfVersion(engine, merchantId, one),
  })
  return {
    used: await secretOf(version),
    next: newest === version ? null : await secretOf(newest),
  }
}
