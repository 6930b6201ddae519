import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import { blacklisted, cardHint, listing, longList } from './listed-fields.schema.ts'

const msg = messagesOf(import.meta.url)

export const blacklist = resource({
  id: 'blacklist',
  one: msg('Blacklist entry'),
  many: msg('Antifraud blacklist'),
  about: msg('Payments of those listed here are blocked before an acquirer is contacted.'),
  path: '/crm/settings/antifraud/blacklist',
  screen: { path: '/crm/settings/antifraud/blacklist', order: 300, icon: 'IconListCheck' },
  permission: 'Settings.AntifraudSettings.Blacklist.View',
  table: 'blacklist_entry',
  owner: 'tenant',
  fields: {
    ...blacklisted,
    ...listing,
  },
  computedFields: { cardHint },
  columns: ['value', 'kind', 'reason', 'expiresAt', 'updatedAt'],
  filters: ['kind'],
  unique: [['value', 'kind']],
  ...longList,
})
