import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import { optional, text } from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

export const activitySets = resource({
  id: 'activity-sets',
  one: msg('Activity set'),
  many: msg('Activity sets'),
  about: msg('Tasks created when a record reaches a stage: what, by when and by whom.'),
  path: '/crm/settings/crm/activity-sets',
  screen: { path: '/crm/settings/crm/activity-sets', order: 225, icon: 'IconChecklist' },
  permission: 'Settings.CrmSettings.ActivitySet.View',
  table: 'activity_set',
  owner: 'tenant',
  fields: {
    name: text(msg('Name'), { max: 120 }),
    description: optional(text(msg('Description'))),
  },
  columns: ['name', 'description', 'updatedAt'],
  sort: 'name',
  search: ['name', 'description'],
  unique: [['name']],
})
