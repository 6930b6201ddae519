import { expect, test } from 'vitest'
import { type BillingLine, ledgerAccountsFor, objectionTo } from './billing.rules.ts'

const line = (more: Partial<BillingLine>): BillingLine => ({
  purpose: 'fee_income',
  merchantId: null,
  method: null,
  currency: null,
  ledgerAccountId: 'all',
  ...more,
})
const payment = {
  merchantId: 'm',
  method: 'card',
  currency: 'GBP',
  capturedMinor: 0n,
  ledgerAccounts: null,
}

test('the most particular setting holds: merchant, then method, then currency', () => {
  const lines = [
    line({}),
    line({ currency: 'GBP', ledgerAccountId: 'pounds' }),
    line({ method: 'card', ledgerAccountId: 'cards' }),
    line({ merchantId: 'm', ledgerAccountId: 'merchant' }),
    line({ merchantId: 'other', method: 'card', currency: 'GBP', ledgerAccountId: 'other' }),
  ]
  const without = (...ids: string[]) => lines.filter((one) => !ids.includes(one.ledgerAccountId))
  const chosen = (some: readonly BillingLine[]) => ledgerAccountsFor(payment, some)?.fee_income
  expect(chosen(lines)).toBe('merchant')
  expect(chosen(without('merchant'))).toBe('cards')
  expect(chosen(without('merchant', 'cards'))).toBe('pounds')
  expect(chosen(without('merchant', 'cards', 'pounds'))).toBe('all')
  expect(chosen(without('merchant', 'cards', 'pounds', 'all'))).toBeUndefined()
})

test('a payment stays where its first posting went, also where that was the standard account', () => {
  const before = { fee_income: 'before' }
  expect(ledgerAccountsFor({ ...payment, ledgerAccounts: before }, [line({})])).toBe(before)
  expect(ledgerAccountsFor({ ...payment, capturedMinor: 1n }, [line({})])).toBeNull()
})

test.each([
  ['fee_income', 'GBP', { accountType: 'income', currency: null }, undefined],
  ['fee_income', 'GBP', { accountType: 'income', currency: 'GBP' }, undefined],
  ['fee_income', 'EUR', { accountType: 'income', currency: 'GBP' }, 'billing.account_currency'],
  ['fee_income', null, { accountType: 'income', currency: 'GBP' }, 'billing.account_currency'],
  ['fee_income', null, { accountType: 'asset', currency: null }, 'billing.account_type'],
  ['merchant_available', null, { accountType: 'income', currency: null }, 'billing.account_type'],
])('%s in %s to %j: %s', (purpose, currency, account, code) => {
  expect(objectionTo({ purpose, currency }, account)?.code).toBe(code)
})
