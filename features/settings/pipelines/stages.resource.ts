import { ownRecords } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import {
  choice,
  optional,
  reference,
  references,
  text,
  wholeNumber,
  yesNo,
} from '@counterfoil/kit/contract/resource-fields.ts'
import { stageKinds } from './kinds.contract.ts'

export const pipelineStages = resource({
  id: 'pipeline-stages',
  one: ['Stage', 'Aşama'],
  many: ['Stages', 'Aşamalar'],
  about: ['The stages of a pipeline, in their order.', 'Bir sürecin sıralı aşamaları.'],
  path: '/pipelines/stages',
  permission: 'Settings.CrmSettings.Pipeline.View',
  table: 'pipeline_stage',
  owner: 'tenant',
  orderedIn: 'pipelineId',
  fields: {
    pipelineId: reference(
      ['Pipeline', 'Süreç'],
      {
        ...ownRecords('pipeline'),
        hasActivity: false,
      },
      { isFixed: true },
    ),
    name: text(['Name', 'Ad'], { max: 80 }),
    nameTr: text(['Name in Turkish', 'Türkçe adı'], { max: 80 }),
    probability: wholeNumber(['Probability in per cent', 'Yüzde olasılık'], { max: 100 }),
    kind: optional(
      choice(['Means', 'Anlamı'], stageKinds, {
        hint: [
          'Empty: as its name has it, like Won, Lost or Suspended',
          'Boş: adına göre, örneğin Won, Lost veya Suspended',
        ],
      }),
    ),
    colour: optional(
      choice(
        ['Colour', 'Renk'],
        {
          ongoing: ['Blue', 'Mavi'],
          positive: ['Green', 'Yeşil'],
          negative: ['Red', 'Kırmızı'],
          pending: ['Yellow', 'Sarı'],
          hold: ['Violet', 'Mor'],
          neutral: ['Grey', 'Gri'],
        },
        { hint: ['Empty: as what it means has it', 'Boş: anlamına göre'] },
      ),
    ),
    isDefault: yesNo(['What is new begins here', 'Yeni kayıtlar burada başlar']),
    activitySetId: optional(
      reference(['Activity set', 'Etkinlik seti'], ownRecords('activity_set')),
    ),
    leadStatusId: optional(reference(['Lead status', 'Aday durumu'], ownRecords('lead_status'))),
    documentTypeIds: references(
      ['Documents that must be there before it goes on', 'Devam etmeden önce gereken belgeler'],
      ownRecords('document_type'),
    ),
  },
  computedFields: { sortOrder: wholeNumber(['Place', 'Sıra']) },
  columns: ['name', 'kind', 'probability'],
  sort: 'sortOrder',
  search: ['name', 'nameTr'],
  filters: ['pipelineId', 'kind'],
  unique: [['name', 'pipelineId']],
  usedBy: [
    {
      table: 'pipeline_item',
      column: 'stage_id',
      what: ['Opportunities and projects', 'Fırsatlar ve projeler'],
    },
  ],
  example: { kind: 'open', colour: 'ongoing' },
})
