import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'

export function listStagesOf(db: Db, pipelineIds: readonly string[]) {
  return db
    .selectFrom('pipeline_stage')
    .select([
      'id',
      'name',
      'name_tr as nameTr',
      'kind',
      'colour',
      'probability',
      'is_default as isDefault',
      'activity_set_id as activitySetId',
      'sort_order as sortOrder',
      'pipeline_id as pipelineId',
    ])
    .where(within(db, 'pipeline_stage', null))
    .where('pipeline_id', '=', sql<string>`any(${pipelineIds}::uuid[])`)
    .where('is_active', '=', true)
    .orderBy('sort_order')
    .execute()
}

/** All stages of a pipeline, held until the transaction ends; a change of one holds its pipeline after it. */
export async function lockStagesOf(db: Db, pipelineId: string): Promise<void> {
  await db
    .selectFrom('pipeline_stage')
    .select('id')
    .where(within(db, 'pipeline_stage', null))
    .where('pipeline_id', '=', pipelineId)
    .orderBy('sort_order')
    .forUpdate()
    .execute()
}

/** A pipeline is another one with other stages: who read it before has to read it again to change it. */
export async function updatePipelineVersion(db: Db, stageId: string, at: Date): Promise<void> {
  const stage = await db
    .selectFrom('pipeline_stage')
    .select('pipeline_id')
    .where(within(db, 'pipeline_stage', null))
    .where('id', '=', stageId)
    .executeTakeFirst()
  if (stage === undefined) return
  await db
    .updateTable('pipeline')
    .set((row) => ({ version: row('version', '+', 1), updated_at: at }))
    .where(within(db, 'pipeline', null))
    .where('id', '=', stage.pipeline_id)
    .execute()
}

export interface NamedStage {
  readonly id: string
  readonly name: string
  readonly nameTr: string
}

/**
 * Frees the names of stages that are given another one while their own is given to another stage, so that two exchange
 * theirs. Answers these as they were; each is given its new name afterwards.
 */
export async function freeNames(
  db: Db,
  pipelineId: string,
  given: readonly { readonly id?: string | undefined; readonly name: string }[],
): Promise<NamedStage[]> {
  const stages = await db
    .selectFrom('pipeline_stage')
    .select(['id', 'name', 'name_tr as nameTr'])
    .select(sql<string>`app.folded_name(name)`.as('folded'))
    .where(within(db, 'pipeline_stage', null))
    .where('pipeline_id', '=', pipelineId)
    .execute()
  const { folded } = await db
    .selectNoFrom(
      sql<
        string[]
      >`array(select app.folded_name(n) from unnest(${given.map(({ name }) => name)}::text[]) with ordinality as g (n, place) order by place)`.as(
        'folded',
      ),
    )
    .executeTakeFirstOrThrow()
  const freed = stages.filter(
    (stage) =>
      given.some(({ id }, place) => id === stage.id && folded[place] !== stage.folded) &&
      given.some(({ id }, place) => id !== stage.id && folded[place] === stage.folded),
  )
  for (const { id } of freed) {
    await db
      .updateTable('pipeline_stage')
      .set({ name: id })
      .where(within(db, 'pipeline_stage', null))
      .where('id', '=', id)
      .execute()
  }
  return freed.map(({ id, name, nameTr }) => ({ id, name, nameTr }))
}

/** New items begin at one default stage: removes the mark from the others, and returns those that had it. */
export async function updateOtherDefaults(db: Db, id: string, at: Date): Promise<string[]> {
  const chosen = await db
    .selectFrom('pipeline_stage')
    .select(['pipeline_id', 'is_default'])
    .where(within(db, 'pipeline_stage', null))
    .where('id', '=', id)
    .executeTakeFirst()
  if (chosen === undefined || !chosen.is_default) return []
  const cleared = await db
    .updateTable('pipeline_stage')
    .set((row) => ({ is_default: false, version: row('version', '+', 1), updated_at: at }))
    .where(within(db, 'pipeline_stage', null))
    .where('pipeline_id', '=', chosen.pipeline_id)
    .where('id', '<>', id)
    .where('is_default', '=', true)
    .returning('id')
    .execute()
  return cleared.map((one) => one.id)
}
