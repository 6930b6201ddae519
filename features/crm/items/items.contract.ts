import { activityCalls } from '@counterfoil/features/crm/activity/activity.contract.ts'
import { merchants } from '@counterfoil/features/crm/merchants/merchants.resource.ts'
import { stageKind } from '@counterfoil/features/settings/pipelines/kinds.schema.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, idParams, recordVersion } from '@counterfoil/kit/contract/fields.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import { z } from 'zod'
import { opportunities, projects } from './items.resource.ts'

export const opportunityActivity = activityCalls(opportunities)
export const projectActivity = activityCalls(projects)

/** Kinds and colours come from the settings. */
const travelStage = z.object({
  id,
  name: z.string(),
  nameTr: z.string(),
  kind: stageKind,
  colour: z.string(),
  probability: z.int(),
  isDefault: z.boolean(),
  isActive: z.boolean(),
  documentTypeIds: z.array(id),
  reachedBy: z.string().nullable(),
})
export type TravelStage = z.infer<typeof travelStage>

const itemTravel = z.object({
  id,
  name: z.string(),
  nameTr: z.string(),
  isForOpportunities: z.boolean(),
  isForProjects: z.boolean(),
  isActive: z.boolean(),
  stages: z.array(travelStage),
})
export type ItemTravel = z.infer<typeof itemTravel>

const viewers = [opportunities.permission.view, projects.permission.view]
const editors = [opportunities.permission.edit, projects.permission.edit]

/** A pipeline with all its stages, active or not, for users who may see its items but not the settings. */
export const readTravel = endpoint({
  id: 'pipelines.uncheck',
  method: 'GET',
  path: '/api/pipelines/:id/uncheck',
  permission: viewers,
  summary: 'A pipeline with all its stages in order, those that are switched off too',
  params: idParams,
  answer: itemTravel,
})

/** The place of an item in its pipeline. */
const place = z.object({
  pipelineId: id,
  /** The number of its stage among the active stages and its own; the first is 1. */
  currentPipelineStageNumber: z.int(),
  isClosed: z.boolean(),
  stateName: z.string(),
})

const moveBody = z
  .object({
    version: recordVersion,
    /** Another pipeline; without a stage the item begins there at the initial stage. */
    pipelineId: id.optional(),
    currentPipelineStageNumber: z.int().min(1).max(1000).optional(),
    /** The stage by its English or Turkish name, instead of its number. */
    stateName: z.string().trim().min(1).max(80).optional(),
    /** False reopens a closed item at its last open stage. True needs a stage that closes. */
    isClosed: z.boolean().optional(),
  })
  .meta({ examples: [{ version: 1, currentPipelineStageNumber: 1 }] })

/** The id in the path is the opportunity's or the project's. */
export const moveItem = endpoint({
  id: 'pipelines.patch',
  method: 'PATCH',
  path: '/api/pipelines/:id/patch',
  permission: editors,
  summary: 'Moves an opportunity or a project to another stage, closes it or opens it again',
  params: idParams,
  body: moveBody,
  answer: place.extend({ id, version: z.int() }),
  refreshes: [`${opportunities.id}.*`, `${projects.id}.*`, 'tasks.*', 'leads.*'],
})

const sum = z.object({
  currency: z.string(),
  amountMinor: z.int(),
  /** Weighted by the probability of the stage. */
  weightedMinor: z.int(),
})

/** The stages of its pipeline at which an item was. */
const reachedStageIds = z.array(id)

const reachedEndpoint = (of: Resource) =>
  endpoint({
    id: `${of.id}.reached`,
    method: 'GET',
    path: `/api${of.path}/:id/reached-stages`,
    permission: of.permission.view,
    summary: `The stages at which ${of.one.en.toLowerCase() === 'opportunity' ? 'an' : 'a'} ${of.one.en.toLowerCase()} was; those between them were skipped`,
    params: idParams,
    answer: z.object({ reachedStageIds }),
  })

type NewCustomer = Readonly<Record<string, unknown>> & {
  readonly version: number
  readonly stageId?: string | undefined
}

const newCustomer = (merchants.newValues as unknown as z.ZodObject).extend({
  /** Of the opportunity or project. */
  version: recordVersion,
  /** Moves it to this stage too; absent: it stays where it is. */
  stageId: id.optional(),
}) as unknown as z.ZodType<NewCustomer, NewCustomer>

/** Needs the permission to change customers too. */
const customerEndpoint = (of: Resource) =>
  endpoint({
    id: `${of.id}.customer`,
    method: 'POST',
    path: `/api${of.path}/:id/customer`,
    permission: of.permission.edit,
    summary: 'Makes the customer that was won, once, and moves the record to a stage with it',
    status: 201,
    params: idParams,
    body: newCustomer,
    answer: merchants.calls.read.answer,
    refreshes: [`${merchants.id}.*`, `${of.id}.*`, 'tasks.*', 'leads.*', 'context.*'],
  })

const card = z.object({
  id,
  version: z.int(),
  name: z.string(),
  /** The customer's name, else the lead's. */
  party: z.string().nullable(),
  currency: z.string().nullable(),
  amountMinor: z.int().nullable(),
  expectedClose: z.string().nullable(),
  ownerName: z.string().nullable(),
  merchantId: id.nullable(),
  reachedStageIds,
})
export type Card = z.infer<typeof card>

const boardColumn = z.object({
  stageId: id,
  count: z.int(),
  sums: z.array(sum),
  /** The most recently changed items, up to a limit. */
  cards: z.array(card),
})
export type BoardColumn = z.infer<typeof boardColumn>

const boardEndpoint = (of: Resource) =>
  endpoint({
    id: `${of.id}.board`,
    method: 'GET',
    path: `/api${of.path}/board`,
    permission: of.permission.view,
    summary: `The ${of.many.en.toLowerCase()} of a pipeline by stage, with sums by currency`,
    query: z.object({ pipelineId: id }),
    answer: z.object({ pipeline: itemTravel, columns: z.array(boardColumn) }),
  })

export const opportunityBoard = boardEndpoint(opportunities)
export const projectBoard = boardEndpoint(projects)
export const opportunityReached = reachedEndpoint(opportunities)
export const projectReached = reachedEndpoint(projects)
export const opportunityCustomer = customerEndpoint(opportunities)
export const projectCustomer = customerEndpoint(projects)
