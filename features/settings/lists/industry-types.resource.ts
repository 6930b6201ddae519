import { resource } from '@counterfoil/kit/contract/resource.ts'
import { text } from '@counterfoil/kit/contract/resource-fields.ts'

export const industryTypes = resource({
  id: 'industry-types',
  one: ['Industry type', 'Sektör'],
  many: ['Industry types', 'Sektörler'],
  about: [
    'Merchant category codes of ISO 18245. An industry that is switched off leaves every list, and new payments of its merchants are declined.',
    'ISO 18245 üye iş yeri sınıf kodları. Kapatılan sektör tüm listelerden çıkar ve o sektördeki iş yerlerinin yeni ödemeleri reddedilir.',
  ],
  path: '/crm/settings/industry-types',
  screen: { path: '/crm/settings/industry-types', order: 420, icon: 'IconBuildingStore' },
  permission: 'manageIndustryTypes',
  table: 'industry_type',
  key: 'code',
  owner: 'switch',
  forAll: 'Platform.Tenants.Features.View',
  fields: { code: text(['Code', 'Kod']), name: text(['Name', 'Ad']) },
  columns: ['code', 'name', 'updatedAt'],
  sort: 'code',
  search: ['name', 'code'],
  isSeeded: true,
})
