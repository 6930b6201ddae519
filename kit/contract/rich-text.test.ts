import { expect, test } from 'vitest'
import { misplacedAddress, unknownVariable, variablesIn } from './rich-text.ts'

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

test.each([
  ['<p><a href="{{link}}">Open</a></p>', false],
  ['<p><a href="{{link}}"><strong>{{link}}</strong></a></p>', false],
  ['<p>Open it ({{link}}):</p><p>{{link}}</p>', false],
  ['<p>and/or</p><p>{{link}}</p>', false],
  ['<a href="https://evil.example/?u={{link}}">Open</a>', true],
  ['<a href="mailto:x@evil.example?body={{link}}">Open</a>', true],
  ['<a href="{{site}}?u={{link}}">Open</a>', true],
  ['<a href="{{link}}{{link}}">Open</a>', true],
  ['<a href="https://evil.example">{{link}}</a>', true],
  ['<a href="https://evil.example"><em>Open</em> {{link}}</a>', true],
  ['<p>https://evil.example/?u={{link}}</p>', true],
  ['<p>evil.example/<strong>{{link}}</strong></p>', true],
  ['<p>https://evil.example/?u=<a href="{{link}}">{{link}}</a></p>', true],
])('in %s the address is part of another: %s', (text, isMisplaced) => {
  expect(misplacedAddress(text, ['link', 'site'])).toBe(isMisplaced ? 'link' : undefined)
})
