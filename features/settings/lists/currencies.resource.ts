import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import { text, wholeNumber } from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

const fields = {
  code: text(msg('Code')),
  name: text(msg('Name')),
  nameTr: text(msg('Name in Turkish')),
  decimalPlaces: wholeNumber(msg('Decimals')),
}

const list = {
  table: 'currency',
  key: 'code',
  fields,
  columns: ['code', 'name', 'nameTr', 'decimalPlaces', 'updatedAt'],
  sort: 'code',
  search: ['name', 'nameTr', 'code'],
  isSeeded: true,
} as const

export const currencies = resource({
  ...list,
  id: 'currencies',
  one: msg('Currency'),
  many: msg('Currencies'),
  about: msg(
    'A currency that is switched off leaves every list, and new payments in it are declined.',
  ),
  path: '/crm/settings/currencies',
  screen: { path: '/crm/settings/currencies', order: 160, icon: 'IconCoins' },
  permission: 'Settings.GeneralSettings.Currency.View',
  owner: 'switch',
  forAll: 'Platform.Settings.GeneralSettings.Currency',
})

/** The platform's list: a currency that is switched off here is off for every tenant. */
export const platformCurrencies = resource({
  ...list,
  id: 'platform-currencies',
  one: msg('Platform currency'),
  many: msg('Platform currencies'),
  about: msg('What is switched off here is off for every tenant, whatever it chose for itself.'),
  path: '/crm/settings/platform-currencies',
  screen: { path: '/crm/settings/platform-currencies', order: 200, icon: 'IconCoins' },
  audience: ['platform'],
  permission: 'Platform.Settings.GeneralSettings.Currency',
  owner: 'platform',
})
