/** A country's name in the language, by its ISO 3166 two-letter code; what is no such code stays as it is. */
export function countryName(code: string, locale: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code
  return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code
}

// made when it is needed: at the top of this file it would keep the schemas of all fields in the browser's first page
let englishNames: Intl.DisplayNames | undefined

/** Whether it is the ISO 3166 two-letter code of a country that there is: SU was withdrawn, UK never was one. */
export function isCountry(code: string): boolean {
  const isCurrent = /^[A-Z]{2}$/.test(code) && new Intl.Locale(`und-${code}`).region === code
  if (!isCurrent || code === 'ZZ') return false
  englishNames ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  return englishNames.of(code) !== undefined
}
