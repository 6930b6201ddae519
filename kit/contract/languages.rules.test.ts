import { expect, test } from 'vitest'
import { spokenIn, textLanguage } from './languages.ts'

test.each([
  [['en', 'tr'], ['tr', 'en'], 'tr'],
  [['en', 'tr'], [null, 'tr-TR'], 'tr-TR'],
  [['en'], ['tr', 'en-GB'], 'en-GB'],
  [['en'], ['tr', 'tr'], 'en'],
  [['tr'], ['en', null], 'tr'],
  [['en', 'tr'], ['de', undefined], 'en'],
  [[], ['tr'], 'en'],
] as const)('of %j, who wishes %j is spoken to in %s', (inUse, inputs, spoken) => {
  expect(spokenIn(inUse, ...inputs)).toBe(spoken)
})

test('what there are no texts in is said in English', () => {
  expect(['tr', 'tr-TR', 'en', 'de'].map(textLanguage)).toEqual(['tr', 'tr', 'en', 'en'])
})
