import { expect, test } from 'vitest'
import { isFreshSignIn } from './sca.rules.ts'

const now = new Date('2026-11-22T12:00:00Z')
const nowS = now.getTime() / 1000
const asked = { acrValues: ['urn:mfa'], maxAgeS: 300 }

test.each([
  ['as it is asked for', { acr: 'urn:mfa', auth_time: nowS - 10 }, true],
  ['at the limit', { acr: 'urn:mfa', auth_time: nowS - 300 }, true],
  ['too long ago', { acr: 'urn:mfa', auth_time: nowS - 331 }, false],
  ['in the future', { acr: 'urn:mfa', auth_time: nowS + 60 }, false],
  ['in a weaker way', { acr: 'urn:password', auth_time: nowS }, false],
  ['without a word on how', { auth_time: nowS }, false],
  ['without a word on when', { acr: 'urn:mfa' }, false],
])('a sign-in %s', (_, claims, isFresh) => {
  expect(isFreshSignIn(claims, asked, now)).toBe(isFresh)
})

test('where no way is named, none confirms', () => {
  expect(isFreshSignIn({ auth_time: nowS }, { ...asked, acrValues: [] }, now)).toBe(false)
})
