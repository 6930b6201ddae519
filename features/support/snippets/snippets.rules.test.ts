import { expect, test } from 'vitest'
import { fillSnippet, insertAt, slashBefore } from './snippets.rules.ts'

const values = { ticket: 'T-1', merchant: 'Harbour $& Books', person: 'Ada', agent: 'Nora' }

test('placeholders are filled in, each time; in either language; other brackets stay', () => {
  expect(
    fillSnippet('[person]: [ticket], [talep] of [merchant] [other] {agent} [temsilci]', values),
  ).toBe('Ada: T-1, T-1 of Harbour $& Books [other] {agent} Nora')
})

test.each([
  ['/', 1, { from: 0, to: 1, name: '' }],
  ['Hello /ref', 10, { from: 6, to: 10, name: 'ref' }],
  ['Hello\n/late pay', 15, { from: 6, to: 15, name: 'late pay' }],
  ['Hello /ref there', 10, { from: 6, to: 10, name: 'ref' }],
  ['see https://a', 13, undefined],
  ['and/or', 6, undefined],
  ['11/24', 5, undefined],
  ['/one two three', 14, undefined],
])('in %j at %i the slash is %j', (text, caret, found) => {
  expect(slashBefore(text, caret)).toEqual(found)
})

test('a reply stands in the place of the slash and its name', () => {
  expect(insertAt('Hello /ref there', { from: 6, to: 10 }, 'Ada')).toEqual({
    ...{ text: 'Hello Ada there', caret: 9 },
  })
})
