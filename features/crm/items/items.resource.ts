import { stageKinds } from '@counterfoil/features/settings/pipelines/kinds.schema.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { ownRecords, targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { type Resource, resource } from '@counterfoil/kit/contract/resource.ts'
import {
  amount,
  day,
  instant,
  multiline,
  optional,
  reference,
  text,
} from '@counterfoil/kit/contract/resource-fields.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'

const msg = messagesOf(import.meta.url)

interface Kind {
  readonly id: 'opportunities' | 'projects'
  readonly kind: 'opportunity' | 'project'
  readonly one: Text
  readonly many: Text
  readonly about: Text
  readonly permission: Readonly<Record<'view' | 'edit' | 'remove', string>>
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
    usedBy: [{ table: 'sales_task', column: 'item_id' }],
    refreshes: ['tasks.*', 'leads.*'],
    fields: {
      name: text(msg('Name'), { max: 200 }),
      merchantId: optional(
        reference(msg('Customer'), targets.merchant, {
          hint: msg('Empty while it is a lead'),
        }),
      ),
      leadId: optional(reference(msg('Lead'), ownRecords('lead', 'company'))),
      pipelineId: reference(msg('Pipeline'), {
        ...ownRecords('pipeline'),
        nameTr: 'name_tr',
        only: { [of.pipelineColumn]: ['true'] },
      }),
      stageId: optional(
        reference(
          msg('Stage'),
          { ...ownRecords('pipeline_stage'), nameTr: 'name_tr', partOf: 'pipelineId' },
          { hint: msg('If empty: the stage where new records begin') },
        ),
      ),
      currency: optional(reference(msg('Currency'), targets.currency)),
      amountMinor: optional(amount(msg('Amount'), { currencyField: 'currency' })),
      expectedClose: optional(day(msg('Expected close'))),
      ownerId: optional(
        reference(msg('Owner'), targets.operator, {
          hint: msg('If empty: you'),
        }),
      ),
      description: multiline(msg('Description'), { min: 0 }),
    },
    computedFields: { stageSince: instant(msg('At this stage since')) },
    columns: [
      ...['name', 'merchantId', 'stageId', 'amountMinor', 'expectedClose'],
      ...['ownerId', 'pipelineId', 'updatedAt'],
    ],
    sort: '-updatedAt',
    search: ['name'],
    filters: ['pipelineId', 'stageId', 'merchantId', 'leadId', 'currency', 'ownerId'],
    relationFilters: {
      standing: {
        field: 'stageId',
        column: 'kind',
        label: msg('State'),
        choices: stageKinds,
        initial: 'open',
      },
    },
  })
}

export const opportunities = pipelineItems({
  id: 'opportunities',
  kind: 'opportunity',
  one: msg('Opportunity'),
  many: msg('Opportunities'),
  about: msg('Possible sales, and their progress.'),
  permission: {
    view: 'CRM.Opportunity.View',
    edit: 'CRM.Opportunity.Edit',
    remove: 'CRM.Opportunity.Delete',
  },
  pipelineColumn: 'is_for_opportunities',
  order: 30,
  icon: 'IconTargetArrow',
})

export const projects = pipelineItems({
  id: 'projects',
  kind: 'project',
  one: msg('Project'),
  many: msg('Projects'),
  about: msg('Work agreed with customers, and its progress.'),
  permission: { view: 'CRM.Project.View', edit: 'CRM.Project.Edit', remove: 'CRM.Project.Delete' },
  pipelineColumn: 'is_for_projects',
  order: 50,
  icon: 'IconListDetails',
})

export const itemKinds = { opportunity: opportunities, project: projects } as const
export type ItemKind = keyof typeof itemKinds
