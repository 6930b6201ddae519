import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'

/** All stages of a pipeline in order, inactive ones included. */
export function listStages(db: Db, pipelineId: string) {
  return db
    .selectFrom('pipeline_stage')
    .select(['id', 'name', 'name_tr as nameTr', 'kind', 'colour', 'probability'])
    .select(['is_default as isDefault', 'is_active as isActive'])
    .select(['document_type_ids as documentTypeIds', 'activity_set_id as activitySetId'])
    .select(['lead_status_id as leadStatusId', 'reached_by as reachedBy'])
    .where(within(db, 'pipeline_stage', null))
    .where('pipeline_id', '=', pipelineId)
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
}

export type StoredStage = Awaited<ReturnType<typeof listStages>>[number]

export function findPipeline(db: Db, id: string) {
  return db
    .selectFrom('pipeline')
    .select(['id', 'name', 'name_tr as nameTr', 'is_active as isActive'])
    .select(['is_for_opportunities as isForOpportunities', 'is_for_projects as isForProjects'])
    .where(within(db, 'pipeline', null))
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The columns of an item that no form shows. */
export function findTravel(db: Db, itemId: string) {
  return db
    .selectFrom('pipeline_item')
    .select(['visit', 'open_stage_id as openStageId', 'stage_id as stageId'])
    .select('reached_stage_ids as reachedStageIds')
    .where(within(db, 'pipeline_item'))
    .where('id', '=', itemId)
    .executeTakeFirstOrThrow()
}

/** Updates the status of a lead if it differs; answers the status before. */
export async function updateLeadStatus(db: Db, leadId: string, statusId: string, at: Date) {
  const lead = await db
    .selectFrom('lead')
    .select('lead_status_id as statusId')
    .where(within(db, 'lead', null))
    .where('id', '=', leadId)
    // items refer to the lead by its id only
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (lead === undefined || lead.statusId === statusId) return undefined
  await db
    .updateTable('lead')
    .set((row) => ({
      lead_status_id: statusId,
      version: row('version', '+', 1),
      updated_at: at,
    }))
    .where(within(db, 'lead', null))
    .where('id', '=', leadId)
    .execute()
  return { before: lead.statusId }
}

export async function findLeadStatus(db: Db, id: string) {
  return await db
    .selectFrom('lead_status')
    .select('name')
    .where(within(db, 'lead_status', null))
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The items on the board: those that are active. */
const onBoard = (db: Db, kind: string, pipelineId: string) =>
  db
    .selectFrom('pipeline_item as i')
    .where(within(db, 'i'))
    .where('i.kind', '=', kind)
    .where('i.pipeline_id', '=', pipelineId)
    .where('i.is_active', '=', true)

export function sumByStage(db: Db, kind: string, pipelineId: string) {
  return onBoard(db, kind, pipelineId)
    .select(['i.stage_id as stageId', 'i.currency'])
    .select((is) => [
      is.fn.countAll<bigint>().as('count'),
      sql<bigint | null>`sum(i.amount_minor)::bigint`.as('amountMinor'),
    ])
    .groupBy(['i.stage_id', 'i.currency'])
    .orderBy('i.currency')
    .execute()
}

/** The most recently changed items of a stage. */
export function listCards(
  db: Db,
  kind: string,
  pipelineId: string,
  stageId: string,
  limit: number,
) {
  return onBoard(db, kind, pipelineId)
    .leftJoin('merchant as m', (join) =>
      join.onRef('m.tenant_id', '=', 'i.tenant_id').onRef('m.id', '=', 'i.merchant_id'),
    )
    .leftJoin('lead as l', (join) =>
      join.onRef('l.tenant_id', '=', 'i.tenant_id').onRef('l.id', '=', 'i.lead_id'),
    )
    .select(['i.id', 'i.version', 'i.name', 'i.currency', 'i.amount_minor as amountMinor'])
    .select(['i.expected_close as expectedClose', 'i.owner_id as ownerId'])
    .select(['i.merchant_id as merchantId', 'i.reached_stage_ids as reachedStageIds'])
    .select(sql<string | null>`coalesce(m.legal_business_name, l.company)`.as('party'))
    .where('i.stage_id', '=', stageId)
    .orderBy('i.updated_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(limit)
    .execute()
}
