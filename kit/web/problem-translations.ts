import { pageLanguage } from './i18n.tsx'

/** Texts by a problem's stable code, in another language than the server's English. */
export type ProblemTranslations = Readonly<Record<string, string>>

const known = new Map<string, string>()

/** Makes these texts known; loaded by whoever shows that language. */
export function translateProblems(translations: ProblemTranslations): void {
  for (const [code, text] of Object.entries(translations)) known.set(code, text)
}

/** The text for a code in the page's language; undefined in English, which the server speaks itself, and for unknown codes. */
export function translatedProblem(code: string): string | undefined {
  return pageLanguage() === 'en' ? undefined : known.get(code)
}
