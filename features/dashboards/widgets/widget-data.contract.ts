import { chartQuery } from '@counterfoil/features/payments/summary-reports/summary-report.schema.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { listOf, text } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { chartPageSize, period, widgetData, widgetPageSize, widgetType } from './widget.schema.ts'

/** Below which each endpoint of figures has its address. */
export const endpointPath = '/api/reporting/api/v2/dashboard/data'

export const readWidgetData = endpoint({
  id: 'dashboards.data',
  method: 'GET',
  path: `${endpointPath}/:endpointId`,
  summary:
    'The figures of one endpoint of widgets, by its filters; the headers `endpointId` and `widgetId` say of which widget they are',
  permission: [],
  params: z.object({ endpointId: z.string().max(100) }),
  query: chartQuery.extend({
    period: period.optional(),
    pageIndex: z.coerce.number().int().min(0).max(1000).default(0),
    pageSize: z.coerce.number().int().min(1).max(chartPageSize).default(widgetPageSize),
  }),
  answer: widgetData,
})

export const listWidgetEndpoints = endpoint({
  id: 'dashboards.endpoints',
  method: 'GET',
  path: '/api/reporting/api/v2/dashboard/endpoints',
  summary: 'The endpoints that widgets take figures from, as far as the caller may ask them',
  permission: [],
  answer: listOf(
    z.object({
      endpointId: z.string(),
      dataSourceType: z.string(),
      title: text,
      columns: z.array(z.string()),
      widgetTypes: z.array(widgetType),
      /** It is filtered like the lookup, and by a period. */
      hasFilters: z.boolean(),
    }),
  ),
})
