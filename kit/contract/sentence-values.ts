import { localeOf, textLanguage } from './languages.ts'
import { formatAmount } from './money.ts'
import type { AnyText } from './texts.ts'

/**
 * The values of an English sentence that was made from this text and stored without them; undefined when it was made from
 * another. So what was stored in English is shown in the reader's language.
 */
export function valuesInSentence(
  { en }: AnyText,
  sentence: string,
): Record<string, string> | undefined {
  const pattern = [en]
    .flat()
    .map((node) =>
      Array.isArray(node)
        ? `(?<${node[0]}>.+)`
        : String(node).replace(/[.*+?^$()|[\]{}\\]/g, '\\$&'),
    )
  const found = new RegExp(`^${pattern.join('')}$`).exec(sentence)
  return found === null ? undefined : { ...found.groups }
}

/** An amount that such a sentence has as `2215.00 EUR`, as a language writes it; other values as they are. */
export function valueIn(value: string, language: string): string {
  const found = /^(\d+)(?:\.(\d+))? ([A-Z]{3})$/.exec(value)
  if (found === null) return value
  const [, whole = '', decimals = '', currency] = found
  const minor = BigInt(whole + decimals)
  return `${formatAmount(minor, decimals.length, localeOf[textLanguage(language)])} ${currency}`
}
