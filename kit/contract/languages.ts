import languages from './languages.json' with { type: 'json' }

/** The language of the texts in the code; all others are translated from it. */
export const sourceLanguage = 'en'
export type LanguageCode = keyof typeof languages
/** What the portal, its mails and its documents speak. */
export const languageCodes = Object.keys(languages) as [LanguageCode, ...LanguageCode[]]

const each = <T>(of: (language: { readonly name: string; readonly locale: string }) => T) =>
  Object.fromEntries(
    Object.entries(languages).map(([code, language]) => [code, of(language)]),
  ) as Record<LanguageCode, T>

/** What each language is called in itself. */
export const languageNames = each(({ name }) => name)
/** How a language writes numbers and dates; English means British (the default locale of the product). */
export const localeOf = each(({ locale }) => locale)

/**
 * What somebody is spoken to in: the first wish whose language is in use, else what is in use at all. Wishes are BCP 47, the
 * strongest first.
 */
export function spokenIn(
  inUse: readonly string[],
  ...inputs: readonly (string | null | undefined)[]
): string {
  const input = inputs.find((one) => one && inUse.includes(languageOf(one)))
  if (input) return input
  return inUse.includes('en') ? 'en' : (inUse[0] ?? 'en')
}

const languageOf = (tag: string): string => tag.slice(0, 2).toLowerCase()

/** The language of a locale, as far as there are texts in it. */
export const textLanguage = (locale: string): LanguageCode =>
  languageCodes.find((code) => code === languageOf(locale)) ?? sourceLanguage
