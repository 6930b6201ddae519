import { type LanguageCode, languageCodes } from '@counterfoil/kit/contract/languages.ts'

export type Language = LanguageCode

/** The first preferred language that has texts: the request's own, the browser's, the tenant's; else English. */
export function chooseLanguage(...preferred: readonly (string | undefined)[]): Language {
  for (const one of preferred) {
    for (const tag of tagsOf(one ?? '')) {
      const found = languageCodes.find((language) => language === tag.split('-')[0])
      if (found !== undefined) return found
    }
  }
  return 'en'
}

/** Language tags, best first, of `ui_locales` (separated by spaces) or `Accept-Language` (commas and weights). */
function tagsOf(input: string): string[] {
  return input
    .toLowerCase()
    .split(/[\s,]+/)
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';')
      const weight = parameters.find((one) => one.startsWith('q='))?.slice(2)
      return { tag, weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}
