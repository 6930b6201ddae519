import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import { text } from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

export const countries = resource({
  id: 'countries',
  one: msg('Country'),
  many: msg('Countries'),
  about: msg(
    'A country that is switched off leaves every list, and payments of customers from it are declined.',
  ),
  path: '/crm/settings/countries',
  screen: { path: '/crm/settings/countries', order: 150, icon: 'IconWorld' },
  permission: 'Settings.GeneralSettings.Country.View',
  table: 'country',
  key: 'code',
  owner: 'switch',
  forAll: 'Platform.Tenants.Features.Edit',
  fields: {
    code: text(msg('Code')),
    name: text(msg('Name')),
    nameTr: text(msg('Name in Turkish')),
  },
  columns: ['name', 'nameTr', 'code', 'updatedAt'],
  sort: 'name',
  search: ['name', 'nameTr', 'code'],
  isSeeded: true,
})
