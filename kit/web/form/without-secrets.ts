import { hasCardNumber } from '@counterfoil/kit/contract/card-number.ts'
import type { DraftValues } from './draft-store.ts'

/** Cards and whatever proves who somebody is; `number` beside such a field is the card's. */
const secretName = /card|cvv|cvc|^pan$|security|expiry|password|secret|token|otp|scacode|^pin$/i

/** The values without what must never be stored: by its name, or because it could be a card number. */
export function withoutSecrets(values: DraftValues): DraftValues {
  const names = Object.keys(values)
  const isOfCard = names.some((name) => secretName.test(name))
  const kept = names.filter((name) => !secretName.test(name) && !(isOfCard && name === 'number'))
  return Object.fromEntries(
    kept.flatMap((name) => {
      const value = harmless(values[name])
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function harmless(value: unknown): unknown {
  if (typeof value === 'string') return hasCardNumber(value) ? undefined : value
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
  if (Array.isArray(value)) return value.map(harmless).filter((each) => each !== undefined)
  const isPlain = typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype
  return isPlain ? withoutSecrets(value as DraftValues) : undefined
}
