import { expect, test } from 'vitest'
import { tokenizeSearch, tokenizeText } from './tokenize.rules.ts'

test('a ticket is found by its own subject, single letters and all', () => {
  const subject = 'A refund is missing 4711'
  const words = tokenizeText(subject)
  const [last = '', ...others] = tokenizeSearch(subject).reverse()
  expect(others.every((word) => words.includes(word))).toBe(true)
  expect(words.some((word) => word.startsWith(last))).toBe(true)
  expect(tokenizeSearch('a')).toEqual(['a'])
})
