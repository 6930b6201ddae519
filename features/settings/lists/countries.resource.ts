import { resource } from '@counterfoil/kit/contract/resource.ts'
import { text } from '@counterfoil/kit/contract/resource-fields.ts'

export const countries = resource({
  id: 'countries',
  one: ['Country', 'Ülke'],
  many: ['Countries', 'Ülkeler'],
  about: [
    'A country that is switched off leaves every list, and payments of customers from it are declined.',
    'Kapatılan ülke tüm listelerden çıkar ve o ülkedeki müşterilerin ödemeleri reddedilir.',
  ],
  path: '/crm/settings/countries',
  screen: { path: '/crm/settings/countries', order: 150, icon: 'IconWorld' },
  permission: 'Settings.GeneralSettings.Country.View',
  table: 'country',
  key: 'code',
  owner: 'switch',
  forAll: 'Platform.Tenants.Features.View',
  fields: {
    code: text(['Code', 'Kod']),
    name: text(['Name', 'Ad']),
    nameTr: text(['Name in Turkish', 'Türkçe adı']),
  },
  columns: ['name', 'nameTr', 'code', 'updatedAt'],
  sort: 'name',
  search: ['name', 'nameTr', 'code'],
  isSeeded: true,
})
