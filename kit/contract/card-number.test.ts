import { expect, test } from 'vitest'
import { hasCardNumber, maskCardNumbers } from './card-number.ts'
import { searchableText } from './searchable-text.ts'

test.each([
  '4242424242424242',
  '4242 4242 4242 4242',
  '4242-4242-4242-4242',
  '4242.4242.4242.4242',
  '4242 \u2013 4242\u00a04242 \u200b4242',
  '42 42 42 42 42 42 42 42',
  '４２４２４２４２４２４２４２４２',
  'the card 4242424242424242, exp 12/30',
  '4242424242424242 12/30 123',
  'order4242424242424242x',
  '<p>4242&nbsp;4242&nbsp;<b>4242</b> 4242</p>',
  '3782 822463 10005',
  '30569309025904',
  '5555555555554444',
  '2223003122003222',
  '6011111111111117',
  '3566002020360505',
  '6759649826438453',
  '6200000000000005',
  '4000000000000000006',
  '9792030000000000',
  '4242424242424242 and 2026-11-23',
  '4242\n4242\n4242\n4242',
  'note\n4242424242424242\nnote',
  '<?xml version="1.0"?><Document><Ustrd>for 4242 4242 4242 4242</Ustrd></Document>',
])('%s holds a card number', (text) => {
  expect(hasCardNumber(text)).toBe(true)
})

test.each([
  ['another check digit', '4242424242424241'],
  ['no scheme', '1234567812345670'],
  ['a list of order numbers', '42424242\n42424242\r\n424242\n424242\n424242'],
  [
    'numbers in elements beside one another',
    '<?xml version="1.0"?><Document><InstrId>42424242</InstrId><EndToEndId>42424242</EndToEndId></Document>',
  ],
  ['its ends alone', '424242 •••••• 4242'],
  ['milliseconds', '1763930000000'],
  ['days side by side', '2320-26-11-24 2026-11-24 20:26'],
  ['a telephone number', '+49 1512 3456789, +4915123456787'],
  ['an article number', '4006381333931'],
  ['a longer number', '42424242424242424242424242'],
  ['a UUID', '42424242-4242-4242-4242-424242424242'],
  ['a hash', 'd4242424242424242d42424242'],
  ['an IBAN', 'GB71NWBK60161331926819 and GB71 NWBK 6016 1331 9268 19'],
  ['an IBAN of digits', 'DE89 3704 0044 0532 0130 00'],
  ['the nanoseconds of a trace', '1763930000000000000'],
  ['no digits', 'Şişli Büyükdere Cad.'],
])('%s is no card number', (_, text) => {
  expect(hasCardNumber(text)).toBe(false)
})

test('what others wrote keeps the last four digits', () => {
  expect(maskCardNumbers('RF 12 of 4242 4242 4242 4242, 2026-11-23')).toBe(
    'RF 12 of •••• •••• •••• 4242, 2026-11-23',
  )
  expect(maskCardNumbers('INV-2026-11-23 1250')).toBe('INV-2026-11-23 1250')
})

test.each([
  ['4242 4242 4242 4242', '4242'],
  ['4242424242424241', '4241'],
  ['4242 4242 4242 424', '2424'],
  ['4242.4242.4242.4241', '4241'],
  ['4242\u00a04242\u00a04242\u00a04241', '4241'],
  ['３７８２８２２４６３１０００６', '0006'],
  ['3782 822463 10006', '0006'],
  ['jane 4242 4242 4242 4241', 'jane 4241'],
  ['4242 4242 4242 4241 12/30', '4241'],
  [
    '42424242-4242-4242-4242-424242424242 x 4242424242424241',
    '42424242-4242-4242-4242-424242424242 x 4241',
  ],
  ['4242424242424242 12/30', '4242'],
])('of %s only %s is searched for, whatever its check digit', (typed, searched) => {
  expect(searchableText(typed)).toBe(searched)
})

test.each([
  ['an order number', 'HB-100042'],
  ['a long order number', '2026112600001234'],
  ['last four digits', '4242'],
  ['both ends of a card', '424242 4242'],
  ['a day', '26.11.2026'],
  ['an amount', '1.250,00'],
  ['an IBAN', 'DE89 3704 0044 0532 0130 00'],
  ['a UUID', '42424242-4242-4242-4242-424242424242'],
  ['a telephone number', '+49 1512 3456789, +491512345678901'],
  ['an e-mail', 'jane.424242@example.com'],
])('%s is searched for as it is', (_, typed) => {
  expect(searchableText(typed)).toBe(typed)
})
