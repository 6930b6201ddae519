import { expect, test } from 'vitest'
import { referencesIn } from './lines.rules.ts'

test.each([
  ['without a head the first column', [['A-1', 'x'], ['A-2']], ['A-1', 'A-2']],
  ['a head is no payment', [['payment'], ['A-1'], [' '], ['A-2 ']], ['A-1', 'A-2']],
  [
    'an export of the lookup',
    [
      ['Created (UTC)', 'Payment id', 'External id'],
      ['2026-11-27 13:22:40', 'id-1', 'A-1'],
      ['2026-11-27 13:22:41', 'id-2'],
    ],
    ['id-1', 'id-2'],
  ],
  [
    'an export in Turkish',
    [
      ['Oluşturulma (UTC)', 'Ödeme no'],
      ['x', 'id-1'],
    ],
    ['id-1'],
  ],
  ['a column as programs write it', [['amount', 'externalId'], ['1', 'A-1'], ['2']], ['A-1']],
  ['nothing', [], []],
])('%s: %j', (_, rows, references) => {
  expect(referencesIn(rows)).toEqual(references)
})
