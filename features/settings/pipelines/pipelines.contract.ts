import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, idParams, listOf, recordVersion } from '@counterfoil/kit/contract/fields.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { z } from 'zod'
import { stageKind } from './kinds.schema.ts'
import { pipelines } from './pipelines.resource.ts'
import { pipelineStages } from './stages.resource.ts'

/** A stage as its pipeline answers it. */
const stage = z.object({
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
  permission: pipelines.permission.view,
  summary: 'The stages of a pipeline in their order',
  params: idParams,
  answer: z.array(stage),
})

const shapeOf = (schema: unknown) => schema as z.ZodObject
const { calls } = pipelines
const whole = shapeOf(calls.read.answer).extend({
  stages: z.array(stage),
}) as unknown as z.ZodType<ResourceRow>

/** Name and probability are needed; what else is absent stays as it is, or is as in an empty form. */
const givenStage = shapeOf(pipelineStages.values)
  .omit({ pipelineId: true })
  .partial()
  .required({ name: true, probability: true })
  .extend({ id: id.optional(), sortOrder: z.int().min(0).max(10_000).optional() })

const change = shapeOf(pipelines.values).extend({
  /** Absent: whichever it is. */
  version: recordVersion.optional(),
  /** All that it is to have; absent: they stay. */
  stages: z.array(givenStage).max(100).optional(),
})

type Values = Readonly<Record<string, unknown>>
export type GivenStage = Values & {
  /** Absent: a new one. */
  readonly id?: string | undefined
  readonly sortOrder?: number | undefined
}
type Change = Values & {
  readonly version?: number | undefined
  readonly stages?: readonly GivenStage[] | undefined
}

/** A pipeline is answered with its stages, and changed with them. */
export const pipelineCalls = {
  list: { ...calls.list, answer: listOf(whole) },
  read: { ...calls.read, answer: whole },
  update: {
    ...calls.read,
    ...calls.update,
    summary:
      'Changes a pipeline, and with `stages` all its stages: those that are not named are deleted',
    body: change as unknown as z.ZodType<Change, Change>,
    answer: whole,
    refreshes: [...(calls.update?.refreshes ?? []), 'pipeline-stages.*'],
  },
}
