/** An exact decimal: `units / 10 ** places`. Prices never pass through a float. */
export interface Decimal {
  readonly units: bigint
  readonly places: number
}

/** Undefined for what is not a plain decimal number, as `1,000`, `1e3` or `2.5.1`. */
export function decimalOf(text: string): Decimal | undefined {
  const match = /^(-?)(\d{1,15})(?:\.(\d{1,6}))?$/.exec(text.trim())
  if (match === null) return undefined
  const [, sign, whole = '', part = ''] = match
  const units = BigInt(whole + part)
  return { units: sign === '-' ? -units : units, places: part.length }
}

/** The sum in minor units; undefined when it is not a whole number of them. */
export function sumMinor(amounts: readonly Decimal[], decimalPlaces: number): bigint | undefined {
  const places = Math.max(decimalPlaces, ...amounts.map((amount) => amount.places))
  const sum = amounts.reduce(
    (total, amount) => total + amount.units * 10n ** BigInt(places - amount.places),
    0n,
  )
  const surplus = 10n ** BigInt(places - decimalPlaces)
  return sum % surplus === 0n ? sum / surplus : undefined
}

/** `1250` with two places as `12.50`. */
export function decimalText(minor: bigint, decimalPlaces: number): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(decimalPlaces + 1, '0')
  const at = digits.length - decimalPlaces
  const text = decimalPlaces === 0 ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`
  return minor < 0n ? `-${text}` : text
}
