import { activityKinds } from '@counterfoil/features/settings/pipelines/kinds.contract.ts'
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

/** Its list is a page of its own, by what is due; everything else comes from here. */
export const tasks = resource({
  id: 'tasks',
  one: ['Task', 'Görev'],
  many: ['Tasks', 'Görevler'],
  about: [
    'What is to be done, by whom and by when.',
    'Yapılacaklar: kim tarafından ve ne zamana kadar.',
  ],
  path: '/crm/tasks',
  permission: 'CRM.Task.View',
  table: 'sales_task',
  owner: 'tenant',
  merchantField: 'merchantId',
  isSetting: false,
  fields: {
    name: text(['What is to be done', 'Yapılacak'], { max: 200 }),
    kind: choice(['Kind', 'Tür'], activityKinds),
    dueOn: day(['Due', 'Son gün']),
    assigneeId: optional(
      reference(['By', 'Sorumlu'], targets.operator, { hint: ['Empty: you', 'Boş: siz'] }),
    ),
    itemId: optional(
      reference(['Opportunity or project', 'Fırsat veya proje'], {
        ...ownRecords('pipeline_item'),
        merchantColumn: 'merchant_id',
      }),
    ),
    leadId: optional(reference(['Lead', 'Aday müşteri'], ownRecords('lead', 'company'))),
    merchantId: optional(reference(['Customer', 'Müşteri'], targets.merchant)),
    documentTypeId: optional(
      reference(['Document type', 'Belge türü'], ownRecords('document_type'), {
        hint: ['Of a document to collect', 'Alınacak belgenin türü'],
      }),
    ),
    notes: multiline(['Notes', 'Notlar'], { min: 0 }),
  },
  computedFields: { doneAt: instant(['Done', 'Yapıldı']) },
  columns: ['name', 'kind', 'dueOn', 'assigneeId', 'itemId', 'leadId', 'merchantId', 'updatedAt'],
  sort: 'dueOn',
  search: ['name'],
  filters: ['kind', 'assigneeId', 'itemId', 'leadId', 'merchantId'],
})
