import { expect, test } from 'vitest'
import { unknownVariable, variablesIn } from './rich-text.ts'

test('variables are found, each once', () => {
  expect(variablesIn('{{a}} {{b}} {{a}}')).toEqual(['a', 'b'])
})

test.each([
  ['{{a}} and {{b}}', undefined],
  ['{{c}}', 'c'],
  ['{{a}', '{{a'],
  ['a}}', 'a}}'],
  ['{{<b>a</b>}}', '{{'],
  ['{{ a }}', '{{ a '],
  ['one { and }', undefined],
])('in %s what is unknown is %s', (text, unknown) => {
  expect(unknownVariable(text, ['a', 'b'])).toBe(unknown)
})
