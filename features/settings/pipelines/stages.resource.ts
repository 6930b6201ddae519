import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { ownRecords } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import {
  choice,
  optional,
  percentage,
  reference,
  references,
  text,
  wholeNumber,
  yesNo,
} from '@counterfoil/kit/contract/resource-fields.ts'
import { reachedByChoices, stageKinds } from './kinds.schema.ts'

const msg = messagesOf(import.meta.url)

export const pipelineStages = resource({
  id: 'pipeline-stages',
  one: msg('Stage'),
  many: msg('Stages'),
  about: msg('The stages of a pipeline, in their order.'),
  path: '/pipelines/stages',
  permission: 'Settings.CrmSettings.Pipeline.View',
  table: 'pipeline_stage',
  owner: 'tenant',
  orderedIn: 'pipelineId',
  // their versions change with their stages
  refreshes: ['pipelines.*'],
  fields: {
    pipelineId: reference(
      msg('Pipeline'),
      {
        ...ownRecords('pipeline'),
        nameTr: 'name_tr',
        hasActivity: false,
      },
      { isFixed: true },
    ),
    name: text(msg('Name'), { max: 80 }),
    nameTr: optional(text(msg('Name in Turkish'), { max: 80, hint: msg('If empty: the name') })),
    probability: percentage(msg('Probability')),
    kind: optional(
      choice(msg('Means'), stageKinds, {
        hint: msg('If empty: as its name has it, like Won, Lost or Suspended'),
      }),
    ),
    colour: optional(
      choice(
        msg('Colour'),
        msg({
          ongoing: 'Blue',
          positive: 'Green',
          negative: 'Red',
          pending: 'Yellow',
          hold: 'Violet',
          neutral: 'Grey',
        }),
        { hint: msg('If empty: as what it means has it') },
      ),
    ),
    isDefault: yesNo(msg('New records begin here')),
    reachedBy: optional(
      choice(msg('Reached by'), reachedByChoices, {
        hint: msg('If empty: only by hand'),
      }),
    ),
    activitySetId: optional(reference(msg('Activity set'), ownRecords('activity_set'))),
    leadStatusId: optional(reference(msg('Lead status'), ownRecords('lead_status'))),
    documentTypeIds: references(
      msg('Documents required before the next stage'),
      ownRecords('document_type'),
    ),
  },
  computedFields: { sortOrder: wholeNumber(msg('Place')) },
  columns: ['name', 'kind', 'probability'],
  sort: 'sortOrder',
  search: ['name', 'nameTr'],
  filters: ['pipelineId', 'kind'],
  unique: [['name', 'pipelineId']],
  example: { nameTr: 'Yeni', kind: 'open', colour: 'ongoing' },
})
