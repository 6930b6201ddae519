import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { messagesOf } from './messages.ts'
import { inLanguage, sayIn, textIn, textWith } from './texts.ts'

const folder = mkdtempSync(join(tmpdir(), 'messages-'))
const rows = '{count, plural, one {# row} other {# rows}} in {list}'
const catalogs = {
  tr: { Open: { verb: 'Aç', state: 'Açık' }, [rows]: '{list} içinde {count, number} satır' },
  de: { Open: 'Offen', [rows]: '{count, plural, one {# Zeile} other {# Zeilen}} in {list}' },
}
for (const [language, catalog] of Object.entries(catalogs)) {
  writeFileSync(join(folder, `messages.${language}.json`), JSON.stringify(catalog))
}
const msg = messagesOf(pathToFileURL(join(folder, 'x.messages.ts')).href)
const texts = msg({
  verb: 'Open',
  of: { state: 'Open' },
  rows: '{count, plural, one {# row} other {# rows}} in {list}',
})

test('a text has every language that its folder has a catalog of, a third one too', () => {
  expect(msg('Open').en).toBe('Open')
  expect(texts.of.state).toEqual({ en: 'Open', tr: 'Açık', de: 'Offen' })
  expect(inLanguage(texts, 'de').of.state).toBe('Offen')
  expect(textIn(texts.verb, 'fr')).toBe('Open')
})

test('one English text has as many translations as it has meanings', () => {
  const { verb, of } = inLanguage(texts, 'tr')
  expect([verb, of.state]).toEqual(['Aç', 'Açık'])
})

test('values stand where the language has them, and numbers as it writes them', () => {
  const textIn = (language: string, count: number) =>
    inLanguage(texts, language).rows({ count, list: 'A' })
  expect([textIn('en', 1), textIn('en', 1234)]).toEqual(['1 row in A', '1,234 rows in A'])
  expect(textIn('tr', 1234)).toBe('A içinde 1.234 satır')
  expect(textIn('de', 1)).toBe('1 Zeile in A')
  expect(sayIn('tr')(texts.rows, { count: 2, list: 'B' })).toBe('B içinde 2 satır')
})

test('a value that is a text is said in the language of the whole', () => {
  expect(textWith(texts.rows, { count: 2, list: texts.of.state })).toEqual({
    en: '2 rows in Open',
    tr: 'Açık içinde 2 satır',
  })
})
