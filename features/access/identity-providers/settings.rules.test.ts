import { expect, test } from 'vitest'
import { daysUntil, reminderOf, settingsOf } from './settings.rules.ts'

test.each([
  ['2026-12-24T10:00:00Z', 31, undefined],
  ['2026-12-25T10:00:00Z', 30, 30],
  ['2027-01-16T10:00:00Z', 8, 30],
  ['2027-01-17T00:00:00Z', 7, 7],
  ['2027-01-23T10:00:00Z', 1, 1],
  ['2027-01-24T23:59:58Z', 0, 1],
  ['2027-01-25T00:00:00Z', -1, 'over'],
])(
  'at %s a secret that expires on 24 January has %i days, and the reminder of %s',
  (now, days, reminder) => {
    expect(daysUntil('2027-01-24', new Date(now))).toBe(days)
    expect(reminderOf(days)).toBe(reminder)
  },
)

test('what was left empty is what most providers use, and an id token is always asked for', () => {
  const row = {
    ...{ name: 'Staff', issuer: 'https://example.com', client_id: 'portal', scopes: 'email' },
    ...{ email_claim: null, given_name_claim: null, family_name_claim: null, groups_claim: null },
    email_verified: 'assumed',
  }
  expect(settingsOf(row)).toMatchObject({
    scopes: 'openid email',
    emailClaim: 'email',
    groupsClaim: null,
    isEmailAssumed: true,
  })
})
