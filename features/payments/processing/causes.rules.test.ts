import { disputeCodes } from '@counterfoil/features/payments/action-options/reasons.rules.ts'
import { declines } from '@counterfoil/providers/acquirers/sandbox/scenarios.ts'
import { describe, expect, test } from 'vitest'
import { causeCodes, causeText, storedCause, storedSentence } from './causes.rules.ts'

const old = (cause: string) => ({ cause, causeCode: null, causeValues: null })

test('every code is said in both languages, with the same values', () => {
  const named = (text: string | null) => [...(text ?? '').matchAll(/\{\w+\}|<\w+>/g)].join()
  for (const causeCode of causeCodes) {
    const switched = { method: '<m>', currency: '<c>', country: '<n>', industry: '<i>' }
    const values = {
      ...{ provider: '<p>', from: '<f>', to: '<t>', why: '<w>', due: '<d>' },
      ...switched,
    }
    const cause = { cause: null, causeCode, causeValues: values }
    const [english, turkish] = [causeText(cause, 'en'), causeText(cause, 'tr')]
    expect(turkish, causeCode).not.toBe(english)
    expect(named(english).split(',').toSorted()).toEqual(named(turkish).split(',').toSorted())
  }
})

test('what the sandbox declines with and what is disputed for have codes', () => {
  for (const code of Object.keys(declines)) expect(causeCodes).toContain(code)
  for (const { id } of disputeCodes) expect(causeCodes).toContain(`dispute.${id}`)
})

describe('a cause', () => {
  test('is stored by its code with values, and told in the language of the reader', () => {
    const stored = storedCause({ code: 'sent', values: { provider: 'sandbox_alpha' } })
    expect(stored).toEqual({
      cause: null,
      causeCode: 'sent',
      causeValues: { provider: 'sandbox_alpha' },
    })
    expect(causeText(stored, 'en')).toBe('Sent to sandbox_alpha')
    expect(causeText(stored, 'tr')).toBe('sandbox_alpha sağlayıcısına gönderildi')
    const why = { from: 'a', why: 'acquirer_limit', to: 'b' }
    expect(causeText(storedCause({ code: 'cascaded', values: why }), 'tr')).toBe(
      'a: Üye iş yeri bankası hesabının sınırına ulaşıldı. b sağlayıcısına gönderildi',
    )
  })

  test('of a row from before there were codes reads on, in Turkish too', () => {
    expect(causeText(old('Sent to sandbox_beta'), 'tr')).toBe(
      'sandbox_beta sağlayıcısına gönderildi',
    )
    expect(causeText(old('a: Insufficient funds. Sent on to b'), 'tr')).toBe(
      'a: Yetersiz bakiye. b sağlayıcısına gönderildi',
    )
    expect(causeText(old('Insufficient funds'), 'tr')).toBe('Yetersiz bakiye')
    expect(causeText(old('Sent to sandbox_beta'), 'en')).toBe('Sent to sandbox_beta')
  })

  test('of a decline is told from its code and English text, with what the text names', () => {
    const said = (causeCode: string, cause: string) =>
      causeText({ cause, causeCode, causeValues: null }, 'tr')
    const off = 'Payments of merchants in industry 5942 are switched off'
    expect(said('industry.switched_off', off)).toBe(
      '5942 sektöründeki üye iş yerlerinin ödemeleri kapalı',
    )
    expect(said('method.switched_off', 'Payments by card are switched off')).toBe(
      'Kart ile ödemeler kapalı',
    )
    expect(said('country.switched_off', 'Payments of customers from DE are switched off')).toBe(
      'Almanya ülkesindeki müşterilerin ödemeleri kapalı',
    )
    expect(said('risk.amount_too_high', 'Above what the merchant may take in one payment')).toBe(
      'Üye iş yerinin tek ödemede alabileceği tutarın üzerinde',
    )
    expect(said('merchant.on_hold', 'The merchant is on hold')).toBe('Üye iş yeri beklemede')
  })

  test('in people’s or acquirers’ own words stays as it was said', () => {
    for (const language of ['en', 'tr'] as const) {
      expect(causeText(storedCause('Too late, sent to the wrong house'), language)).toBe(
        'Too late, sent to the wrong house',
      )
      const foreign = storedCause({ code: 'r42', text: 'Issuer says no' })
      expect(foreign).toEqual({ cause: 'Issuer says no', causeCode: 'r42', causeValues: null })
      expect(causeText(foreign, language)).toBe('Issuer says no')
      expect(causeText(storedCause(null), language)).toBeNull()
      expect(causeText(storedCause('constructor'), language)).toBe('constructor')
    }
  })
})

test.each([
  ['Yetersiz bakiye', 'Insufficient funds'],
  ['yetersiz bakiye', 'Insufficient funds'],
  ['ÜYE İŞ YERİ ASKIDA', 'The merchant is suspended'],
  ['insufficient funds', 'insufficient funds'],
  ['Ask again on Monday', 'Ask again on Monday'],
])('%s is found as it is stored: %s', (read, stored) => {
  expect(storedSentence(read)).toBe(stored)
})
