/** What the portal, its mails and its documents speak. */
export const languageCodes = ['en', 'tr'] as const
export type LanguageCode = (typeof languageCodes)[number]

/**
 * What somebody is spoken to in: the first wish whose language is in use, else what is in use at all. Wishes are BCP 47, the
 * strongest first.
 */
export function spokenIn(
  inUse: readonly string[],
  ...wishes: readonly (string | null | undefined)[]
): string {
  const wish = wishes.find((one) => one && inUse.includes(languageOf(one)))
  if (wish) return wish
  return inUse.includes('en') ? 'en' : (inUse[0] ?? 'en')
}

const languageOf = (tag: string): string => tag.slice(0, 2).toLowerCase()

/** The language of a locale, as far as there are texts in it. */
export const textLanguage = (locale: string): LanguageCode =>
  languageOf(locale) === 'tr' ? 'tr' : 'en'
