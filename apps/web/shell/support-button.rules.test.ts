import { expect, test } from 'vitest'
import { supportButtonOf } from './support-button.rules.ts'

const of = (permissions: string[], tenantSupportEmail: string | null = 'help@tenant.example') =>
  supportButtonOf({ permissions: new Set(permissions), tenantSupportEmail })

test('holders of the e-mail permission have a mail link instead, whatever lookup they hold [toolbar.support.email]', () => {
  const email = { kind: 'email', address: 'help@tenant.example' }
  expect(of(['Merchant.Support.EmailButton'])).toEqual(email)
  expect(of(['Merchant.Support.EmailButton', 'Merchant.Support.Lookup'])).toEqual(email)
  expect(of(['Merchant.Support.EmailButton'], null)).toEqual({ kind: 'none' })
})

test('any support lookup has the dialog, nobody else has either', () => {
  for (const lookup of [
    'CRM.Support.Lookup',
    'Merchant.Support.Lookup',
    'Platform.Support.Lookup',
  ]) {
    expect(of([lookup])).toEqual({ kind: 'dialog' })
  }
  expect(of([])).toEqual({ kind: 'none' })
  expect(of(['merchant.support.lookup'])).toEqual({ kind: 'none' })
})
