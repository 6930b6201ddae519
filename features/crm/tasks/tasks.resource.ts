import { activityKinds } from '@counterfoil/features/settings/pipelines/kinds.schema.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { ownRecords, targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import {
  choice,
  day,
  instant,
  multiline,
  optional,
  reference,
  text,
} from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

/** Its list is a page of its own, by what is due; everything else comes from here. */
export const tasks = resource({
  id: 'tasks',
  one: msg('Task'),
  many: msg('Tasks'),
  about: msg('What is to be done, by whom and by when.'),
  path: '/crm/tasks',
  permission: 'CRM.Task.View',
  table: 'sales_task',
  owner: 'tenant',
  merchantField: 'merchantId',
  isSetting: false,
  fields: {
    name: text(msg('What is to be done'), { max: 200 }),
    kind: choice(msg('Kind'), activityKinds),
    dueOn: day(msg('Due')),
    assigneeId: optional(reference(msg('By'), targets.operator, { hint: msg('If empty: you') })),
    itemId: optional(
      reference(msg('Opportunity or project'), {
        ...ownRecords('pipeline_item'),
        merchantColumn: 'merchant_id',
      }),
    ),
    leadId: optional(reference(msg('Lead'), ownRecords('lead', 'company'))),
    merchantId: optional(reference(msg('Customer'), targets.merchant)),
    documentTypeId: optional(
      reference(msg('Document type'), ownRecords('document_type'), {
        hint: msg('Of a document to collect'),
      }),
    ),
    notes: multiline(msg('Notes'), { min: 0 }),
  },
  computedFields: { doneAt: instant(msg('Done')) },
  columns: ['name', 'kind', 'dueOn', 'assigneeId', 'itemId', 'leadId', 'merchantId', 'updatedAt'],
  sort: 'dueOn',
  search: ['name'],
  filters: ['kind', 'assigneeId', 'itemId', 'leadId', 'merchantId'],
})
