import { hasCardNumber } from '@counterfoil/kit/contract/card-number.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'

/**
 * Refuses a request that holds the number of a card anywhere but in the field that takes one: texts are stored, logged,
 * shown to other people and sent by mail. The number is not repeated.
 */
export function refuseCardNumbers(sent: readonly unknown[], takenIn?: string): void {
  const found = sent.map((value) => findCardNumber(value, [], takenIn)).find((one) => one)
  if (found !== undefined) throw cardInText(found.join('.'))
}

export function cardInText(path: string): Problem {
  const message =
    'This holds the number of a card, which is not stored: leave it out, or write its last four digits'
  const text = path === '' ? message : `${path}: ${message}`
  return new Problem('card.in_text', 400, text, { errors: [{ message, path }] })
}

/** No smaller number has the digits of a card. */
const smallest = 1e13

function findCardNumber(
  value: unknown,
  path: readonly string[],
  takenIn: string | undefined,
): readonly string[] | undefined {
  if (path.length > 0 && path.join('.') === takenIn) return undefined
  if (typeof value === 'string') return hasCardNumber(value) ? path : undefined
  if (typeof value === 'number') {
    return Math.abs(value) >= smallest && hasCardNumber(String(Math.abs(value))) ? path : undefined
  }
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return undefined
  for (const [name, inside] of Object.entries(value)) {
    // a name is text too
    const found = hasCardNumber(name) ? path : findCardNumber(inside, [...path, name], takenIn)
    if (found !== undefined) return found
  }
  return undefined
}
