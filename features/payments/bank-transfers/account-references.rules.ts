// The reference that a payer quotes on a bank transfer: an ISO 11649 creditor reference, which banks check for typing
// errors. It is derived from the payment's id, so that it needs no look-up.

/** The 62 random bits of a version 7 UUID, which are practically unique, in 13 letters and digits. */
export function accountReferenceOf(paymentId: string): string {
  const random = BigInt(`0x${paymentId.replaceAll('-', '').slice(16)}`) & ((1n << 62n) - 1n)
  const body = random.toString(36).toUpperCase().padStart(13, '0')
  return `RF${checkDigitsOf(body)}${body}`
}

function checkDigitsOf(body: string): string {
  return String(98n - (numberOf(`${body}RF00`) % 97n)).padStart(2, '0')
}

/** Letters as two digits: A is 10, Z is 35. */
const numberOf = (text: string): bigint =>
  BigInt([...text].map((letter) => Number.parseInt(letter, 36)).join(''))

/** Whether a text is a creditor reference of ISO 11649, with its check digits right; of any creditor. */
export const isCreditorReference = (text: string): boolean =>
  /^RF\d{2}[0-9A-Z]{1,21}$/.test(text) && checkDigitsOf(text.slice(4)) === text.slice(2, 4)

/** The references that a text quotes, with or without the blanks between groups of four. */
export function referencesIn(text: string): string[] {
  const found = text.toUpperCase().match(/RF\d{2}(?: ?[0-9A-Z]){13}/g) ?? []
  return found
    .map((one) => one.replaceAll(' ', ''))
    .filter((one) => checkDigitsOf(one.slice(4)) === one.slice(2, 4))
}
