import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maskCard } from '../formats/card-number.ts'
import { decimalTextRule, inputRules, percentageRule } from './input-kinds.ts'
import {
  allowedUrl,
  filterDecimal,
  filterDigits,
  filterMoney,
  filterPercentage,
  filterPlain,
  filterSwift,
  filterTyped,
  leaveDigits,
  sanitise,
  splitSwift,
} from './input-rules.ts'

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
  test.each([
    ['1e5', '1e5'],
    ['1/5', '1/5'],
    ['12.5k', '12.5k'],
    ['5 MIO', '5 MIO'],
    ['1$5', '1$5'],
    ['-5', '-5'],
    ['\u22125', '\u22125'],
    ['abc', ''],
    ['£1,250.00', '1,250.00'],
    ['GBP 1,250.00', ' 1,250.00'],
    ['1.250,00 TL', '1.250,00'],
    ['1250.00 EUR ', '1250.00'],
    ['12 500,00 €', '12 500,00'],
  ])('an amount typed as %j is kept as %j, and never becomes another one', (typed, kept) => {
    expect(filterMoney(typed)).toBe(kept)
  })
  test('passwords are left alone', () => {
    expect(filterTyped('password', ' a<script> ')).toBe(' a<script> ')
  })
  test.each([
    ['email', 254, '[inputs.max-length.email]'],
    ['password', 128, '[inputs.max-length.password]'],
    ['text', 1000, '[inputs.max-length.text]'],
    ['number', 20, '[inputs.max-length.number]'],
    ['tel', 20, '[inputs.max-length.tel]'],
    ['url', 2048, '[inputs.max-length.url]'],
    ['search', 255, '[inputs.max-length.search]'],
    ['other', 500, '[inputs.max-length.other]'],
  ] as const)('%s takes at most %i characters %s', (kind, most, _rule) => {
    expect(filterTyped(kind, '1'.repeat(5000))).toHaveLength(most)
    expect(inputRules[kind].maxLength).toBe(most)
  })

  test('plain text: letters, digits, white space and basic punctuation [inputs.plain-text]', () => {
    const kept =
      "Çiğköfte & O'Neil, 2 (main) street: yes? no! 50% #4 a@b.c 'x' \"y\" a/b_c-d; +1\tend"
    expect(filterPlain(kept)).toBe(kept)
    expect(filterPlain('a<b>{c}[d]$e^f|g`h~i\\j=k*l€m😀')).toBe('abcdefghijklm')
  })

  test.each([
    ['https://shop.example/a?b=1', true],
    ['HTTP://shop.example', true],
    ['ftp://files.example', true],
    ['mailto:ada@people.example', true],
    ['shop.example', true],
    ['shop.example:8080/hook', true],
    ['localhost:4000', true],
    ['/relative/path', true],
    ['javascript:alert(1)', false],
    ['javascript:1', false],
    ['JaVaScRiPt:alert(1)', false],
    ['java\tscript:alert(1)', false],
    ['data:text/html,x', false],
    ['file:///etc/passwd', false],
    ['tel:123', false],
    ['ws://shop.example', false],
  ])('of a URL only http, https, ftp and mailto: %j is taken: %s [inputs.url]', (url, isTaken) => {
    expect(allowedUrl(url)).toBe(isTaken ? url : '')
    expect(inputRules.url.leave?.(url)).toBe(isTaken ? url : '')
  })

  test('digits: only digits, one separator where asked for, a pattern, a least and a most [inputs.digits]', () => {
    expect(filterDigits('a1b2.3', '')).toBe('123')
    expect(filterDigits('1,2.3', '1,2', { hasDecimals: true })).toBe('1.23')
    expect(filterDigits('101', '10', { max: 100 })).toBe('10')
    expect(filterDigits('100', '10', { max: 100 })).toBe('100')
    expect(filterDigits('05', '0', { pattern: /^(0|[1-9]\d*)$/ })).toBe('0')
    expect(leaveDigits('3', { min: 10 })).toBe('10')
    expect(leaveDigits('12', { min: 10 })).toBe('12')
    expect(leaveDigits('', { min: 10 })).toBe('')
  })

  test.each([
    ['5', '5'],
    ['99.99', '99.99'],
    ['12,5', '12.5'],
    ['0', '0'],
    ['0.5', '0.5'],
    ['', ''],
    // not taken: the text stays as it was
    ['100', 'before'],
    ['1.234', 'before'],
    ['.5', 'before'],
    ['00', 'before'],
    ['00.1', 'before'],
    ['-1', 'before'],
    ['1e1', 'before'],
    ['1.2.3', 'before'],
  ])('percentage: %j becomes %j [inputs.percentage]', (typed, expected) => {
    expect(filterPercentage(typed, 'before')).toBe(expected)
    expect(percentageRule().filter(typed, 'before')).toBe(expected)
  })

  test('a percentage is pasted as a page shows it', () => {
    expect(filterPercentage('%2,49', '')).toBe('2.49')
    expect(filterPercentage('2.49 %', '')).toBe('2.49')
    expect(filterPercentage('%100', '', true)).toBe('100')
  })

  test.each([
    ['1,1735', '1.1735'],
    ['1.1735', '1.1735'],
    // which of two marks is the decimal one is not guessed: such a text is refused
    ['1.234,5', '1.234,5'],
    ['1,234.5', '1,234.5'],
  ])('a rate of %s is kept as %s where the decimal mark is a comma', (typed, kept) => {
    expect(decimalTextRule(true).filter(typed, '')).toBe(kept)
    // elsewhere a comma parts thousands
    expect(decimalTextRule(false).filter(typed, '')).toBe(typed)
  })

  test('a percentage whose domain has 100 takes exactly 100 too', () => {
    expect(filterPercentage('100', '10', true)).toBe('100')
    expect(filterPercentage('100.5', '100', true)).toBe('100')
    expect(filterPercentage('101', '10', true)).toBe('10')
  })

  test('Swift codes in parts of 4, 2, 2 and 4 [inputs.swift]', () => {
    expect(splitSwift('DEUTDEFF500')).toEqual(['DEUT', 'DE', 'FF', '500'])
    expect(splitSwift('TGBATRISXXXX')).toEqual(['TGBA', 'TR', 'IS', 'XXXX'])
    expect(splitSwift('DEUTD')).toEqual(['DEUT', 'D'])
    expect(filterSwift('deut de ff-500 abcdef')).toBe('DEUTDEFF500A')
    expect(filterSwift('isbktris')).toBe('ISBKTRIS')
  })

  test('of a card the first 6 and last 4 digits are shown, the middle masked [inputs.card]', () => {
    expect(maskCard({ first6: '424242', last4: '4242' })).toBe('424242••••••4242')
    expect(maskCard({ first6: null, last4: '4242' })).toBe('••••••••••••4242')
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
