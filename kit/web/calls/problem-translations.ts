import { pageLanguage } from '../texts/i18n.tsx'

/** Texts by a problem's stable code, in another language than the server's English. */
export type ProblemTranslations = Readonly<Record<string, string>>

const known = new Map<string, string>()

/** Makes these texts known; loaded by whoever shows that language. */
export function translateProblems(translations: ProblemTranslations): void {
  for (const [code, text] of Object.entries(translations)) known.set(code, text)
}

/**
 * The text for a code in the page's language, with the values that the refusal names; undefined in English, which the
 * server speaks itself, for unknown codes, and where the text names a value that did not come.
 */
export function translatedProblem(code: string, params?: unknown): string | undefined {
  const text = pageLanguage() === 'en' ? undefined : known.get(code)
  const values = new Map(
    Object.entries(typeof params === 'object' && params !== null ? params : {}),
  )
  const isWhole = [...(text?.matchAll(/\{(\w+)\}/g) ?? [])].every(([, name = '']) =>
    values.has(name),
  )
  if (text === undefined || !isWhole) return undefined
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values.get(name)))
}
