import { expect, test } from 'vitest'
import { findActions, parseVerb } from './actions.rules.ts'

const actions = [
  { id: 'mode', name: 'Switch to Test', words: 'mode sandbox' },
  { id: 'invite', name: 'Invite a user', words: 'new colleague' },
]
const verbs = [{ id: 'refund', name: 'Refund', words: 'refund iade' }]

test.each([
  ['switch to test', ['mode']],
  ['sandbox', ['mode']],
  ['INV', ['invite']],
  ['colleague invite', ['invite']],
  ['  ', []],
  ['refund', []],
])('“%s” finds the actions %j', (typed, ids) => {
  expect(findActions(actions, typed).map(({ id }) => id)).toEqual(ids)
})

test('a verb goes with the text by which its record is found, in either language', () => {
  expect(parseVerb('Refund  HB-1042', verbs)).toMatchObject({ verb: verbs[0], text: 'HB-1042' })
  expect(parseVerb('İADE HB-1042 x', verbs)).toMatchObject({ text: 'HB-1042 x' })
  expect(parseVerb('refund ', verbs)).toBeUndefined()
  expect(parseVerb('HB-1042', verbs)).toBeUndefined()
})

test('the whole name of a verb asks for it too, before the text or, as in Turkish, behind it', () => {
  const turkish = [{ id: 'refund', name: 'İade et', words: 'refund iade geri' }]
  expect(parseVerb('iade et HB-1042', turkish)).toMatchObject({ text: 'HB-1042' })
  expect(parseVerb('HB-1042 iade et', turkish)).toMatchObject({ text: 'HB-1042' })
  expect(parseVerb('iade HB-1042', turkish)).toMatchObject({ text: 'HB-1042' })
  expect(parseVerb('iade et', turkish)).toBeUndefined()
  expect(parseVerb('late refund', verbs)).toBeUndefined()
})
