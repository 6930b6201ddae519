import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { findResourceRow } from '@counterfoil/kit/database/resource-rows.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { changeRow, readView } from '@counterfoil/kit/server/resources/resource-changes.ts'
import {
  listViews,
  resourceRoutes,
  tenantOfRow,
} from '@counterfoil/kit/server/resources/resource-routes.ts'
import { pipelineRules, putStages, stageRules } from './change-pipeline.ts'
import type { StageKind } from './kinds.schema.ts'
import { listStages, pipelineCalls } from './pipelines.contract.ts'
import { listStagesOf, lockStagesOf } from './pipelines.queries.ts'
import { pipelines } from './pipelines.resource.ts'
import { pipelineStages } from './stages.resource.ts'

async function withStages(db: Db, rows: readonly ResourceRow[]): Promise<ResourceRow[]> {
  const stages = await listStagesOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...row,
    stages: stages.filter(({ pipelineId }) => pipelineId === row.id),
  }))
}

async function readWhole(db: Db, id: string): Promise<ResourceRow> {
  const row = await readView(db, pipelines, id)
  return (await withStages(db, [row]))[0] ?? row
}

export const routes: Route[] = [
  route(listStages, async ({ params }, { db }) => {
    if ((await findResourceRow(db, pipelines, params.id)) === undefined) {
      throw notFound(pipelines.one.en)
    }
    const stages = await listStagesOf(db, [params.id])
    return stages.map((one) => ({ ...one, kind: one.kind as StageKind }))
  }),
  route(pipelineCalls.list, async ({ query }, { db }) => {
    const { data, count } = await listViews(db, pipelines, query)
    return { data: await withStages(db, data), count }
  }),
  route(pipelineCalls.read, ({ params }, { db }) => readWhole(db, params.id)),
  route(pipelineCalls.update, async ({ params, body }, context) => {
    const { version = 'differing', stages, ...values } = body
    const tenantId = await tenantOfRow(pipelines, params.id, context)
    return context.transaction(async (db) => {
      const change = { db, of: pipelines, context, rules: pipelineRules }
      if (stages !== undefined) await lockStagesOf(db, params.id)
      await changeRow(change, params.id, values, version)
      if (stages !== undefined) await putStages(db, context, params.id, stages)
      return readWhole(db, params.id)
    }, tenantId)
  }),
  ...resourceRoutes(
    pipelines,
    pipelineRules,
    Object.values(pipelineCalls).map(({ id }) => id),
  ),
  ...resourceRoutes(pipelineStages, stageRules),
]
