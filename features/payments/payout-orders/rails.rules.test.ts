import { describe, expect, test } from 'vitest'
import { isBusinessDay } from './calendar.rules.ts'
import { executionOf, railsFor } from './rails.rules.ts'
import { prepareReference } from './reference.rules.ts'

describe('the rail', () => {
  test.each([
    ['EUR', 'DE', 100n, ['sepa_instant', 'sepa_credit_transfer']],
    ['EUR', 'GB', 100n, ['sepa_instant', 'sepa_credit_transfer']],
    ['EUR', 'TR', 100n, []],
    ['EUR', 'DE', 100_000_000_000n, []],
    ['GBP', 'GB', 100_000_000n, ['faster_payments']],
    ['GBP', 'GB', 100_000_001n, []],
    ['GBP', 'DE', 100n, []],
    ['TRY', 'TR', 10_000_000n, ['tr_fast', 'tr_eft']],
    ['TRY', 'TR', 10_000_001n, ['tr_eft']],
    ['USD', 'US', 100n, []],
  ] as const)('for %s to %s of %s', (currency, country, amountMinor, rails) => {
    expect(railsFor({ currency, country, isCard: false, amountMinor })).toEqual(rails)
  })

  test('to a card is that of its acquirer, in every currency', () => {
    const payee = { country: 'US', isCard: true, amountMinor: 100_000_000_000n }
    expect(railsFor({ ...payee, currency: 'USD' })).toEqual(['card_credit'])
    expect(railsFor({ ...payee, country: 'GB', currency: 'GBP' })).toEqual(['card_credit'])
  })
})

describe('goes', () => {
  test.each([
    // at any time
    ['sepa_instant', '2026-11-28T22:00:00Z', undefined, '2026-11-28T22:00:00.000Z', false],
    ['faster_payments', '2026-11-26T10:00:00Z', '2026-11-29', '2026-11-29T08:00:00.000Z', false],
    // a Thursday, before and after the cut-off of 17:00 in Frankfurt
    ['sepa_credit_transfer', '2026-11-26T15:59:00Z', undefined, '2026-11-26T15:59:00.000Z', false],
    ['sepa_credit_transfer', '2026-11-26T16:00:00Z', undefined, '2026-11-27T06:00:00.000Z', true],
    // a Friday evening, and before the bank opens
    ['sepa_credit_transfer', '2026-11-27T18:00:00Z', undefined, '2026-11-30T06:00:00.000Z', true],
    ['sepa_credit_transfer', '2026-11-26T04:00:00Z', undefined, '2026-11-26T06:00:00.000Z', false],
    // Good Friday, and summer time
    [
      'sepa_credit_transfer',
      '2027-03-24T10:00:00Z',
      '2027-03-26',
      '2027-03-30T05:00:00.000Z',
      true,
    ],
    // the Turkish bank closes to customers at 16:30 and on 29 October
    ['tr_eft', '2026-10-28T13:29:00Z', undefined, '2026-10-28T13:29:00.000Z', false],
    ['tr_eft', '2026-10-28T13:30:00Z', undefined, '2026-10-30T05:30:00.000Z', true],
  ] as const)('%s at %s for %s', (rail, now, on, sendAt, isLater) => {
    const execution = executionOf(rail, new Date(now), on)
    expect([execution.sendAt.toISOString(), execution.isLater]).toEqual([sendAt, isLater])
  })

  test.each([
    ['2026-12-25', false],
    ['2026-12-24', true],
    ['2027-03-26', false],
    ['2027-03-29', false],
    ['2027-05-01', false],
    ['2026-04-03', false],
    ['2026-04-06', false],
    ['2026-04-07', true],
  ])('TARGET settles on %s: %s', (day, isOpen) => {
    expect(isBusinessDay('sepa_credit_transfer', day)).toBe(isOpen)
  })
})

test('the Turkish bank keeps Ramazan and Kurban Bayramı as they were published, and those of the years after', () => {
  const published = [
    ...['2024-04-10', '2024-04-12', '2025-03-31', '2025-04-01', '2026-03-20', '2026-05-27'],
    ...['2026-05-29', '2027-03-09', '2027-03-11', '2027-05-17', '2027-05-19'],
  ]
  const others = [
    '2026-03-19',
    '2026-03-23',
    '2026-05-26',
    '2027-03-08',
    '2027-03-12',
    '2027-05-20',
  ]
  const later = ['2028-02-28', '2028-05-05', '2028-05-08', '2029-02-14', '2029-04-24', '2031-04-02']
  const open = [...published, ...others, ...later].filter((day) => isBusinessDay('tr_eft', day))
  expect(open).toEqual(others)
})

describe('the reference', () => {
  test.each([
    ['sepa_instant', 'Rechnung Nr. 7/2026 (Müller & Söhne)', { fault: 'characters', wrong: '&' }],
    ['sepa_instant', 'Müller  Söhne, Straße', { text: 'Mueller Soehne, Strasse' }],
    ['sepa_instant', 'Çağlar Işık İnşaat', { text: 'Caglar Isik Insaat' }],
    ['sepa_instant', 'café – “x”', { text: "cafe - 'x'" }],
    ['sepa_instant', '/INV/1', { fault: 'slashes' }],
    ['sepa_instant', 'INV//1', { fault: 'slashes' }],
    ['sepa_instant', 'x'.repeat(141), { fault: 'length', max: 140 }],
    ['sepa_instant', 'счёт', { fault: 'characters', wrong: 'с ч ё т' }],
    ['tr_fast', 'Çağlar Işık', { text: 'Çağlar Işık' }],
    ['faster_payments', 'INV 7 & more', { text: 'INV 7 & more' }],
    ['faster_payments', 'ä'.repeat(10), { fault: 'length', max: 18 }],
    ['faster_payments', 'a'.repeat(18), { text: 'a'.repeat(18) }],
  ] as const)('%s takes %s as %o', (rail, typed, prepared) => {
    expect(prepareReference(rail, typed)).toEqual(prepared)
  })
})
