import { expect, test } from 'vitest'
import { mayRenew, requireRevocable, retryAt, stateParts } from './connections.rules.ts'

const id = '01a216c8-87d1-77ec-bcc9-079e4287ad11'
const secret = 'A'.repeat(43)
const expiresAt = new Date('2027-01-01T00:00:00Z')

test('a state is an id and a secret, and nothing else', () => {
  expect(stateParts(`${id}.${secret}`)).toEqual({ id, secret })
  for (const state of ['', id, `${id}.`, `${id}.short`, `x${id}.${secret}`, `${id}.${secret}.x`]) {
    expect(stateParts(state)).toBeUndefined()
  }
})

test('what is in use or has expired is renewed, once', () => {
  const held = (
    state: Parameters<typeof mayRenew>[0]['state'],
    renewedById: string | null = null,
  ) => mayRenew({ state, expiresAt, renewedById })
  expect(held('Authorised')).toBe(true)
  expect(held('Expired')).toBe(true)
  expect(held('Authorised', id)).toBe(false)
  expect(held('Rejected')).toBe(false)
  expect(held('Revoked')).toBe(false)
  expect(held('AwaitingAuthorisation')).toBe(false)
})

test('what has ended is not revoked', () => {
  expect(() => requireRevocable({ state: 'Authorised' })).not.toThrow()
  expect(() => requireRevocable({ state: 'Expired' })).toThrow('has ended')
})

test('a bank is notified again soon, then ever less often, and never gives up', () => {
  const at = new Date(0)
  const waits = [0, 1, 2, 30, 1_000].map((tries) => retryAt(at, tries).getTime())
  expect(waits).toEqual([15_000, 30_000, 60_000, 21_600_000, 21_600_000])
})
