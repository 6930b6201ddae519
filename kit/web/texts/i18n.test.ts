// @vitest-environment node
import { expect, test } from 'vitest'
import { inLanguage, languageNames, languages, localeOf, messages } from './i18n.tsx'

test('the languages are English and Turkish, and every text has both [i18n.languages]', () => {
  expect(languages.map((language) => languageNames[language])).toEqual(['English', 'Türkçe'])
  const texts = messages({
    open: ['Open', 'Aç'],
    found: [(n: number) => `${n} found`, (n: number) => `${n} bulundu`],
  })
  expect(inLanguage(texts, 'en').open).toBe('Open')
  expect(inLanguage(texts, 'tr').found(3)).toBe('3 bulundu')
})

test('English is British, and Turkish has its own numbers, currencies and casing [i18n.default-locale]', () => {
  expect(localeOf).toEqual({ en: 'en-GB', tr: 'tr-TR' })
  expect((1234.5).toLocaleString(localeOf.en)).toBe('1,234.5')
  expect((1234.5).toLocaleString(localeOf.tr)).toBe('1.234,5')
  expect('i'.toLocaleUpperCase(localeOf.tr)).toBe('İ')
  expect('I'.toLocaleLowerCase(localeOf.tr)).toBe('ı')
})
