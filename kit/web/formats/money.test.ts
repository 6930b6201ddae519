import { decimalPlacesOf, formatAmount, moneyText } from '@counterfoil/kit/contract/money.ts'
import { data } from 'currency-codes'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseAmount, parseNumber, typedAmount, typedNumber } from './money.tsx'

describe('decimals of a currency', () => {
  test('are those of the user context where it lists the currency', () => {
    const known = new Map([['XTS', { decimalPlaces: 5 }]])
    expect(decimalPlacesOf('XTS', known)).toBe(5)
  })

  test('agree with ISO 4217 for every currency in use', () => {
    const wrong = data
      // codes of metals, funds and tests are no money
      .filter(({ code }) => !/^X(AG|AU|B.|DR|PD|PT|SU|TS|UA|XX)$/.test(code))
      .filter(({ code, digits }) => decimalPlacesOf(code, new Map()) !== digits)
      .map(({ code, digits }) => `${code} has ${digits}`)
    expect(wrong).toEqual([])
  })
})

describe('amounts', () => {
  test('are shown with the currency’s decimals and the locale’s marks', () => {
    expect(formatAmount(123456, 2, 'en-GB')).toBe('1,234.56')
    expect(formatAmount(123456, 2, 'tr-TR')).toBe('1.234,56')
    expect(formatAmount(123456, 0, 'en-GB')).toBe('123,456')
    expect(formatAmount(123456, 3, 'en-GB')).toBe('123.456')
    expect(formatAmount(-5, 2, 'en-GB')).toBe('-0.05')
  })

  test('are exact however large', () => {
    expect(formatAmount(900719925474099399n, 2, 'en-GB')).toBe('9,007,199,254,740,993.99')
  })

  test('what is shown can be typed again, with groups and without, in any locale', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.integer({ min: 0, max: 4 }), (amount, places) => {
        for (const locale of ['en-GB', 'tr-TR', 'fr-FR', 'de-CH']) {
          expect(parseAmount(typedAmount(amount, places, locale), places, locale)).toBe(amount)
          expect(parseAmount(formatAmount(amount, places, locale), places, locale)).toBe(amount)
        }
      }),
    )
  })

  test.each([
    ['12.5', 2, 1250],
    ['12,5', 2, 1250],
    ['12.', 2, 1200],
    ['1250', 0, 1250],
    ['1.234', 3, 1234],
    ['1,250', 2, 125000],
    ['1,250.00', 2, 125000],
    ['12,345,678.9', 2, 1234567890],
    ['1,25.00', 2, undefined],
    ['1,2500', 2, undefined],
    ['1.250,00', 2, undefined],
    ['12.345', 2, undefined],
    ['1.5', 0, undefined],
    ['-5', 2, undefined],
    ['1e3', 2, undefined],
    ['', 2, undefined],
    ['99999999999999999999', 2, undefined],
  ])('%j at %i decimals is %j [inputs.decimal]', (typed, places, amount) => {
    expect(parseAmount(typed, places, 'en-GB')).toBe(amount)
  })

  test.each([
    ['1.250,00', 125000],
    ['1.250', 125000],
    ['12,5', 1250],
    ['12.50', 1250],
    ['1,250.00', undefined],
    ['0.500', undefined],
    ['-5', undefined],
  ])('%j in Turkish is %j', (typed, amount) => {
    expect(parseAmount(typed, 2, 'tr-TR')).toBe(amount)
  })

  test('are money in each language where a refusal names them', () => {
    expect(moneyText(123450n, 'GBP')).toEqual({ en: '1,234.50 GBP', tr: '1.234,50 GBP' })
    expect(moneyText(1234, 'KWD').en).toBe('1.234 KWD')
  })
})

describe('numbers', () => {
  test.each([
    ['2,5', 2.5],
    ['1.500', 1500],
    ['1.500,25', 1500.25],
    ['1.234.567,5', 1234567.5],
    ['-2,5', -2.5],
    ['2.5', 2.5],
    ['0.500', 0.5],
    ['0,125', 0.125],
    [' 7 ', 7],
    ['7,', 7],
    ['1.50,25', undefined],
    ['1.5.2', undefined],
    ['2,5,1', undefined],
    ['1,500.25', undefined],
    ['.5', undefined],
    ['-', undefined],
    ['', undefined],
  ])('%j in Turkish is %j', (typed, value) => {
    expect(parseNumber(typed, 'tr-TR')).toBe(value)
  })

  test('what is shown can be typed again in any locale', () => {
    const decimals = fc.integer({ min: -1e9, max: 1e9 }).map((units) => units / 1000)
    fc.assert(
      fc.property(decimals, (value) => {
        for (const locale of ['en-GB', 'tr-TR', 'fr-FR', 'de-CH']) {
          const typed = typedNumber(value, locale)
          expect(parseNumber(typed, locale)).toBe(value)
        }
      }),
    )
  })
})
