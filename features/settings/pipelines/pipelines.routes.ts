import { notFound } from '@counterfoil/kit/contract/problem.ts'
import { findResourceRow } from '@counterfoil/kit/database/resource-rows.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { resourceRoutes } from '@counterfoil/kit/server/resources/resource-routes.ts'
import type { StageKind } from './kinds.schema.ts'
import { listStages } from './pipelines.contract.ts'
import { clearOtherDefaults, listStagesOf } from './pipelines.queries.ts'
import { pipelines } from './pipelines.resource.ts'
import { pipelineStages } from './stages.resource.ts'
import { colourOfKind, kindOfName, reachedByOfName } from './stages.rules.ts'

export const routes: Route[] = [
  route(listStages, async ({ params }, { db }) => {
    if ((await findResourceRow(db, pipelines, params.id)) === undefined) {
      throw notFound(pipelines.one.en)
    }
    const stages = await listStagesOf(db, params.id)
    return stages.map((one) => ({ ...one, kind: one.kind as StageKind }))
  }),
  ...resourceRoutes(pipelineStages, {
    // the name decides the kind of a new stage only: renaming it later keeps the kind
    check: async (_db, values, { before }) => {
      const kind = (values.kind ?? before?.kind ?? kindOfName(String(values.name))) as StageKind
      const named = before === undefined ? reachedByOfName(String(values.name)) : null
      return {
        ...values,
        kind,
        colour: values.colour ?? before?.colour ?? colourOfKind(kind),
        reachedBy: values.reachedBy ?? named,
      }
    },
    saved: async (db, key, { context }) => {
      for (const id of await clearOtherDefaults(db, key, context.now)) {
        const change = { before: { isDefault: true }, after: { isDefault: false } }
        await context.audit(db, { type: pipelineStages.id, id, ...change })
      }
    },
  }),
]
