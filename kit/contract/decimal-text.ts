/** Minor units as a plain decimal text, exactly: 1250 at 2 places is `12.50`. */
export function decimalText(amountMinor: number | bigint, decimalPlaces: number): string {
  const isNegative = amountMinor < 0
  const digits = String(amountMinor)
    .replace('-', '')
    .padStart(decimalPlaces + 1, '0')
  const whole = digits.slice(0, digits.length - decimalPlaces)
  const fraction = digits.slice(digits.length - decimalPlaces)
  return `${isNegative ? '-' : ''}${whole}${decimalPlaces > 0 ? `.${fraction}` : ''}`
}

/**
 * `12.50` in minor units, exactly, as people type it; undefined: no amount of so many decimals. `1,234` is none either: it is
 * a thousand to one reader, and one and a bit to another.
 */
export function minorUnitsIn(text: string, decimalPlaces: number): bigint | undefined {
  const [, whole = '', mark, part = ''] = /^(\d{1,15})(?:([.,])(\d+))?$/.exec(text.trim()) ?? []
  if (whole === '' || part.length > decimalPlaces) return undefined
  if (mark === ',' && part.length === 3) return undefined
  return BigInt(whole + part.padEnd(decimalPlaces, '0'))
}
