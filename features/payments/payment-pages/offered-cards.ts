import type { Engine } from '@counterfoil/features/payments/processing/payments.public.ts'
import {
  listUsableCards,
  readStoredCardFor,
} from '@counterfoil/features/payments/stored-cards/stored-cards.public.ts'
import {
  type StoredCardPayment,
  unknownStoredCard,
} from '@counterfoil/features/payments/stored-cards/stored-cards.rules.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { PaymentPage } from './payment-pages.rules.ts'

/**
 * Whose cards a page offers: of the customer whom the merchant's server named when it opened the session. Whoever types an
 * e-mail on a page, or was sent a link, is not known by it.
 */
const namedCustomer = ({ kind, customerEmail }: PaymentPage): string | null =>
  kind === 'session' ? customerEmail : null

export async function listOfferedCards(engine: Engine, page: PaymentPage) {
  const email = namedCustomer(page)
  if (email === null) return []
  const owner = { merchantId: page.merchantId, mode: page.mode as Mode }
  const found = await engine.transaction((db) => listUsableCards(db, owner, email, engine.now()))
  const offered = found.flatMap(({ uses, ...card }) => (uses.includes('customer') ? [card] : []))
  // to its payer a card is one, whatever else was agreed to with it
  const faceOf = ({ brand, last4, expiryMonth, expiryYear }: (typeof offered)[number]) =>
    [brand, last4, expiryMonth, expiryYear].join(' ')
  const faces = offered.map(faceOf)
  return offered.filter((card, at) => faces.indexOf(faceOf(card)) === at)
}

/** A card that the page offers, for its payer's payment; the Problem of one that it does not offer. */
export async function readOfferedCard(
  engine: Engine,
  page: PaymentPage,
  { id, securityCode }: { readonly id: string; readonly securityCode: string },
): Promise<StoredCardPayment> {
  const owner = { merchantId: page.merchantId, mode: page.mode as Mode }
  const use = { id, initiator: 'customer' } as const
  const method = await engine.transaction((db) => readStoredCardFor(db, owner, use, engine.now()))
  const customer = namedCustomer(page)?.toLowerCase()
  if (customer === undefined || method.storedCard.customerEmail?.toLowerCase() !== customer) {
    throw unknownStoredCard()
  }
  return { ...method, securityCode }
}
