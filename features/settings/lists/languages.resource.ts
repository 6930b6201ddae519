import { resource } from '@counterfoil/kit/contract/resource.ts'
import { text } from '@counterfoil/kit/contract/resource-fields.ts'

export const languages = resource({
  id: 'languages',
  one: ['Language', 'Dil'],
  many: ['Languages', 'Diller'],
  about: [
    'A language that is switched off is offered to nobody.',
    'Kapatılan dil kimseye sunulmaz.',
  ],
  path: '/crm/settings/languages',
  screen: { path: '/crm/settings/languages', order: 170, icon: 'IconWorld' },
  permission: 'Settings.GeneralSettings.Language.View',
  table: 'language',
  key: 'code',
  owner: 'switch',
  fields: { code: text(['Code', 'Kod']), name: text(['Name', 'Ad']) },
  columns: ['name', 'code', 'updatedAt'],
  sort: 'name',
  search: ['name', 'code'],
  isGiven: true,
})
