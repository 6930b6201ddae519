import { createActivity } from '@counterfoil/features/crm/activity/activity.public.ts'
import {
  changeTasksMerchant,
  createTasksForStage,
} from '@counterfoil/features/crm/tasks/tasks.public.ts'
import { listMissingOf } from '@counterfoil/features/onboarding/documents/documents.public.ts'
import type { ReachedBy } from '@counterfoil/features/settings/pipelines/kinds.schema.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { findResourceRow } from '@counterfoil/kit/database/resource-rows.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import {
  type Changing,
  changeRow,
  createRow,
  type Made,
  type ResourceRules,
  type Values,
} from '@counterfoil/kit/server/resources/resource-changes.ts'
import { fieldsOf } from '@counterfoil/kit/server/resources/resource-views.ts'
import {
  findLeadStatus,
  findPipeline,
  findTravel,
  listStages,
  type StoredStage,
  updateLeadStatus,
} from './items.queries.ts'
import { type ItemKind, itemKinds } from './items.resource.ts'
import { initialStage, type StageLike, stagesToLeave } from './items.rules.ts'

const missingCode = 'pipeline.documents_missing'

/** The stages; their kinds in the table are those of `StageKind`. */
export async function stagesOf(db: Db, pipelineId: string) {
  return (await listStages(db, pipelineId)) as (StoredStage & StageLike)[]
}

/** The rules of items: the initial stage, the documents that a stage requires, and what follows from reaching a stage. */
export const itemRules: ResourceRules = {
  check: async (db, values, { key, before, context }) => {
    // platform staff do not own records of a tenant
    const isOwn = before === undefined && context.caller.tenantId === tenantOf(db)
    const whole = { ...values, ownerId: values.ownerId ?? (isOwn ? context.caller.id : null) }
    const stages = await stagesOf(db, String(values.pipelineId))
    const stage = await stageFor(db, stages, values, before)
    // a stage of another pipeline, or an unknown one: the check of the fields refuses it
    if (stage === undefined) return whole
    const travel = key === undefined ? undefined : await findTravel(db, key)
    if (travel?.stageId === stage.id) return { ...whole, stageId: stage.id }
    const from = stages.find(({ id }) => id === travel?.stageId)
    // a closed item continues from its last open stage
    const left = from === undefined || from.kind === 'open' ? from?.id : travel?.openStageId
    await checkDocuments(db, stagesToLeave(stages, left ?? null, stage.id), values, context)
    return {
      ...whole,
      stageId: stage.id,
      visit: (travel?.visit ?? 0) + 1,
      stageSince: context.now,
      openStageId: stage.kind === 'open' ? stage.id : (travel?.openStageId ?? null),
      reachedStageIds: [...new Set([...(travel?.reachedStageIds ?? []), stage.id])],
    }
  },
  saved: async (db, itemId, { before, after, context }) => {
    if (before === undefined) await createActivity(db, context, { itemId }, { kind: 'made' })
    else if (before.merchantId !== after.merchantId) {
      await changeTasksMerchant(db, context, itemId, (after.merchantId ?? null) as string | null)
    }
    if (before?.stageId === after.stageId) return
    const stages = await stagesOf(db, String(after.pipelineId))
    const stage = stages.find(({ id }) => id === after.stageId)
    if (stage === undefined) return
    if (before !== undefined) await createStageActivity(db, itemId, before, stage, context)
    await setLeadStatus(db, after.leadId, stage, context)
    if (stage.activitySetId === null) return
    await createTasksForStage(db, context, stage.activitySetId, {
      id: itemId,
      name: String(after.name),
      merchantId: (after.merchantId ?? null) as string | null,
      ownerId: (after.ownerId ?? null) as string | null,
    })
  },
}

/** The given stage; without one, the current stage, or the initial stage of another pipeline. */
async function stageFor(
  db: Db,
  stages: readonly (StoredStage & StageLike)[],
  values: Values,
  before: Values | undefined,
) {
  const isSamePipeline = before?.pipelineId === values.pipelineId
  const said = values.stageId ?? (isSamePipeline ? before?.stageId : null)
  // the current stage belongs to the pipeline that the item leaves
  const isLeft = !isSamePipeline && said === before?.stageId
  if (said != null && !isLeft) return stages.find(({ id }) => id === said)
  const first = initialStage(stages)
  if (first !== undefined) return first
  if ((await findPipeline(db, String(values.pipelineId))) === undefined) return undefined
  const text = 'This pipeline has no stages in use'
  throw new Problem('pipeline.no_stages', 422, text, { path: 'pipelineId' })
}

