import { tell } from '@counterfoil/features/crm/activity/activity.public.ts'
import { createTasksFor, createTasksOfStage } from '@counterfoil/features/crm/tasks/tasks.public.ts'
import { listMissingOf } from '@counterfoil/features/onboarding/documents/documents.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import {
  type Changing,
  changeRow,
  createRow,
  type Made,
  type ResourceRules,
  type Values,
} from '@counterfoil/kit/server/resources/resource-changes.ts'
import { fieldProblem } from '@counterfoil/kit/server/resources/resource-checks.ts'
import {
  findLeadStatus,
  findPipeline,
  findTravel,
  listStages,
  type StoredStage,
  updateLeadStatus,
} from './items.queries.ts'
import { type ItemKind, itemKinds } from './items.resource.ts'
import { beginning, type StageLike, stagesToLeave } from './items.rules.ts'

/** The stages with their kinds, of which the table holds no others. */
export async function stagesOf(db: Db, pipelineId: string) {
  return (await listStages(db, pipelineId)) as (StoredStage & StageLike)[]
}

/** What goes through a pipeline: where it begins, what must be there before it goes on, and what follows when it comes. */
export const itemRules: ResourceRules = {
  check: async (db, values, { key, before, context }) => {
    // platform staff look after nothing of a tenant's
    const isOwn = before === undefined && context.caller.tenantId === tenantOf(db)
    const whole = { ...values, ownerId: values.ownerId ?? (isOwn ? context.caller.id : null) }
    const stages = await stagesOf(db, String(values.pipelineId))
    const stage = await stageFor(db, stages, values, before)
    // of another pipeline, or of none: the fields' own check says so
    if (stage === undefined) return whole
    const travel = key === undefined ? undefined : await findTravel(db, key)
    if (travel?.stageId === stage.id) return { ...whole, stageId: stage.id }
    const from = stages.find(({ id }) => id === travel?.stageId)
    // what is closed goes on from where it was open last
    const left = from === undefined || from.kind === 'open' ? from?.id : travel?.openStageId
    await checkDocuments(db, stagesToLeave(stages, left ?? null, stage.id), values, context)
    return {
      ...whole,
      stageId: stage.id,
      visit: (travel?.visit ?? 0) + 1,
      stageSince: context.now,
      openStageId: stage.kind === 'open' ? stage.id : (travel?.openStageId ?? null),
    }
  },
  saved: async (db, itemId, { before, after, context }) => {
    if (before === undefined) await tell(db, context, { itemId }, { kind: 'made' })
    else if (before.merchantId !== after.merchantId) {
      await createTasksFor(db, context, itemId, (after.merchantId ?? null) as string | null)
    }
    if (before?.stageId === after.stageId) return
    const stages = await stagesOf(db, String(after.pipelineId))
    const stage = stages.find(({ id }) => id === after.stageId)
    if (stage === undefined) return
    if (before !== undefined) await tellStage(db, itemId, before, stage, context)
    await setLeadStatus(db, after.leadId, stage, context)
    if (stage.activitySetId === null) return
    await createTasksOfStage(db, context, stage.activitySetId, {
      id: itemId,
      name: String(after.name),
      merchantId: (after.merchantId ?? null) as string | null,
      ownerId: (after.ownerId ?? null) as string | null,
    })
  },
}

/** The stage that was said; what says none stays where it is, or begins where the pipeline does. */
async function stageFor(
  db: Db,
  stages: readonly (StoredStage & StageLike)[],
  values: Values,
  before: Values | undefined,
) {
  const isSamePipeline = before?.pipelineId === values.pipelineId
  const said = values.stageId ?? (isSamePipeline ? before?.stageId : null)
  // of the pipeline that it leaves
  const isLeft = !isSamePipeline && said === before?.stageId
  if (said != null && !isLeft) return stages.find(({ id }) => id === said)
  const first = beginning(stages)
  if (first !== undefined) return first
  if ((await findPipeline(db, String(values.pipelineId))) === undefined) return undefined
  const text = 'This pipeline has no stages in use'
  throw fieldProblem('pipeline.no_stages', 'pipelineId', text, 422)
}

/** What the stages on the way ask for is there: of the customer, accepted, and still holding. */
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
    throw fieldProblem('pipeline.documents_of_nobody', 'merchantId', text, 422)
  }
  const missing = await listMissingOf(db, merchantId, wanted, now)
  if (missing.length === 0) return
  const names = missing.map(({ name }) => name).join(', ')
  const message = `Before it goes on these documents must be there: ${names}`
  throw new Problem('pipeline.documents_missing', 422, message, {
    errors: [{ message, path: 'stageId' }],
    params: { names },
  })
}

async function tellStage(
  db: Db,
  itemId: string,
  before: Values,
  stage: StoredStage,
  context: Changing,
) {
  const known = await stagesOf(db, String(before.pipelineId))
  const left = known.find(({ id }) => id === before.stageId)
  await tell(
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

/** The lead that it came from is what the stage says that such a lead is. */
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
  await tell(db, context, { leadId }, { kind: 'status', before, after })
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

/** Puts an item at a stage, unless somebody else changed it since its version was read. */
export function moveTo(
  db: Db,
  context: Changing,
  kind: ItemKind,
  move: { readonly key: string; readonly values: Values; readonly version: number | 'differing' },
): Promise<boolean> {
  const change = { db, of: itemKinds[kind], context, rules: itemRules }
  return changeRow(change, move.key, move.values, move.version)
}
