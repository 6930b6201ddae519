// @vitest-environment node
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { filterDecimal, filterTyped, maxLengths, sanitise } from './input-rules.ts'

describe('what may be typed', () => {
  test('e-mail: lower case, one @, no spaces [inputs.email]', () => {
    expect(filterTyped('email', 'Jo E@x.Y@z_1-2!')).toBe('joe@x.yz_1-2')
  })
  test('number: digits, one point, a leading minus [inputs.number]', () => {
    expect(filterTyped('number', '-1a2.3.4-')).toBe('-12.34')
  })
  test('phone: digits, spaces, hyphens, brackets, plus [inputs.phone]', () => {
    expect(filterTyped('tel', '+44 (0)20-7 abc')).toBe('+44 (0)20-7 ')
  })
  test('decimals: a comma becomes a point, one point stays [inputs.decimal]', () => {
    expect(filterDecimal('1,2,3x')).toBe('1.23')
  })
  test('passwords are left alone but for their length [inputs.max-length.password]', () => {
    expect(filterTyped('password', ' a<script> ')).toBe(' a<script> ')
    expect(filterTyped('password', 'x'.repeat(200))).toHaveLength(128)
  })
  test('no kind is longer than stated [inputs.max-length.text]', () => {
    for (const kind of Object.keys(maxLengths) as (keyof typeof maxLengths)[]) {
      expect(filterTyped(kind, '1'.repeat(5000))).toHaveLength(maxLengths[kind])
    }
  })
})

describe('what is taken out of plain text [inputs.sanitise]', () => {
  test.each([
    ['  name  ', 'name'],
    ['a<script>b</script>c', 'abc'],
    ['javascript:alert(1)', 'alert(1)'],
    ['<b onclick="x()">', '<b >'],
    ['a\u0000b\u0007c', 'abc'],
    ["x'; DROP TABLE users; --", 'x'],
    ['1 UNION SELECT secret', '1  secret'],
    ["' OR 1=1", ''],
  ])('%j becomes %j', (typed, expected) => {
    expect(sanitise(typed)).toBe(expected)
  })

  test.each(['Select Drop Union Ltd', "O'Neil & Sons", 'Tom & Jerry <3', 'Çiğköfte İstanbul A.Ş.'])(
    '%j stays as it is',
    (name) => {
      expect(sanitise(name)).toBe(name)
    },
  )

  test('nothing is encoded: saving again changes nothing more for ordinary text', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\p{L}\d &'"<>.,-]{0,60}$/u), (text) => {
        const once = sanitise(text)
        expect(sanitise(sanitise(once))).toBe(once)
        expect(once).not.toContain('&amp;')
      }),
    )
  })
})
