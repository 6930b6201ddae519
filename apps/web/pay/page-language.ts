import { localeOf } from '@counterfoil/kit/contract/languages.ts'

export type Language = keyof typeof localeOf

/** The first of a browser's languages that the page has, else English. */
export function languageOf(inputs: readonly string[]): Language {
  const known = Object.keys(localeOf) as Language[]
  const wished = inputs.map((one) => known.find((code) => one.toLowerCase().startsWith(code)))
  return wished.find((one) => one !== undefined) ?? 'en'
}
