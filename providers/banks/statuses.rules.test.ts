import { describe, expect, test } from 'vitest'
import { consentStateOf, oldWordOf, paymentStateOf } from './statuses.ts'
import { minorOf } from './wire-amounts.ts'

describe('statuses of 4.0 and of 3.1 mean the same', () => {
  test.each([
    ['AWAU', 'AwaitingAuthorisation'],
    ['AUTH', 'Authorised'],
    ['RJCT', 'Rejected'],
    ['CANC', 'Revoked'],
    ['EXPD', 'Expired'],
    ['COND', 'Consumed'],
  ])('of a consent: %s', (status, state) => {
    expect(consentStateOf(status)).toBe(state)
    expect(consentStateOf(oldWordOf(status))).toBe(state)
  })

  test.each([
    ['RCVD', 'Pending'],
    ['ACSP', 'Pending'],
    ['ACWP', 'Pending'],
    ['BLCK', 'Pending'],
    ['ACSC', 'Completed'],
    ['ACCC', 'Completed'],
    ['RJCT', 'Rejected'],
  ])('of a payment: %s', (status, state) => {
    expect(paymentStateOf(status)).toBe(state)
    expect(paymentStateOf(oldWordOf(status))).toBe(state)
  })

  test('an unknown word decides nothing', () => {
    expect(paymentStateOf('NEWS')).toBe('Pending')
    expect(consentStateOf('NEWS')).toBe('AwaitingAuthorisation')
  })
})

test.each([
  ['12.50', 1250n],
  ['12.5', 1250n],
  ['7', 700n],
  ['0.01000', 1n],
  ['9999999999999.99', 999999999999999n],
  ['12.505', undefined],
  ['-1', undefined],
  ['1e3', undefined],
  ['', undefined],
])('an amount on the wire: %s', (text, minor) => {
  expect(minorOf(text, 2)).toBe(minor)
})
