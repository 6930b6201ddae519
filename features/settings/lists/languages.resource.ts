import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import { text } from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

export const languages = resource({
  id: 'languages',
  one: msg('Language'),
  many: msg('Languages'),
  about: msg(
    'A language that is switched off cannot be chosen. Users who chose it see the organisation’s language, or English. At least one stays on.',
  ),
  path: '/crm/settings/languages',
  screen: { path: '/crm/settings/languages', order: 170, icon: 'IconWorld' },
  permission: 'Settings.GeneralSettings.Language.View',
  table: 'language',
  key: 'code',
  owner: 'switch',
  forAll: 'Platform.Tenants.Features.Edit',
  fields: { code: text(msg('Code')), name: text(msg('Name')) },
  columns: ['name', 'code', 'updatedAt'],
  sort: 'name',
  search: ['name', 'code'],
  isSeeded: true,
})
