// Whose servers send payments, and with which cards: several merchants, keys and currencies, every kind of lost answer.
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import { demoKeyOf } from '../demo/organisations.ts'
import { type Random, Weighted } from '../random.ts'

/** One merchant's server, by the key that it has. */
export interface MerchantServer {
  readonly name: string
  readonly apiKey: string
  readonly currency: string
}

const merchant = (slug: string, mode: Mode, currency: string): MerchantServer => ({
  name: `${slug}-${mode}`,
  apiKey: demoKeyOf(slug, mode),
  currency,
})

export const merchants: readonly MerchantServer[] = [
  merchant('harbour', 2, 'GBP'),
  merchant('harbour', 1, 'EUR'),
  merchant('quayside', 1, 'GBP'),
  merchant('galata', 2, 'TRY'),
]

// number, weight: docs/sandbox.md says what each does
const cards = new Weighted<string>([
  ['4242424242424242', 55],
  ['5555555555554444', 8],
  // declined softly: the first goes on to the second acquirer, the other finds none that takes it
  ['4000000000000028', 11],
  ['4000000000000119', 3],
  ['4000000000000002', 5],
  // no answer to the authorisation: it never arrived, or it was done
  ['4000000000000051', 3],
  ['4000000000000077', 4],
  // the same for captures, voids and refunds
  ['4000000000000101', 3],
  ['4000000000000135', 4],
  // refunds are decided later
  ['4000000000000150', 4],
])

const maxMinor = 50_000

export function paymentOf({ currency }: MerchantServer, random: Random, name: string) {
  return {
    amount: 100 + random.below(maxMinor),
    currency,
    externalId: name,
    capture: random.fraction() < 0.6,
    method: {
      type: 'card',
      number: cards.pick(random),
      expiryMonth: 12,
      expiryYear: 2030,
      securityCode: '123',
    },
  }
}

/** What follows on a payment: captures in parts, refunds in parts, a void, or nothing. */
export function followUps(
  { id, status, amount }: { readonly id: string; readonly status: string; readonly amount: number },
  random: Random,
): { path: string; body: object }[] {
  const part = Math.max(1, Math.floor(amount * (0.2 + random.fraction() / 2)))
  const call = (name: string, body: object) => ({ path: `/v1/payments/${id}/${name}`, body })
  const choice = random.fraction()
  if (status === 'reserved') {
    if (choice < 0.25) return [call('voids', {})]
    if (choice < 0.5) return [call('captures', { amount: part }), call('captures', {})]
    return [call('captures', { amount: part }), call('refunds', { amount: 1 }), call('voids', {})]
  }
  if (status === 'captured' && choice < 0.5) {
    return [call('refunds', { amount: part }), call('refunds', {})]
  }
  return []
}
