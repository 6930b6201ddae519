import { stageKinds } from '@counterfoil/features/settings/pipelines/kinds.contract.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import { choice, text, wholeNumber } from '@counterfoil/kit/contract/resource-fields.ts'

export const leadStatuses = resource({
  id: 'lead-statuses',
  one: ['Lead status', 'Aday durumu'],
  many: ['Lead statuses', 'Aday durumları'],
  about: [
    'How far a lead has come, in your own words.',
    'Bir adayın geldiği nokta, kendi sözcüklerinizle.',
  ],
  path: '/crm/settings/crm/lead-statuses',
  screen: { path: '/crm/settings/crm/lead-statuses', order: 220, icon: 'IconFlag' },
  permission: 'Settings.CrmSettings.LeadStatus.View',
  table: 'lead_status',
  owner: 'tenant',
  fields: {
    name: text(['Name', 'Ad'], { max: 80 }),
    kind: choice(['Means', 'Anlamı'], stageKinds),
    sortOrder: wholeNumber(['Place', 'Sıra'], { min: 1, max: 1000 }),
  },
  columns: ['name', 'kind', 'sortOrder', 'updatedAt'],
  sort: 'sortOrder',
  search: ['name'],
  filters: ['kind'],
  unique: [['name']],
  usedBy: [
    {
      table: 'pipeline_stage',
      column: 'lead_status_id',
      what: ['Stages of pipelines', 'Süreç aşamaları'],
    },
    { table: 'lead', column: 'lead_status_id', what: ['Leads', 'Aday müşteriler'] },
  ],
})
