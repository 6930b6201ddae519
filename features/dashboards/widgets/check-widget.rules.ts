import { paymentFilter } from '@counterfoil/features/payments/lookup/payment-filter.schema.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { type Text, textWith } from '@counterfoil/kit/contract/texts.ts'
import { columnsOfEndpoint, isFigure } from './endpoint-columns.rules.ts'
import { findEndpoint, type WidgetEndpoint } from './endpoints.rules.ts'
import { placeholder } from './navigation.rules.ts'
import {
  periods,
  type WidgetConfiguration,
  type WidgetFilters,
  widgetConfiguration,
  widgetFilters,
  widgetTypes,
} from './widget.schema.ts'

const msg = messagesOf(import.meta.url)

const faults = msg({
  type: 'This version does not know widgets of the kind “{type}”.',
  configuration: 'The configuration of this widget cannot be read: {path}.',
  endpoint: 'The figures “{endpoint}” are not among those that this version has.',
  kind: 'These figures cannot be shown as this kind of widget.',
  column: 'These figures have no column “{column}”.',
  figure: '“{column}” is no figure that a chart can draw.',
  chart: 'A chart needs its kind and its columns.',
  banner: 'A banner needs a text.',
  navigation: 'A row can lead to a page of the portal alone, like /crm/organizations/[merchant].',
  circular: 'A row cannot lead to the dashboard that it stands on.',
  filter: 'These figures cannot be filtered by “{filter}”.',
})

export interface WidgetFault {
  readonly code: string
  readonly text: Text
  /** The field in the body. */
  readonly path: string
}

/** A widget that can be drawn. */
export interface ReadWidget {
  readonly configuration: WidgetConfiguration
  readonly endpoint: WidgetEndpoint
  readonly filters: WidgetFilters
}

interface Stored {
  readonly configuration: unknown
  readonly endpointId: string
  readonly filters: unknown
}

/** Reads a widget as it is kept or sent; of what cannot be drawn it says why. */
export function readWidget(stored: Stored): ReadWidget | WidgetFault {
  const type = (stored.configuration as { widgetType?: unknown } | null)?.widgetType
  if (typeof type === 'string' && !widgetTypes.some((one) => one === type)) {
    return fault(
      'type',
      'configuration.widgetType',
      textWith(faults.type, { type: type.slice(0, 60) }),
    )
  }
  const read = widgetConfiguration.safeParse(stored.configuration)
  if (!read.success) {
    const path = read.error.issues[0]?.path ?? []
    const at = ['configuration', ...path].join('.')
    if (path[0] === 'banner') return fault('banner', at, faults.banner)
    if (path[0] === 'chartConfiguration') return fault('chart', at, faults.chart)
    return fault('configuration', at, textWith(faults.configuration, { path: at }))
  }
  const endpoint = findEndpoint(stored.endpointId)
  if (endpoint === undefined) {
    const named = { endpoint: stored.endpointId.slice(0, 60) }
    return fault('endpoint', 'data.dataSourceEndpointId', textWith(faults.endpoint, named))
  }
  const filters = widgetFilters.safeParse(stored.filters)
  if (!filters.success) {
    return fault('configuration', 'filters', textWith(faults.configuration, { path: 'filters' }))
  }
  const widget = { configuration: read.data, endpoint, filters: filters.data }
  return kindFault(widget) ?? filterFault(widget) ?? navigationFault(widget) ?? widget
}

export const isFault = (read: ReadWidget | WidgetFault): read is WidgetFault => 'code' in read

/** Throws for a widget that could not be drawn. */
export function checkWidget(stored: Stored): ReadWidget {
  const read = readWidget(stored)
  if (!isFault(read)) return read
  throw new Problem(`widget.${read.code}`, 400, read.text.en, {
    path: read.path,
    params: { reason: read.text },
  })
}

const fault = (code: string, path: string, text: Text): WidgetFault => ({ code, path, text })

function kindFault({ configuration, endpoint }: ReadWidget): WidgetFault | undefined {
  const { widgetType, chartConfiguration: chart, tableConfiguration: table, banner } = configuration
  if (!endpoint.widgetTypes.includes(widgetType)) {
    return fault('kind', 'configuration.widgetType', faults.kind)
  }
  if (widgetType === 'BANNER_WIDGET' && !banner)
    return fault('banner', 'configuration.banner', faults.banner)
  const isChart = widgetType === 'CHART_WIDGET' || widgetType === 'MAP_WIDGET'
  if (isChart && !chart) return fault('chart', 'configuration.chartConfiguration', faults.chart)
  const named = [
    ...(isChart && chart
      ? [
          chart.xAxisColumn,
          ...chart.yAxisColumn,
          ...(chart.tooltipValue ? [chart.tooltipValue] : []),
        ]
      : []),
    ...(table?.tableDataColumns ?? []),
  ]
  const columns = columnsOfEndpoint(endpoint)
  const path = isChart ? 'configuration.chartConfiguration' : 'configuration.tableConfiguration'
  const unknown = named.find((one) => !columns.some(({ id }) => id === one))
  if (unknown !== undefined) {
    return fault('column', path, textWith(faults.column, { column: unknown }))
  }
  const drawn = isChart ? columns.filter(({ id }) => chart?.yAxisColumn.includes(id)) : []
  const words = drawn.find((one) => !isFigure(one))
  return words === undefined
    ? undefined
    : fault('figure', path, textWith(faults.figure, { column: words.label }))
}

/** That figures cannot be filtered by something. */
export const filterRefused = (filter: string): Text => textWith(faults.filter, { filter })

/** Payments are filtered as in the lookup, so that each number opens exactly its rows; records by nothing. */
function filterFault({ endpoint, filters }: ReadWidget): WidgetFault | undefined {
  const refused = (filter: string) => fault('filter', `filters.${filter}`, filterRefused(filter))
  const { period, ...rest } = filters
  if (endpoint.source.kind === 'records') {
    const [first] = Object.keys(filters)
    return first === undefined ? undefined : refused(first)
  }
  if (period !== undefined && !periods.some((one) => one === period)) return refused('period')
  const unknown = Object.keys(rest).find(
    (one) => !(one in paymentFilter.shape) || one === 'searchKey',
  )
  if (unknown !== undefined) return refused(unknown)
  const read = paymentFilter.safeParse(rest)
  return read.success ? undefined : refused(String(read.error.issues[0]?.path[0] ?? 'filters'))
}

/** A page below one of the portal's own addresses, without anything that a browser takes for another host. */
const portalPath = /^\/[a-zA-Z][\w{}./-]*$/
/** In any case of letters, as the portal reads its addresses. */
const dashboardPath = /^\/(crm\/)?dashboard(\/|$)/i

function navigationFault({ configuration, endpoint }: ReadWidget): WidgetFault | undefined {
  const url = configuration.tableConfiguration?.navigationUrl
  if (url === undefined || url === null) return undefined
  const path = 'configuration.tableConfiguration.navigationUrl'
  if (!portalPath.test(url) || url.includes('..') || url.includes('//')) {
    return fault('navigation', path, faults.navigation)
  }
  if (dashboardPath.test(url)) return fault('circular_navigation', path, faults.circular)
  const known = columnsOfEndpoint(endpoint).map(({ id }) => id)
  const unknown = [...url.matchAll(placeholder)]
    .map(([, one = '']) => one)
    .find((one) => !known.includes(one))
  return unknown === undefined
    ? undefined
    : fault('column', path, textWith(faults.column, { column: unknown }))
}
