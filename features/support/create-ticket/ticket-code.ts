import { randomInt } from 'node:crypto'

/** Without letters that are read for digits, or heard for one another. */
const signs = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** To say on the phone; 30^7 of them, so that a tenant's tickets do not meet. */
export function ticketCode(): string {
  return `T-${Array.from({ length: 7 }, () => signs[randomInt(signs.length)]).join('')}`
}
