import { resource } from '@counterfoil/kit/contract/resource.ts'
import { text, yesNo } from '@counterfoil/kit/contract/resource-fields.ts'

export const serviceProviders = resource({
  id: 'service-providers',
  one: ['Service provider', 'Hizmet sağlayıcı'],
  many: ['Service provider', 'Hizmet sağlayıcı'],
  about: [
    'A provider that is switched off leaves every list and gets no new payments. Payments under way finish.',
    'Kapatılan sağlayıcı tüm listelerden çıkar ve yeni ödeme almaz. Süren ödemeler tamamlanır.',
  ],
  path: '/crm/settings/service-provider',
  screen: { path: '/crm/settings/service-provider', order: 90, icon: 'IconBuildingBank' },
  permission: 'Settings.PaymentSettings.ServiceProvider.View',
  table: 'service_provider',
  key: 'code',
  owner: 'switch',
  forAll: 'Platform.Tenants.Features.View',
  fields: {
    code: text(['Code', 'Kod']),
    name: text(['Name', 'Ad']),
    isSandbox: yesNo(['Sandbox', 'Deneme ortamı']),
  },
  columns: ['name', 'code', 'isSandbox', 'updatedAt'],
  sort: 'name',
  search: ['name', 'code'],
  filters: ['isSandbox'],
  isSeeded: true,
})
