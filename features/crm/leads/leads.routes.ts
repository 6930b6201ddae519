import { createActivity, readActivity } from '@counterfoil/features/crm/activity/activity.public.ts'
import { opportunities } from '@counterfoil/features/crm/items/items.resource.ts'
import { forbidden, notFound } from '@counterfoil/kit/contract/problem.ts'
import { findResourceRow } from '@counterfoil/kit/database/resource-rows.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { resourceRoutes, tenantOfRow } from '@counterfoil/kit/server/resources/resource-routes.ts'
import { convertLead, type LeadStatus, leadActivity, listStatuses } from './leads.contract.ts'
import { convert, leadRules } from './leads.public.ts'
import { listLeadStatuses } from './leads.queries.ts'
import { leads } from './leads.resource.ts'

export const routes: Route[] = [
  route(listStatuses, async ({ query }, { db }) => {
    const found = await listLeadStatuses(db, query.tenantId)
    return found.map((one) => ({ ...one, kind: one.kind as LeadStatus['kind'] }))
  }),
  route(leadActivity.events, async ({ params, query }, { db }) => {
    if ((await findResourceRow(db, leads, params.id)) === undefined) throw notFound(leads.one.en)
    return readActivity(db, { leadId: params.id }, query)
  }),
  route(leadActivity.note, async ({ params, body }, context) => {
    const tenantId = await tenantOfRow(leads, params.id, context)
    return context.transaction(async (db) => {
      const id = await createActivity(db, context, { leadId: params.id }, { kind: 'note', ...body })
      await context.audit(db, { type: leads.id, id: params.id, after: { note: body.text } })
      return { id }
    }, tenantId)
  }),
  route(convertLead, async ({ params, body }, context) => {
    const tenantId = await tenantOfRow(leads, params.id, context)
    if (!context.caller.permissions.has(opportunities.permission.edit)) throw forbidden()
    return context.transaction(
      async (db) => ({ id: await convert(db, context, params.id, body) }),
      tenantId,
    )
  }),
  ...resourceRoutes(leads, leadRules),
]
