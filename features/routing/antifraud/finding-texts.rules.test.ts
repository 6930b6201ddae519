import { expect, test } from 'vitest'
import { findingText } from './finding-texts.rules.ts'

test.each([
  ['50.01 GBP is above the ceiling of 50.00 GBP', '50,01 GBP, 50,00 GBP üst sınırının üzerinde'],
  ['900 JPY is above the ceiling of 800 JPY', '900 JPY, 800 JPY üst sınırının üzerinde'],
  [
    'More than 3 payments with this e-mail address within a minute',
    'bir dakika içinde aynı e-posta adresi ile 3 adetten fazla ödeme',
  ],
  [
    'More than 5 cards with cards of one issuer within 90 seconds at all merchants together',
    'Tüm üye iş yerlerinde toplam 90 saniye içinde bir bankanın kartları ile 5 adetten fazla kart',
  ],
  ['The card is on the blacklist: Stolen (police)', 'Kara listede (kart): Stolen (police)'],
  ['What an acquirer says', 'What an acquirer says'],
])('“%s” is read in Turkish as “%s”', (stored, turkish) => {
  expect(findingText(stored, 'tr')).toBe(turkish)
  expect(findingText(stored, 'en')).toBe(stored)
})

test.each([
  ["The customer's country is NG", 'en', "The customer's country is Nigeria"],
  ['The card was issued in DE', 'tr', 'Kart Almanya ülkesinde verildi'],
])('“%s” names the country (%s)', (stored, language, said) => {
  expect(findingText(stored, language)).toBe(said)
})

test('an amount is written as the reader’s language does', () => {
  const stored = '2215.00 EUR is above the ceiling of 1000.00 EUR'
  expect(findingText(stored, 'en')).toBe('2,215.00 EUR is above the ceiling of 1,000.00 EUR')
  expect(findingText(stored, 'tr')).toBe('2.215,00 EUR, 1.000,00 EUR üst sınırının üzerinde')
})
