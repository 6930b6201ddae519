import { resource } from '@counterfoil/kit/contract/resource.ts'
import { text, yesNo } from '@counterfoil/kit/contract/resource-fields.ts'

export const pipelines = resource({
  id: 'pipelines',
  one: ['Pipeline', 'Süreç'],
  many: ['Pipelines', 'Süreçler'],
  about: [
    'The stages through which opportunities and projects go, in their order.',
    'Fırsatların ve projelerin sırayla geçtiği aşamalar.',
  ],
  path: '/pipelines',
  screen: { path: '/crm/settings/crm/pipelines', order: 215, icon: 'IconGitBranch' },
  permission: 'Settings.CrmSettings.Pipeline.View',
  table: 'pipeline',
  owner: 'tenant',
  fields: {
    name: text(['Name', 'Ad'], { max: 80 }),
    nameTr: text(['Name in Turkish', 'Türkçe adı'], { max: 80 }),
    isForOpportunities: yesNo(['For opportunities', 'Fırsatlar için']),
    isForProjects: yesNo(['For projects', 'Projeler için']),
  },
  columns: ['name', 'nameTr', 'isForOpportunities', 'isForProjects', 'updatedAt'],
  sort: 'name',
  search: ['name', 'nameTr'],
  filters: ['isForOpportunities', 'isForProjects'],
  unique: [['name']],
  usedBy: [
    {
      table: 'pipeline_item',
      column: 'pipeline_id',
      what: ['Opportunities and projects', 'Fırsatlar ve projeler'],
    },
  ],
  example: { isForOpportunities: true, isForProjects: true },
})
