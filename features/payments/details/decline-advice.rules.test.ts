import { causeCodes } from '@counterfoil/features/payments/processing/causes.rules.ts'
import { declines } from '@counterfoil/providers/acquirers/sandbox/scenarios.ts'
import { expect, test } from 'vitest'
import { adviceFor, declineKind } from './decline-advice.rules.ts'

const said = (code: string | null, isSoft: boolean | null = null, isOperator = true) =>
  adviceFor({ code, isSoft, isOperator }).en

test('a stolen card is not tried again, an empty one later, and a fault of the acquirer soon', () => {
  expect(said('stolen_card', false)).toContain('Do not try this card again')
  expect(said('insufficient_funds', false)).toContain('another card')
  expect(said('processing_error', true)).toContain('Nothing is wrong with the card')
})

test('a card that may be tried again is not called a hard decline beside that advice', () => {
  const kindOf = (code: string, isSoft: boolean | null) => declineKind({ code, isSoft })
  expect(kindOf('insufficient_funds', false)).toBeNull()
  expect(kindOf('incorrect_security_code', false)).toBeNull()
  expect(kindOf('stolen_card', false)).toBe('hard')
  expect(kindOf('57', false)).toBe('hard')
  expect(kindOf('issuer_unavailable', true)).toBe('soft')
  expect(kindOf('antifraud.blocked', null)).toBeNull()
})

test('a code that nobody knows goes by soft and hard', () => {
  expect(said('05', true)).toContain('tries again later')
  expect(said('05', false)).toContain('refused again')
  expect(said(null)).toBe('Ask the customer to try again, or to pay in another way.')
})

test('what we refuse ourselves says so, to merchants without naming what is not theirs', () => {
  for (const code of ['antifraud.blocked', 'routing.no_mid', 'merchant.on_hold']) {
    expect(said(code, null, true)).not.toBe(said(code, null, false))
    expect(said(code, null, false)).not.toMatch(/rule|acquirer/)
  }
})

test('every decline of the sandbox and of our own has an advice of its own kind', () => {
  const known = [
    ...Object.keys(declines),
    ...causeCodes.filter((code) => /^(routing|merchant|method|risk)\./.test(code)),
  ]
  const without = known.filter(
    (code) =>
      said(code) === said(null) && !['exceeds_authorisation', 'not_incrementable'].includes(code),
  )
  expect(without).toEqual([])
})
