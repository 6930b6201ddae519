import { code as currencyOf } from 'currency-codes'
import type { Random } from '../random.ts'

/** Roughly what a euro is in other currencies: enough for plausible amounts. */
const perEuro: Readonly<Record<string, number>> = {
  EUR: 1,
  GBP: 0.86,
  USD: 1.1,
  TRY: 48,
  SEK: 11.3,
  PLN: 4.3,
  JPY: 165,
  KWD: 0.33,
}
const places = new Map<string, number>()

function placesOf(currency: string): number {
  let known = places.get(currency)
  if (known === undefined) {
    known = currencyOf(currency)?.digits ?? 2
    places.set(currency, known)
  }
  return known
}

/** Around what the trade usually takes, with a long tail upwards; prices mostly end in 99, 50 or nothing. */
export function amountOf(typicalEuros: number, currency: string, random: Random): bigint {
  // the sum of three is near enough to a bell
  const bell = random.fraction() + random.fraction() + random.fraction() - 1.5
  const units = typicalEuros * (perEuro[currency] ?? 1) * Math.exp(1.15 * bell)
  const scale = 10 ** placesOf(currency)
  const minor = Math.max(1, Math.round(units * scale))
  if (scale < 100 || units < 2) return BigInt(minor)
  const whole = Math.floor(units)
  const ending = random.pick([0.99, 0.99, 0.5, 0, random.fraction()])
  return BigInt(Math.max(1, Math.floor((whole + ending) * scale + 1e-6)))
}
