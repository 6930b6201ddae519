import { createHmac } from 'node:crypto'
import {
  type KeyHolder,
  keyedHash,
} from '@counterfoil/features/payments/cards/tenant-keys.public.ts'
import type { Payment } from '@counterfoil/features/payments/processing/payment-views.rules.ts'
import type { PaymentPage } from './payment-pages.rules.ts'

/**
 * Back to the shop with the result. The shop checks `signature`: HMAC-SHA256, with its signing secret, over the other
 * parameters in the order in which they stand.
 */
export async function signedReturn(
  engine: KeyHolder,
  page: PaymentPage,
  payment: Payment,
): Promise<string | null> {
  if (page.returnUrl === null) return null
  const url = new URL(page.returnUrl)
  const said = new URLSearchParams({
    ...(page.kind === 'session' ? { sessionId: page.id } : { linkId: page.id }),
    paymentId: payment.id,
    status: payment.status,
    timestamp: String(Math.floor(engine.now().getTime() / 1000)),
  })
  const secret = await returnSecretOf(engine, page.merchantId)
  for (const [name, value] of said) url.searchParams.set(name, value)
  url.searchParams.set('signature', hmac(secret, said.toString()))
  return url.href
}

const hmac = (secret: string, text: string) =>
  createHmac('sha256', secret).update(text).digest('hex')

/** Derived from the tenant's key, so that it is stored nowhere: the merchant's page of hosted payments shows it. */
export const returnSecretOf = async (engine: KeyHolder, merchantId: string) =>
  `cfret_${await keyedHash(engine, 'request', `return ${merchantId}`)}`
