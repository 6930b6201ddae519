import { ownRecords, targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import {
  choice,
  optional,
  reference,
  text,
  wholeNumber,
} from '@counterfoil/kit/contract/resource-fields.ts'
import { activityKinds } from './kinds.contract.ts'

export const setActivities = resource({
  id: 'set-activities',
  one: ['Activity', 'Etkinlik'],
  many: ['Activities', 'Etkinlikler'],
  about: ['The activities of a set, in their order.', 'Bir setin sıralı etkinlikleri.'],
  path: '/crm/settings/crm/set-activities',
  permission: 'Settings.CrmSettings.ActivitySet.View',
  table: 'set_activity',
  owner: 'tenant',
  orderedIn: 'activitySetId',
  fields: {
    activitySetId: reference(
      ['Activity set', 'Etkinlik seti'],
      {
        ...ownRecords('activity_set'),
        hasActivity: false,
      },
      {
        isFixed: true,
      },
    ),
    name: text(['What is to be done', 'Yapılacak'], { max: 200 }),
    kind: choice(['Kind', 'Tür'], activityKinds),
    daysAfter: wholeNumber(['Days after the stage was reached', 'Aşamaya gelişten sonraki gün'], {
      max: 365,
    }),
    roleId: optional(
      reference(['By', 'Sorumlu'], targets.operatorRole, {
        hint: ['Empty: whoever looks after the record', 'Boş: kayıtla ilgilenen kişi'],
      }),
    ),
    documentTypeId: optional(
      reference(['Document type', 'Belge türü'], ownRecords('document_type')),
    ),
  },
  computedFields: { sortOrder: wholeNumber(['Place', 'Sıra']) },
  columns: ['name', 'kind', 'daysAfter'],
  sort: 'sortOrder',
  search: ['name'],
  filters: ['activitySetId', 'kind'],
})
