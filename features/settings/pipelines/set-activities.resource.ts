import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { ownRecords, targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import {
  choice,
  optional,
  reference,
  text,
  wholeNumber,
} from '@counterfoil/kit/contract/resource-fields.ts'
import { activityKinds } from './kinds.schema.ts'

const msg = messagesOf(import.meta.url)

export const setActivities = resource({
  id: 'set-activities',
  one: msg('Activity'),
  many: msg('Activities'),
  about: msg('The activities of a set, in their order.'),
  path: '/crm/settings/crm/set-activities',
  permission: 'Settings.CrmSettings.ActivitySet.View',
  table: 'set_activity',
  owner: 'tenant',
  orderedIn: 'activitySetId',
  fields: {
    activitySetId: reference(
      msg('Activity set'),
      {
        ...ownRecords('activity_set'),
        hasActivity: false,
      },
      {
        isFixed: true,
      },
    ),
    name: text(msg('What is to be done'), { max: 200 }),
    kind: choice(msg('Kind'), activityKinds),
    daysAfter: wholeNumber(msg('Days after the stage was reached'), {
      max: 365,
    }),
    roleId: optional(
      reference(msg('By'), targets.operatorRole, {
        hint: msg('If empty: the record’s owner'),
      }),
    ),
    documentTypeId: optional(reference(msg('Document type'), ownRecords('document_type'))),
  },
  computedFields: { sortOrder: wholeNumber(msg('Place')) },
  columns: ['name', 'kind', 'daysAfter'],
  sort: 'sortOrder',
  search: ['name'],
  filters: ['activitySetId', 'kind'],
})
