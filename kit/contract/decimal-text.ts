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
