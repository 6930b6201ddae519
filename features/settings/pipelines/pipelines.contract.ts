import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, idParams } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { stageKind } from './kinds.schema.ts'

export const stage = z.object({
  id,
  name: z.string(),
  nameTr: z.string(),
  kind: stageKind,
  colour: z.string(),
  probability: z.int(),
  isDefault: z.boolean(),
  activitySetId: id.nullable(),
  sortOrder: z.int(),
})

/** The active stages in their order. */
export const listStages = endpoint({
  id: 'pipelines.stages',
  method: 'GET',
  path: '/api/pipelines/:id/stages',
  permission: 'Settings.CrmSettings.Pipeline.View',
  summary: 'The stages of a pipeline in their order',
  params: idParams,
  answer: z.array(stage),
})
