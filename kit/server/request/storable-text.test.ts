import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { expect, test } from 'vitest'
import { refuseUnstorableText } from './storable-text.ts'

const refuse = (body: string) => () => refuseUnstorableText(body, JSON.parse(body))

test.each([
  ['half a character', String.raw`{"a": {"b": ["x", "\ud800"]}}`, 'a.b.1'],
  ['the other half', String.raw`{"a": "\uDC00 text"}`, 'a'],
  ['U+0000', String.raw`{"a": "nul\u0000byte"}`, 'a'],
  ['in a name', String.raw`{"a": {"\ud800": 1}}`, 'a'],
  ['alone', String.raw`"\ud800"`, ''],
])('%s is refused', (_, body, path) => {
  expect(refuse(body)).toThrow(Problem)
  try {
    refuse(body)()
  } catch (problem) {
    expect((problem as Problem).errors[0]?.path).toBe(path)
  }
})

test.each([
  ['a whole character by its halves', String.raw`{"a": "\ud83d\ude00"}`],
  ['a backslash before the letters', String.raw`{"a": "\\u0000 \\ud800"}`],
  ['other scripts', '{"a": "Şişli 😀"}'],
])('%s is let pass', (_, body) => {
  expect(refuse(body)).not.toThrow()
})
