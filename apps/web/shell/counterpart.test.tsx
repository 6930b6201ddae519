import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import type { SignedInUser } from '@counterfoil/kit/web/session/user.tsx'
import { expect, test } from 'vitest'
import { screens } from '../screens.ts'
import { counterpartOf } from './counterpart.rules.ts'

const userOf = (audience: Audience, ...permissions: string[]) =>
  ({ audience, permissions: new Set(permissions) }) as unknown as SignedInUser
const merchant = userOf('merchant', 'Merchant.Transaction.View', 'Merchant.Support.Lookup')

function follow(path: string, params: Record<string, string>, user: SignedInUser) {
  const of = screens.find((one) => one.path === path)
  if (of === undefined) throw new Error(`No screen at ${path}`)
  return counterpartOf(screens, of, params, user)
}

test.each([
  [
    '/transaction-management/transaction-lookup/:id',
    { id: '7' },
    '/merchant/transaction-management/transaction-lookup/7',
  ],
  [
    '/tenant/support-tickets/:customerId/:ticketId',
    { customerId: 'c', ticketId: 't' },
    '/merchant/support-tickets/t',
  ],
])('an operator’s link to %s leads a merchant to their own', (path, params, own) =>
  expect(follow(path, params, merchant)).toBe(own),
)

test('a merchant’s link leads an operator to theirs, and nobody to what they may not open', () => {
  const path = '/merchant/transaction-management/transaction-lookup/:id'
  expect(follow(path, { id: '7' }, userOf('tenant', 'CRM.Transaction.View'))).toBe(
    '/transaction-management/transaction-lookup/7',
  )
  expect(follow(path, { id: '7' }, userOf('tenant'))).toBeUndefined()
})

test('what needs more than the address says has no counterpart', () => {
  const path = '/merchant/support-tickets/:ticketId'
  expect(
    follow(path, { ticketId: 't' }, userOf('platform', 'Platform.Support.Lookup')),
  ).toBeUndefined()
})
