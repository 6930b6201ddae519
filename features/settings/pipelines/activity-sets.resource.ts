import { resource } from '@counterfoil/kit/contract/resource.ts'
import { optional, text } from '@counterfoil/kit/contract/resource-fields.ts'

export const activitySets = resource({
  id: 'activity-sets',
  one: ['Activity set', 'Etkinlik seti'],
  many: ['Activity sets', 'Etkinlik setleri'],
  about: [
    'What is to be done when something comes to a stage of a pipeline: what, how soon and by whom.',
    'Bir kayıt sürecin bir aşamasına geldiğinde yapılacaklar: ne, ne zaman ve kim tarafından.',
  ],
  path: '/crm/settings/crm/activity-sets',
  screen: { path: '/crm/settings/crm/activity-sets', order: 225, icon: 'IconChecklist' },
  permission: 'Settings.CrmSettings.ActivitySet.View',
  table: 'activity_set',
  owner: 'tenant',
  fields: {
    name: text(['Name', 'Ad'], { max: 120 }),
    description: optional(text(['Description', 'Açıklama'])),
  },
  columns: ['name', 'description', 'updatedAt'],
  sort: 'name',
  search: ['name', 'description'],
  unique: [['name']],
  usedBy: [
    {
      table: 'pipeline_stage',
      column: 'activity_set_id',
      what: ['Stages of pipelines', 'Süreç aşamaları'],
    },
  ],
})
