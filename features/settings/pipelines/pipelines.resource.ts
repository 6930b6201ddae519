import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import { optional, text, yesNo } from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

export const pipelines = resource({
  id: 'pipelines',
  one: msg('Pipeline'),
  many: msg('Pipelines'),
  about: msg('The stages through which opportunities and projects go, in their order.'),
  path: '/pipelines',
  screen: { path: '/crm/settings/crm/pipelines', order: 215, icon: 'IconGitBranch' },
  permission: 'Settings.CrmSettings.Pipeline.View',
  table: 'pipeline',
  owner: 'tenant',
  fields: {
    name: text(msg('Name'), { max: 80 }),
    nameTr: optional(text(msg('Name in Turkish'), { max: 80, hint: msg('If empty: the name') })),
    isForOpportunities: yesNo(msg('For opportunities')),
    isForProjects: yesNo(msg('For projects')),
  },
  columns: ['name', 'nameTr', 'isForOpportunities', 'isForProjects', 'updatedAt'],
  sort: 'name',
  search: ['name', 'nameTr'],
  filters: ['isForOpportunities', 'isForProjects'],
  unique: [['name']],
  example: { nameTr: 'Satış', isForOpportunities: true, isForProjects: true },
})
