import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { expect, test } from 'vitest'
import {
  type ActionFacts,
  type ConfirmationLevel,
  hoursOf,
  levelsFor,
  missingConfirmations,
  personalMailbox,
  personKeys,
  refusalToConfirm,
} from './confirmations.rules.ts'

const level: ConfirmationLevel = {
  name: 'Refunds',
  actions: ['refund', 'reverse'],
  mode: null,
  currency: null,
  amountMinor: null,
  onlyNewPayees: false,
  makerRoleId: null,
  confirmers: 1,
  confirmerRoleId: null,
  confirmerRoleName: null,
  hours: 72,
}
const facts: ActionFacts = {
  action: 'refund',
  mode: 2,
  currency: 'GBP',
  amountMinor: 10_000n,
  makerRoleId: 'cashier',
  isNewPayee: false,
}

test.each<[string, Partial<ConfirmationLevel>, Partial<ActionFacts>, boolean]>([
  ['for its action', {}, {}, true],
  ['for another action', {}, { action: 'payout' }, false],
  ['in its mode', { mode: 2 }, {}, true],
  ['in the other mode', { mode: 1 }, {}, false],
  ['in its currency', { currency: 'GBP' }, {}, true],
  ['in another currency', { currency: 'EUR' }, {}, false],
  ['at its amount', { currency: 'GBP', amountMinor: 10_000n }, {}, true],
  ['below its amount', { currency: 'GBP', amountMinor: 10_001n }, {}, false],
  ['for a maker with its role', { makerRoleId: 'cashier' }, {}, true],
  ['for a maker with another', { makerRoleId: 'chief' }, {}, false],
  ['for an API key, of a role', { makerRoleId: 'chief' }, { makerRoleId: null }, false],
  ['for an API key, of anyone', {}, { makerRoleId: null }, true],
  ['for a new payee', { onlyNewPayees: true }, { isNewPayee: true }, true],
  ['for a known payee', { onlyNewPayees: true }, {}, false],
])('a level applies %s: %#', (_, some, other, applies) => {
  const found = levelsFor([{ ...level, ...some }], { ...facts, ...other })
  expect(found.length === 1).toBe(applies)
})

test('of several levels each has to be met, and the shortest time counts', () => {
  const both = [level, { ...level, name: 'Large refunds', confirmers: 2, hours: 4 }]
  const found = levelsFor(both, facts)
  expect(found.map(({ name }) => name)).toEqual(['Refunds', 'Large refunds'])
  expect(hoursOf(found)).toBe(4)
})

const asks = (confirmers: number, roleId: string | null = null) => ({
  level: 'Refunds',
  confirmers,
  roleId,
  roleName: roleId,
})

test.each([
  ['one of any role', [asks(1)], ['cashier'], 0],
  ['two of any role', [asks(2)], ['cashier'], 1],
  ['one of a role that nobody had', [asks(1, 'chief')], ['cashier'], 1],
  ['two levels, met by one person', [asks(1), asks(1, 'chief')], ['chief'], 0],
  ['two levels, of which one is met', [asks(1), asks(2, 'chief')], ['cashier', 'chief'], 1],
])('%s', (_, requirements, roles, missing) => {
  expect(
    missingConfirmations(
      requirements,
      roles.map((roleId) => ({ roleId })),
    ),
  ).toBe(missing)
})

test.each([
  ['Ada@Example.com', 'ada@example.com'],
  ['ada+refunds@example.com', 'ada@example.com'],
  [' a.d.a+x@googlemail.com ', 'ada@gmail.com'],
  ['a.da@example.com', 'a.da@example.com'],
])('%s is the mailbox %s', (email, mailbox) => {
  expect(personalMailbox(email)).toBe(mailbox)
})

const now = new Date('2026-11-24T12:00:00Z')
const person = (id: string, email = `${id}@example.com`, roleId = 'cashier', subject = id) => ({
  id,
  side: 'operator' as const,
  roleId,
  keys: personKeys({ userId: id, email, issuer: null, subject }),
})
const maker = person('maker')
const waiting = {
  state: 'waiting',
  side: 'operator' as const,
  expiresAt: new Date('2026-11-25T12:00:00Z'),
  isOutdated: false,
  makerId: 'maker',
  makerKeys: maker.keys,
  requirements: [asks(2)],
  confirmers: [person('first')],
}

test.each<[string, Partial<typeof waiting>, ReturnType<typeof person>, string | undefined]>([
  ['another person', {}, person('second'), undefined],
  ['the maker', {}, maker, 'confirmation.own'],
  [
    'the maker, by a second account',
    {},
    person('x', 'Maker+2@example.com'),
    'confirmation.same_person',
  ],
  [
    'the maker, by the same identity',
    {},
    person('x', 'x@y.example', 'cashier', 'maker'),
    'confirmation.same_person',
  ],
  ['who confirmed already', {}, person('first'), 'confirmation.confirmed'],
  [
    'who confirmed, by a second account',
    {},
    person('x', 'FIRST@example.com'),
    'confirmation.same_person',
  ],
  ['without the role', { requirements: [asks(1, 'chief')] }, person('second'), 'confirmation.role'],
  [
    'with the role',
    { requirements: [asks(1, 'chief')] },
    person('second', 's@x.example', 'chief'),
    undefined,
  ],
  ['when it is changed', { isOutdated: true }, person('second'), 'confirmation.changed'],
  ['when it is over', { expiresAt: now }, person('second'), 'confirmation.expired'],
  ['when it ended', { state: 'rejected' }, person('second'), 'confirmation.ended'],
])('%s: may confirm, or why not', (_, some, who, code) => {
  const refusal = refusalToConfirm({ ...waiting, ...some }, who, now)
  if (code === undefined) expect(refusal).toBeUndefined()
  else expect(refusal).toBeInstanceOf(Problem)
  expect(refusal?.code).toBe(code)
})
