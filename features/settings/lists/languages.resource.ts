import { resource } from '@counterfoil/kit/contract/resource.ts'
import { text } from '@counterfoil/kit/contract/resource-fields.ts'

export const languages = resource({
  id: 'languages',
  one: ['Language', 'Dil'],
  many: ['Languages', 'Diller'],
  about: [
    'A language that is switched off is offered to nobody: who chose it is spoken to in the organisation’s, or in English. One stays on.',
    'Kapatılan dil kimseye sunulmaz: onu seçenlerle kuruluşun dilinde ya da İngilizce konuşulur. Biri açık kalır.',
  ],
  path: '/crm/settings/languages',
  screen: { path: '/crm/settings/languages', order: 170, icon: 'IconWorld' },
  permission: 'Settings.GeneralSettings.Language.View',
  table: 'language',
  key: 'code',
  owner: 'switch',
  forAll: 'Platform.Tenants.Features.View',
  fields: { code: text(['Code', 'Kod']), name: text(['Name', 'Ad']) },
  columns: ['name', 'code', 'updatedAt'],
  sort: 'name',
  search: ['name', 'code'],
  isSeeded: true,
})