/** Requires the documents of the stages that the item leaves: of the customer, accepted and not expired. */
async function checkDocuments(
  db: Db,
  left: readonly StoredStage[],
  { merchantId }: Values,
  { now }: Changing,
): Promise<void> {
  const wanted = [...new Set(left.flatMap(({ documentTypeIds }) => documentTypeIds))]
  if (wanted.length === 0) return
  if (typeof merchantId !== 'string') {
    const text = 'Documents are asked for before it goes on: say whose it is'
    throw new Problem('pipeline.documents_of_nobody', 422, text, { path: 'merchantId' })
  }
  const missing = await listMissingOf(db, merchantId, wanted, now)
  if (missing.length === 0) return
  const names = missing.map(({ name }) => name).join(', ')
  const message = `Before it goes on these documents must be there: ${names}`
  throw new Problem(missingCode, 422, message, {
    path: 'stageId',
    params: { names },
  })
}

async function createStageActivity(
  db: Db,
  itemId: string,
  before: Values,
  stage: StoredStage,
  context: Changing,
) {
  const known = await stagesOf(db, String(before.pipelineId))
  const left = known.find(({ id }) => id === before.stageId)
  await createActivity(
    db,
    context,
    { itemId },
    {
      kind: 'stage',
      before: left === undefined ? null : [left.name, left.nameTr],
      after: [stage.name, stage.nameTr],
    },
  )
}

/** Sets the status of the item's lead to the one that the stage names. */
async function setLeadStatus(db: Db, leadId: unknown, stage: StoredStage, context: Changing) {
  const { leadStatusId } = stage
  if (typeof leadId !== 'string' || leadStatusId === null) return
  const changed = await updateLeadStatus(db, leadId, leadStatusId, context.now)
  if (changed === undefined) return
  const named = async (id: string | null): Promise<readonly [string, string] | null> => {
    const name = id === null ? undefined : (await findLeadStatus(db, id))?.name
    return name === undefined ? null : [name, name]
  }
  const [before, after] = [await named(changed.before), await named(leadStatusId)]
  await createActivity(db, context, { leadId }, { kind: 'status', before, after })
  await context.audit(db, {
    type: 'leads',
    id: leadId,
    before: { leadStatusId: changed.before },
    after: { leadStatusId },
  })
}

export function createItem(
  db: Db,
  context: Changing,
  kind: ItemKind,
  values: Values,
): Promise<Made> {
  return createRow({ db, of: itemKinds[kind], context, rules: itemRules }, values)
}

/** The opportunity with the customer for whom it is; undefined: there is none that the caller may see. */
export async function findOpportunity(db: Db, id: string) {
  const row = await findResourceRow(db, itemKinds.opportunity, id)
  return row && { merchantId: row.merchant_id as string | null }
}

/** Moves an open opportunity on when its proposal is sent. */
export const moveToProposalSent = (db: Db, context: Changing, key: string): Promise<void> =>
  moveToReached(db, context, key, 'proposal_sent').catch(refuseSending)

/**
 * Moves an open opportunity on when the agreement on its proposal is accepted. The acceptance stands whatever the stage
 * asks for that is missing: then the opportunity stays where it is, and is moved by hand.
 */
export const moveToAgreementAccepted = (db: Db, context: Changing, key: string): Promise<void> =>
  moveToReached(db, context, key, 'agreement_accepted').catch((cause: unknown) => {
    if (!(cause instanceof Problem)) throw cause
  })

/** Moves an open opportunity forwards to the stage that is reached by this, if its pipeline has one. */
async function moveToReached(db: Db, context: Changing, key: string, by: ReachedBy): Promise<void> {
  const row = await findResourceRow(db, itemKinds.opportunity, key, true)
  if (row === undefined) return
  const stages = (await stagesOf(db, String(row.pipeline_id))).filter(({ isActive }) => isActive)
  const at = stages.findIndex(({ id }) => id === row.stage_id)
  const to = stages.findIndex(({ reachedBy }) => reachedBy === by)
  const target = stages[to]
  if (target === undefined || stages[at]?.kind !== 'open' || to <= at) return
  const values = { ...fieldsOf(itemKinds.opportunity, row), stageId: target.id }
  const move = { key, values, version: 'differing' } as const
  await moveTo(db, context, 'opportunity', move)
}

/** Who sends a proposal moves nothing that they know of: what the stage lacks keeps the proposal. */
function refuseSending(cause: unknown): never {
  if (!(cause instanceof Problem) || cause.code !== missingCode) throw cause
  const { names } = cause.params as { names: string }
  const message = `Before the proposal can be sent, these documents must be there: ${names}`
  throw new Problem('proposal.documents_missing', 422, message, { params: { names } })
}

/** Moves an item to a stage, unless another user has changed it since its version was read. */
export function moveTo(
  db: Db,
  context: Changing,
  kind: ItemKind,
  move: { readonly key: string; readonly values: Values; readonly version: number | 'differing' },
): Promise<boolean> {
  const change = { db, of: itemKinds[kind], context, rules: itemRules }
  return changeRow(change, move.key, move.values, move.version)
}
