import { stageKinds } from '@counterfoil/features/settings/pipelines/kinds.schema.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import { choice, text, wholeNumber } from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

export const leadStatuses = resource({
  id: 'lead-statuses',
  one: msg('Lead status'),
  many: msg('Lead statuses'),
  about: msg('The statuses of leads, in your own words.'),
  path: '/crm/settings/crm/lead-statuses',
  screen: { path: '/crm/settings/crm/lead-statuses', order: 220, icon: 'IconFlag' },
  permission: 'Settings.CrmSettings.LeadStatus.View',
  table: 'lead_status',
  owner: 'tenant',
  fields: {
    name: text(msg('Name'), { max: 80 }),
    kind: choice(msg('Means'), stageKinds),
    sortOrder: wholeNumber(msg('Place'), { min: 1, max: 1000 }),
  },
  columns: ['name', 'kind', 'sortOrder', 'updatedAt'],
  sort: 'sortOrder',
  search: ['name'],
  filters: ['kind'],
  unique: [['name']],
})
