import { modeOf } from '@counterfoil/kit/contract/fields.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { answerQuestion, pageOf, permitQuestion } from './answer-question.ts'
import { filterRefused } from './check-widget.rules.ts'
import { columnsOfEndpoint } from './endpoint-columns.rules.ts'
import { findEndpoint, mayAsk, widgetEndpoints } from './endpoints.rules.ts'
import { listGivenWidgets } from './given-widgets.ts'
import type { WidgetFilters } from './widget.schema.ts'
import { listWidgetEndpoints, readWidgetData } from './widget-data.contract.ts'

/** Of the query as it was read: lists and numbers as the address has them. */
function filtersOf(query: object): WidgetFilters {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(
    given.map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : String(value)]),
  )
}

/** Records are all of them: an answer that left a filter aside would be of more than was asked for. */
function refuseFilters(filters: WidgetFilters): void {
  const [path] = Object.keys(filters)
  if (path === undefined) return
  const reason = filterRefused(path)
  throw new Problem('widget.filter', 400, reason.en, {
    path,
    params: { reason },
  })
}

export const routes: Route[] = [
  route(readWidgetData, async ({ params, query }, context) => {
    const { caller, request } = context
    const { endpointid: named, widgetid: widgetId } = request.headers
    const endpoint = findEndpoint(params.endpointId)
    if (endpoint === undefined || (named !== undefined && named !== params.endpointId)) {
      throw new Problem('widget.unknown_endpoint', 404, 'There are no such figures')
    }
    permitQuestion(endpoint, caller)
    await context.requireCode(endpoint.permission)
    if (widgetId !== undefined) {
      const given = await listGivenWidgets(context)
      if (!given.some((one) => one.widgetId === widgetId)) throw notFound('The widget')
    }
    const { pageIndex, pageSize, timeZone, timezoneOffset, ...rest } = query
    const page = { pageIndex, pageSize }
    if (endpoint.source.kind === 'records') {
      const { mode, ...others } = rest
      refuseFilters(filtersOf(others))
      const of = mode === undefined ? context : { ...context, mode: modeOf(mode) }
      return pageOf(await answerQuestion({ endpoint, filters: {} }, of), page)
    }
    const question = { endpoint, timeZone, timezoneOffset, filters: filtersOf(rest) }
    return pageOf(await answerQuestion(question, context), page)
  }),
  route(listWidgetEndpoints, async (_input, { caller }) => {
    const data = widgetEndpoints
      .filter((one) => mayAsk(one, caller))
      .map((one) => ({
        endpointId: one.id,
        dataSourceType: one.type,
        title: one.title,
        columns: columnsOfEndpoint(one).map(({ id }) => id),
        widgetTypes: [...one.widgetTypes],
        hasFilters: one.source.kind !== 'records',
      }))
    return { data, count: data.length }
  }),
]
