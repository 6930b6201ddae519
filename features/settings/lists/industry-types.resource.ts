import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import { text } from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

export const industryTypes = resource({
  id: 'industry-types',
  one: msg('Industry type'),
  many: msg('Industry types'),
  about: msg(
    'Merchant category codes of ISO 18245. An industry that is switched off leaves every list, and new payments of its merchants are declined.',
  ),
  path: '/crm/settings/industry-types',
  screen: { path: '/crm/settings/industry-types', order: 420, icon: 'IconBuildingStore' },
  permission: 'manageIndustryTypes',
  table: 'industry_type',
  key: 'code',
  owner: 'switch',
  forAll: 'Platform.Tenants.Features.Edit',
  fields: {
    code: text(msg('Code')),
    name: text(msg('Name')),
    nameTr: text(msg('Name in Turkish')),
  },
  columns: ['code', 'name', 'nameTr', 'updatedAt'],
  sort: 'code',
  search: ['name', 'nameTr', 'code'],
  isSeeded: true,
})
