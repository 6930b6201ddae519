import { Problem } from '@counterfoil/kit/contract/problem.ts'
import cardValidator from 'card-validator'

/** A card as it was entered. It is held in memory for one request. */
export interface CardInput {
  readonly type: 'card'
  readonly number: string
  readonly expiryMonth: number
  readonly expiryYear: number
  readonly securityCode?: string | undefined
}

/** The fields of a card that may be stored. */
export interface KnownCard {
  readonly brand: string
  readonly first6: string
  readonly last4: string
  readonly expiryMonth: number
  readonly expiryYear: number
}

export const digitsOf = (number: string): string => number.replace(/[\s-]/g, '')

/** The brand of a card number; null if it is not a card number. */
export function cardTypeOf(digits: string) {
  const checked = cardValidator.number(digits, { luhnValidateUnionPay: true })
  return /^\d+$/.test(digits) && checked.isValid ? checked.card : null
}

/**
 * Checks number, brand, expiry and security code; throws a Problem that names each wrong field. `place`: where in the
 * request the fields are.
 */
export function readCard(input: CardInput, now: Date, place = 'method.'): KnownCard {
  const number = digitsOf(input.number)
  const type = cardTypeOf(number)
  const errors: { message: string; path: string }[] = []
  if (type === null) {
    errors.push({ message: 'The card number is not valid', path: `${place}number` })
  }
  if (isExpired(input, now)) {
    errors.push({ message: 'The card has expired', path: `${place}expiryYear` })
  }
  const length = type?.code.size
  if (input.securityCode !== undefined && input.securityCode.length !== (length ?? 3)) {
    const message = `The security code has ${length ?? 3} digits`
    errors.push({ message, path: `${place}securityCode` })
  }
  if (errors.length > 0 || type === null) {
    const text = errors.map((error) => error.message).join('. ')
    throw new Problem('card.invalid', 400, text, { errors })
  }
  return {
    brand: type.type.replaceAll('-', '_'),
    first6: number.slice(0, 6),
    last4: number.slice(-4),
    expiryMonth: input.expiryMonth,
    expiryYear: input.expiryYear,
  }
}

/** A card is valid until its month has ended in every time zone, twelve hours after UTC. */
function isExpired({ expiryMonth, expiryYear }: CardInput, now: Date): boolean {
  const endedAt = Date.UTC(expiryYear, expiryMonth, 1, 12)
  return now.getTime() >= endedAt
}
