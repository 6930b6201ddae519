import { Problem } from '@counterfoil/kit/contract/problem.ts'

// U+0000, and halves of characters beyond U+FFFF: only an escape can bring them, raw bytes are decoded before
const suspicious = /\\u(?:0000|[dD][89a-fA-F])/

/**
 * Refuses a body with text that no database holds: half a character, or U+0000. It is refused before anything is done,
 * because a statement that fails on it may come after others that did not.
 */
export function refuseUnstorableText(body: string, parsed: unknown): void {
  if (!suspicious.test(body)) return
  const path = findUnstorable(parsed, [])
  if (path === undefined) return
  const where = path.join('.')
  const message = 'The text holds a character that cannot be stored'
  throw new Problem('request.invalid', 400, where === '' ? message : `${where}: ${message}`, {
    errors: [{ message, path: where }],
  })
}

function findUnstorable(value: unknown, path: readonly string[]): readonly string[] | undefined {
  if (typeof value === 'string') {
    return value.includes('\u0000') || !value.isWellFormed() ? path : undefined
  }
  if (value === null || typeof value !== 'object') return undefined
  for (const [name, inside] of Object.entries(value)) {
    // a name is text too; it is not repeated where it cannot be written
    const found = findUnstorable(name, path) ?? findUnstorable(inside, [...path, name])
    if (found !== undefined) return found
  }
  return undefined
}

/** Of text whose bytes are not UTF-8, like the umlauts of Latin-1. */
export const notUtf8 = (text: string): Problem => new Problem('request.not_utf8', 400, text)

export const addressNotUtf8 = (): Problem => notUtf8('The address is not percent-encoded UTF-8')
