import { createActivity, readActivity } from '@counterfoil/features/crm/activity/activity.public.ts'
import { merchants } from '@counterfoil/features/crm/merchants/merchants.resource.ts'
import { registerProposalSubjects } from '@counterfoil/features/pricing/offers/proposal-subjects.public.ts'
import { forbidden, notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { findResourceRow } from '@counterfoil/kit/database/resource-rows.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { resourceRoutes, tenantOfRow } from '@counterfoil/kit/server/resources/resource-routes.ts'
import { fieldsOf } from '@counterfoil/kit/server/resources/resource-views.ts'
import { createCustomer } from './create-customer.ts'
import { readBoard, readPipeline } from './item-board.ts'
import {
  moveItem,
  opportunityActivity,
  opportunityBoard,
  opportunityCustomer,
  opportunityReached,
  projectActivity,
  projectBoard,
  projectCustomer,
  projectReached,
  readTravel,
} from './items.contract.ts'
import {
  findOpportunity,
  itemRules,
  moveTo,
  moveToAgreementAccepted,
  moveToProposalSent,
  stagesOf,
} from './items.public.ts'
import { type ItemKind, itemKinds, opportunities, projects } from './items.resource.ts'
import { decideTarget, stageStatusOf } from './items.rules.ts'

/** Finds an item among the kinds that the caller may change. */
async function findItem(db: Db, { permissions }: UserCaller, id: string) {
  for (const [kind, of] of Object.entries(itemKinds) as [ItemKind, Resource][]) {
    if (!permissions.has(of.permission.edit)) continue
    const row = await findResourceRow(db, of, id)
    if (row !== undefined) return { kind, of, row }
  }
  throw notFound('The opportunity or project')
}

const refusals = {
  unknown_stage: ['currentPipelineStageNumber', 'The pipeline has no such stage in use'],
  closing_stage_missing: ['isClosed', 'A stage that means so opens or closes it: say which'],
  not_closed: ['isClosed', 'It is open already'],
} as const

const moveRoute = route(moveItem, async ({ params, body }, context) => {
  const { kind, of, row } = await findItem(context.db, context.caller, params.id)
  const tenantId = await tenantOfRow(of, params.id, context)
  const pipelineId = body.pipelineId ?? String(row.pipeline_id)
  const isStaying = pipelineId === row.pipeline_id
  return context.transaction(async (db) => {
    const stages = await stagesOf(db, pipelineId)
    const at = isStaying ? String(row.stage_id) : null
    const openedAt = isStaying ? (row.open_stage_id as string | null) : null
    const target = decideTarget(stages, at, openedAt, body)
    if ('refused' in target) {
      // another tenant's pipeline has no stages here, and is refused like an unknown one
      const [path, text] = refusals[target.refused]
      const isKnown = stages.length > 0 || isStaying
      throw isKnown
        ? new Problem(`pipeline.${target.refused}`, 422, text, { path })
        : new Problem('resource.unknown_reference', 422, 'No such pipeline in use', {
            path: 'pipelineId',
          })
    }
    const values = { ...fieldsOf(of, row), pipelineId, stageId: target.stageId }
    await moveTo(db, context, kind, { key: params.id, values, version: body.version })
    const now = await findResourceRow(db, of, params.id)
    if (now === undefined) throw new Problem('not_found', 404, 'It is gone')
    return {
      id: params.id,
      version: Number(now.version),
      pipelineId,
      ...stageStatusOf(stages, target.stageId),
    }
  }, tenantId)
})

function customerRoutes(
  kind: ItemKind,
  {
    reached,
    customer,
  }: { reached: typeof opportunityReached; customer: typeof opportunityCustomer },
): Route[] {
  const of = itemKinds[kind]
  return [
    route(reached, async ({ params }, { db }) => {
      const row = await findResourceRow(db, of, params.id)
      if (row === undefined) throw notFound(of.one.en)
      return { reachedStageIds: row.reached_stage_ids as string[] }
    }),
    route(customer, async ({ params, body: { version, stageId, ...values } }, context) => {
      const tenantId = await tenantOfRow(of, params.id, context)
      if (!context.caller.permissions.has(merchants.permission.edit)) throw forbidden()
      return context.transaction(
        (db) => createCustomer(db, context, kind, params.id, { version, stageId, values }),
        tenantId,
      )
    }),
  ]
}

function activityRoutes(of: Resource, calls: typeof opportunityActivity): Route[] {
  return [
    route(calls.events, async ({ params, query }, { db }) => {
      const row = await findResourceRow(db, of, params.id)
      if (row === undefined) throw notFound(of.one.en)
      // it begins with what happened while it was a lead
      const leadId = (row.lead_id as string | null) ?? undefined
      return readActivity(db, { itemId: params.id, leadId }, query)
    }),
    route(calls.note, async ({ params, body }, context) => {
      const tenantId = await tenantOfRow(of, params.id, context)
      return context.transaction(async (db) => {
        const id = await createActivity(
          db,
          context,
          { itemId: params.id },
          { kind: 'note', ...body },
        )
        await context.audit(db, { type: of.id, id: params.id, after: { note: body.text } })
        return { id }
      }, tenantId)
    }),
  ]
}

export const routes: Route[] = [
  route(readTravel, ({ params }, { db }) => readPipeline(db, params.id)),
  moveRoute,
  route(opportunityBoard, ({ query }, { db }) => readBoard(db, 'opportunity', query.pipelineId)),
  route(projectBoard, ({ query }, { db }) => readBoard(db, 'project', query.pipelineId)),
  ...activityRoutes(opportunities, opportunityActivity),
  ...activityRoutes(projects, projectActivity),
  ...customerRoutes('opportunity', { reached: opportunityReached, customer: opportunityCustomer }),
  ...customerRoutes('project', { reached: projectReached, customer: projectCustomer }),
  ...resourceRoutes(opportunities, itemRules),
  ...resourceRoutes(projects, itemRules),
]

registerProposalSubjects({
  find: findOpportunity,
  sent: moveToProposalSent,
  signed: moveToAgreementAccepted,
})
