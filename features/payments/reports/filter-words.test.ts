import { expect, test } from 'vitest'
import { filterWords } from './filter-words.ts'

/** None of these filters names a record. */
const unused = undefined as never

test('amounts of a filter are money where one currency is chosen, and the mode and types of cards have names', async () => {
  const filter = { amountFrom: 1050n, currency: ['EUR'], mode: 'Live', cardType: ['debit'] }
  const inEnglish = await filterWords(unused, filter as never, 'en')
  expect(Object.fromEntries(inEnglish.map(({ name, value }) => [name, value]))).toEqual({
    'Amount from': '10.50 EUR',
    Currency: 'EUR',
    Mode: 'Live',
    'Card type': 'Debit',
  })
  const inTurkish = await filterWords(unused, filter as never, 'tr')
  expect(inTurkish.map(({ value }) => value)).toEqual(
    expect.arrayContaining(['10,50 EUR', 'Canlı']),
  )
  const from = { issuerCountry: ['DE', '-'] } as never
  const germany = await filterWords(unused, from, 'tr')
  expect(germany.map(({ value }) => value)).toEqual(['Almanya, Yok'])
  const without = await filterWords(unused, { cardBrand: ['visa', '-'] } as never, 'en')
  expect(without).toEqual([{ name: 'Card brand', value: 'Visa, None' }])
  const asked = { dateFrom: '2026-11-29', status: ['captured', 'partially_refunded'] } as never
  expect((await filterWords(unused, asked, 'tr')).map(({ value }) => value)).toEqual([
    ...['29/11/2026', 'Tahsil edildi, Kısmen iade edildi'],
  ])
  const ofAll = await filterWords(unused, { amountTo: 1050 } as never, 'en')
  expect(ofAll).toEqual([{ name: 'Amount until', value: '1050 minor units' }])
})
