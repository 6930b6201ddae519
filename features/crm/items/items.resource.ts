import { stageKinds } from '@counterfoil/features/settings/pipelines/kinds.contract.ts'
import { ownRecords, targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { type Resource, resource } from '@counterfoil/kit/contract/resource.ts'
import type { BothLanguages } from '@counterfoil/kit/contract/resource-field.ts'
import {
  amount,
  day,
  instant,
  multiline,
  optional,
  reference,
  text,
} from '@counterfoil/kit/contract/resource-fields.ts'

interface Kind {
  readonly id: 'opportunities' | 'projects'
  readonly kind: 'opportunity' | 'project'
  readonly one: BothLanguages
  readonly many: BothLanguages
  readonly about: BothLanguages
  readonly permission: string
  /** Of the pipeline: whether such records go through it. */
  readonly pipelineColumn: string
  readonly order: number
  readonly icon: string
}

/** Opportunities and projects are one kind of thing: what goes through the stages of a pipeline. */
function pipelineItems(of: Kind): Resource {
  const path = `/crm/${of.id}`
  return resource({
    ...{ id: of.id, one: of.one, many: of.many, about: of.about, path },
    screen: {
      ...{ path, record: `${path}/:id` },
      ...{ order: of.order, icon: of.icon, group: 'crm' },
    },
    permission: of.permission,
    table: 'pipeline_item',
    only: { kind: of.kind },
    owner: 'tenant',
    merchantField: 'merchantId',
    isSetting: false,
    usedBy: [{ table: 'sales_task', column: 'item_id', what: ['Tasks', 'Görevler'] }],
    refreshes: ['tasks.*', 'leads.*'],
    fields: {
      name: text(['Name', 'Ad'], { max: 200 }),
      merchantId: optional(
        reference(['Customer', 'Müşteri'], targets.merchant, {
          hint: ['Empty while it is a lead', 'Aday müşteri olduğu sürece boş'],
        }),
      ),
      leadId: optional(reference(['Lead', 'Aday müşteri'], ownRecords('lead', 'company'))),
      pipelineId: reference(['Pipeline', 'Süreç'], {
        ...ownRecords('pipeline'),
        only: { [of.pipelineColumn]: ['true'] },
      }),
      stageId: optional(
        reference(
          ['Stage', 'Aşama'],
          { ...ownRecords('pipeline_stage'), partOf: 'pipelineId' },
          { hint: ['Empty: where what is new begins', 'Boş: yeni kayıtların başladığı aşama'] },
        ),
      ),
      currency: optional(reference(['Currency', 'Para birimi'], targets.currency)),
      amountMinor: optional(amount(['Amount', 'Tutar'], { currencyField: 'currency' })),
      expectedClose: optional(day(['Expected close', 'Beklenen kapanış'])),
      ownerId: optional(
        reference(['Looked after by', 'Sorumlu'], targets.operator, {
          hint: ['Empty: whoever makes it', 'Boş: kaydı oluşturan'],
        }),
      ),
      description: multiline(['Description', 'Açıklama'], { min: 0 }),
    },
    computedFields: { stageSince: instant(['At this stage since', 'Bu aşamaya geliş']) },
    columns: [
      ...['name', 'merchantId', 'stageId', 'amountMinor', 'expectedClose'],
      ...['ownerId', 'pipelineId', 'updatedAt'],
    ],
    sort: '-updatedAt',
    search: ['name'],
    filters: ['pipelineId', 'stageId', 'merchantId', 'leadId', 'ownerId'],
    relationFilters: {
      standing: {
        field: 'stageId',
        column: 'kind',
        label: ['State', 'Gidişat'],
        choices: stageKinds,
        initial: 'open',
      },
    },
  })
}

export const opportunities = pipelineItems({
  id: 'opportunities',
  kind: 'opportunity',
  one: ['Opportunity', 'Fırsat'],
  many: ['Opportunities', 'Fırsatlar'],
  about: ['What you may sell, and how far it has come.', 'Satabilecekleriniz ve geldikleri aşama.'],
  permission: 'CRM.Opportunity.View',
  pipelineColumn: 'is_for_opportunities',
  order: 30,
  icon: 'IconTargetArrow',
})

export const projects = pipelineItems({
  id: 'projects',
  kind: 'project',
  one: ['Project', 'Proje'],
  many: ['Projects', 'Projeler'],
  about: [
    'What you have promised to do for a customer, and how far it has come.',
    'Bir müşteri için üstlendikleriniz ve geldikleri aşama.',
  ],
  permission: 'CRM.Project.View',
  pipelineColumn: 'is_for_projects',
  order: 50,
  icon: 'IconListDetails',
})

export const itemKinds = { opportunity: opportunities, project: projects } as const
export type ItemKind = keyof typeof itemKinds
