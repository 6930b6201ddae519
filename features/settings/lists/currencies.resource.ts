import { resource } from '@counterfoil/kit/contract/resource.ts'
import { text, wholeNumber } from '@counterfoil/kit/contract/resource-fields.ts'

const fields = {
  code: text(['Code', 'Kod']),
  name: text(['Name', 'Ad']),
  nameTr: text(['Name in Turkish', 'Türkçe adı']),
  decimalPlaces: wholeNumber(['Decimals', 'Ondalık']),
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
  one: ['Currency', 'Para birimi'],
  many: ['Currencies', 'Para birimleri'],
  about: [
    'A currency that is switched off leaves every list, and new payments in it are declined.',
    'Kapatılan para birimi tüm listelerden çıkar ve bu birimdeki yeni ödemeler reddedilir.',
  ],
  path: '/crm/settings/currencies',
  screen: { path: '/crm/settings/currencies', order: 160, icon: 'IconCoins' },
  permission: 'Settings.GeneralSettings.Currency.View',
  owner: 'switch',
  forAll: 'Platform.Settings.GeneralSettings.Currency',
})

/** The list itself: what is switched off here is off for every tenant. */
export const platformCurrencies = resource({
  ...list,
  id: 'platform-currencies',
  one: ['Platform currency', 'Platform para birimi'],
  many: ['Platform currencies', 'Platform para birimleri'],
  about: [
    'What is switched off here is off for every tenant, whatever it chose for itself.',
    'Burada kapatılan, kendi seçimi ne olursa olsun her kiracı için kapalıdır.',
  ],
  path: '/crm/settings/platform-currencies',
  screen: { path: '/crm/settings/platform-currencies', order: 200, icon: 'IconCoins' },
  audience: ['platform'],
  permission: 'Platform.Settings.GeneralSettings.Currency',
  owner: 'platform',
})
