/** Whether a text is an IBAN: its form, and its check digits by ISO 7064 (MOD 97-10). */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false
  const turned = text.slice(4) + text.slice(0, 4)
  const digits = turned.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return BigInt(digits) % 97n === 1n
}
