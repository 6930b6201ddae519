import { expect, test } from 'vitest'
import { fitTexts, objectionText, reasonIn } from './objections.rules.ts'

test('a line of the routing log, kept in English, is read in Turkish', () => {
  const used = { code: 'day_cap', values: { most: '£100.00', used: '£90.00' } } as const
  expect(reasonIn(objectionText(used, 'en'), 'tr')).toBe(objectionText(used, 'tr'))
  const rule = { code: 'not_named', values: { rule: 'Cards (EU) first' } } as const
  expect(reasonIn(objectionText(rule, 'en'), 'tr')).toBe(objectionText(rule, 'tr'))
  const stored = objectionText({ code: 'amount', values: { most: '2500.00 TRY' } }, 'en')
  expect(reasonIn(stored, 'tr')).toBe(
    objectionText({ code: 'amount', values: { most: '2.500,00 TRY' } }, 'tr'),
  )
  expect(reasonIn(fitTexts.first.en, 'tr')).toBe(fitTexts.first.tr)
  expect(reasonIn('Words of another time', 'tr')).toBe('Words of another time')
})
