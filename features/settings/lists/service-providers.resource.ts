import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import { text, yesNo } from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

export const serviceProviders = resource({
  id: 'service-providers',
  one: msg('Service provider'),
  many: msg('Service provider'),
  about: msg(
    'A provider that is switched off is removed from all lists and gets no new payments. Payments in progress are completed.',
  ),
  path: '/crm/settings/service-provider',
  screen: { path: '/crm/settings/service-provider', order: 90, icon: 'IconBuildingBank' },
  permission: 'Settings.PaymentSettings.ServiceProvider.View',
  table: 'service_provider',
  key: 'code',
  owner: 'switch',
  forAll: 'Platform.Tenants.Features.Edit',
  fields: {
    code: text(msg('Code')),
    name: text(msg('Name')),
    isSandbox: yesNo(msg('Sandbox')),
  },
  columns: ['name', 'code', 'isSandbox', 'updatedAt'],
  sort: 'name',
  search: ['name', 'code'],
  filters: ['isSandbox'],
  isSeeded: true,
})
