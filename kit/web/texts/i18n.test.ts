import { languageCodes, languageNames, localeOf } from '@counterfoil/kit/contract/languages.ts'
import { expect, test } from 'vitest'

test('the languages are English and Turkish [i18n.languages]', () => {
  expect(languageCodes.map((language) => languageNames[language])).toEqual(['English', 'Türkçe'])
})

test('English is British, and Turkish has its own numbers, currencies and casing [i18n.default-locale]', () => {
  expect(localeOf).toEqual({ en: 'en-GB', tr: 'tr-TR' })
  expect((1234.5).toLocaleString(localeOf.en)).toBe('1,234.5')
  expect((1234.5).toLocaleString(localeOf.tr)).toBe('1.234,5')
  expect('i'.toLocaleUpperCase(localeOf.tr)).toBe('İ')
  expect('I'.toLocaleLowerCase(localeOf.tr)).toBe('ı')
})
