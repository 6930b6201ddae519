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
