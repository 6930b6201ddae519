import { randomInt } from 'node:crypto'

/** Without letters that look like digits or sound like each other. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A code to read out on the phone; with 30^7 of them, two tickets of a tenant hardly get the same. */
export function ticketCode(): string {
  return `T-${Array.from({ length: 7 }, () => alphabet[randomInt(alphabet.length)]).join('')}`
}
