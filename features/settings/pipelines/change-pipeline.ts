import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { lockSiblings, updateOrder } from '@counterfoil/kit/database/resource-order.ts'
import { findResourceRow } from '@counterfoil/kit/database/resource-rows.ts'
import {
  type Change,
  type Changing,
  changeRow,
  createRow,
  type ResourceRules,
  removeRow,
  type Values,
} from '@counterfoil/kit/server/resources/resource-changes.ts'
import { fieldsOf } from '@counterfoil/kit/server/resources/resource-views.ts'
import type { StageKind } from './kinds.schema.ts'
import type { GivenStage } from './pipelines.contract.ts'
import {
  freeNames,
  listStagesOf,
  type NamedStage,
  updateOtherDefaults,
  updatePipelineVersion,
} from './pipelines.queries.ts'
import { pipelineStages } from './stages.resource.ts'
import { colourOfKind, kindOfName, reachedByOfName, turkishNameOf } from './stages.rules.ts'

const withTurkishName = (values: Values, before: Values | undefined): Values => ({
  ...values,
  nameTr:
    values.nameTr ??
    turkishNameOf(
      String(values.name),
      before && { name: String(before.name), nameTr: String(before.nameTr) },
    ),
})

export const pipelineRules: ResourceRules = {
  check: async (_db, values, { before }) => withTurkishName(values, before),
}

export const stageRules: ResourceRules = {
  // the name decides the kind of a new stage only: renaming it later keeps the kind
  check: async (_db, values, { before }) => {
    const kind = (values.kind ?? before?.kind ?? kindOfName(String(values.name))) as StageKind
    const named = before === undefined ? reachedByOfName(String(values.name)) : null
    return {
      ...withTurkishName(values, before),
      kind,
      colour: values.colour ?? before?.colour ?? colourOfKind(kind),
      reachedBy: values.reachedBy ?? named,
    }
  },
  saved: async (db, key, { context }) => {
    await updatePipelineVersion(db, key, context.now)
    for (const id of await updateOtherDefaults(db, key, context.now)) {
      const change = { before: { isDefault: true }, after: { isDefault: false } }
      await context.audit(db, { type: pipelineStages.id, id, ...change })
    }
  },
  removing: (db, key, { context }) => updatePipelineVersion(db, key, context.now),
  switched: (db, key, _, { context }) => updatePipelineVersion(db, key, context.now),
  ordered: (db, key, { context }) => updatePipelineVersion(db, key, context.now),
}

const emptyStage = { isDefault: false, documentTypeIds: [] }

/** Makes the active stages of a pipeline those that are given, in their order; inactive ones stay behind them. */
export async function putStages(
  db: Db,
  context: Changing,
  pipelineId: string,
  given: readonly GivenStage[],
): Promise<void> {
  const change = { db, of: pipelineStages, context, rules: stageRules }
  const before = (await listStagesOf(db, [pipelineId])).map(({ id }) => id)
  const named = given.flatMap(({ id }) => id ?? [])
  for (const id of before.filter((one) => !named.includes(one))) await removeRow(change, id)
  const freed = await freeNames(
    db,
    pipelineId,
    given.map(({ id, name }) => ({ id, name: String(name) })),
  )
  const ids: string[] = []
  for (const { stage, place } of inOrder(given)) {
    const { id, sortOrder: _, ...values } = stage
    if (id === undefined) {
      const { key } = await createRow(change, { ...emptyStage, ...values, pipelineId })
      ids.push(key)
      continue
    }
    const row = await findResourceRow(db, pipelineStages, id, true)
    if (row?.pipeline_id !== pipelineId || ids.includes(id)) {
      const text = 'The pipeline has no such stage'
      throw new Problem('pipeline.unknown_stage_id', 422, text, { path: `stages.${place}.id` })
    }
    const all = { ...fieldsOf(pipelineStages, row), ...values }
    await changeStage(
      change,
      id,
      all,
      freed.find((one) => one.id === id),
    )
    ids.push(id)
  }
  const [first] = ids
  if (first === undefined) return
  const was = await lockSiblings(db, pipelineStages, first)
  const order = [...ids, ...was.filter((id) => !ids.includes(id))]
  await updateOrder(db, pipelineStages, order, context.now)
  const isSame = order.every((id, place) => id === was[place])
  if (!isSame) await updatePipelineVersion(db, first, context.now)
}

/** Changes a stage whose name may have been freed: audit entry and Turkish name go by the name that it had. */
async function changeStage(
  change: Change,
  id: string,
  values: Values,
  was: NamedStage | undefined,
): Promise<void> {
  if (was === undefined) {
    await changeRow(change, id, values, 'differing')
    return
  }
  const { context } = change
  const audit: Changing['audit'] = (db, record) =>
    context.audit(
      db,
      record.id === id
        ? { ...record, before: { ...Object(record.before), name: was.name } }
        : record,
    )
  const nameTr = values.nameTr ?? turkishNameOf(String(values.name), was)
  await changeRow(
    { ...change, context: { ...context, audit } },
    id,
    { ...values, nameTr },
    'differing',
  )
}

/** By the order that they name; those that name none keep their place in the list. */
function inOrder(given: readonly GivenStage[]) {
  return given
    .map((stage, place) => ({ stage, place, order: stage.sortOrder ?? place + 1 }))
    .sort((one, other) => one.order - other.order || one.place - other.place)
}
