import { isFault, readWidget } from '@counterfoil/features/dashboards/widgets/check-widget.rules.ts'
import {
  columnsOfEndpoint,
  isFigure,
} from '@counterfoil/features/dashboards/widgets/endpoint-columns.rules.ts'
import { findEndpoint } from '@counterfoil/features/dashboards/widgets/endpoints.rules.ts'
import {
  type ChartType,
  type Widget,
  type WidgetConfiguration,
  type WidgetType,
  widgetPageSize,
} from '@counterfoil/features/dashboards/widgets/widget.schema.ts'

/** A widget as its designer's form has it. */
export interface WidgetDraft {
  readonly name: string
  readonly nameTr: string
  readonly categoryId: string
  readonly endpointId: string
  readonly widgetType: WidgetType
  readonly chartType: ChartType
  readonly xAxisColumn: string
  readonly yAxisColumn: readonly string[]
  /** Empty: none. */
  readonly tooltipValue: string
  readonly pageSize: number
  readonly columns: readonly string[]
  readonly navigationUrl: string
  readonly banner: string
  readonly bannerTr: string
  readonly isLast24Hours: boolean
  readonly description: string
  readonly filters: Readonly<Record<string, string>>
}

const countryColumns = ['country', 'issuerCountry']

/** The kinds of chart that a widget can have: a map is of countries, and of nothing else. */
export function chartTypesOf({
  widgetType,
  xAxisColumn,
}: Pick<WidgetDraft, 'widgetType' | 'xAxisColumn'>): readonly ChartType[] {
  if (widgetType === 'MAP_WIDGET') return ['GeoChart']
  const isOfCountries = countryColumns.includes(xAxisColumn)
  return [
    ...(['BarChart', 'LineChart', 'PieChart', 'ComboChart'] as const),
    ...(isOfCountries ? (['GeoChart'] as const) : []),
  ]
}

/** A draft after a change, with a kind of chart that fits it. */
export function changedDraft(draft: WidgetDraft, change: Partial<WidgetDraft>): WidgetDraft {
  const after = { ...draft, ...change }
  const fitting = chartTypesOf(after)
  const chartType = fitting.includes(after.chartType) ? after.chartType : fitting[0]
  return { ...after, chartType: chartType ?? 'BarChart' }
}

export function draftOf(widget: Widget | undefined, endpointId: string): WidgetDraft {
  const known = (widget?.fault ? undefined : widget?.configuration) as
    | WidgetConfiguration
    | undefined
  const chart = known?.chartConfiguration
  const table = known?.tableConfiguration
  return {
    name: widget?.title.en ?? '',
    nameTr: widget?.title.tr ?? '',
    categoryId: widget?.categoryId ?? 'payments',
    endpointId: widget?.data?.dataSourceEndpointId ?? endpointId,
    widgetType: known?.widgetType ?? 'COUNT_WIDGET',
    chartType: chart?.chartType ?? 'BarChart',
    xAxisColumn: chart?.xAxisColumn ?? '',
    yAxisColumn: chart?.yAxisColumn ?? [],
    tooltipValue: chart?.tooltipValue ?? '',
    pageSize: table?.pageSize ?? widgetPageSize,
    columns: table?.tableDataColumns ?? [],
    navigationUrl: table?.navigationUrl ?? '',
    banner: known?.banner?.en ?? '',
    bannerTr: known?.banner?.tr ?? '',
    isLast24Hours: known?.isLast24Hours ?? false,
    description: known?.description ?? '',
    filters: widget?.filters ?? {},
  }
}

/** What is sent. */
export function bodyOf(draft: WidgetDraft) {
  const { widgetType } = draft
  const isChart = widgetType === 'CHART_WIDGET' || widgetType === 'MAP_WIDGET'
  const isTable = widgetType === 'TABLE_WIDGET'
  return {
    categoryId: draft.categoryId,
    name: draft.name,
    nameTr: draft.nameTr === '' ? null : draft.nameTr,
    filters: Object.fromEntries(Object.entries(draft.filters).filter(([, value]) => value !== '')),
    configuration: {
      widgetType,
      description: draft.description,
      isLast24Hours: isChart && draft.isLast24Hours,
      chartConfiguration: isChart
        ? {
            chartType: draft.chartType,
            xAxisColumn: draft.xAxisColumn,
            yAxisColumn: [...draft.yAxisColumn],
            tooltipValue: draft.tooltipValue === '' ? null : draft.tooltipValue,
          }
        : null,
      tableConfiguration: isTable
        ? {
            pageIndex: 0,
            pageSize: draft.pageSize,
            tableDataColumns: draft.columns.length === 0 ? null : [...draft.columns],
            navigationUrl: draft.navigationUrl === '' ? null : draft.navigationUrl,
          }
        : null,
      banner:
        widgetType === 'BANNER_WIDGET'
          ? { en: draft.banner, tr: draft.bannerTr === '' ? draft.banner : draft.bannerTr }
          : null,
    },
    data: { dataSourceEndpointId: draft.endpointId },
  }
}

/** The columns of the figures; none of figures that do not exist. */
export function columnsFor(endpointId: string) {
  const endpoint = findEndpoint(endpointId)
  return endpoint === undefined ? [] : columnsOfEndpoint(endpoint)
}

/** Where a chart begins: its points by the first column, and what counts them. What was chosen stays. */
export function axesOf(
  endpointId: string,
  { xAxisColumn, yAxisColumn }: Partial<WidgetDraft> = {},
): Pick<WidgetDraft, 'xAxisColumn' | 'yAxisColumn'> {
  const columns = columnsFor(endpointId)
  const figures = columns.filter(isFigure)
  const counted = figures.find(({ id }) => id === 'count') ?? figures[0]
  return {
    xAxisColumn: xAxisColumn || (columns[0]?.id ?? ''),
    yAxisColumn: yAxisColumn?.length ? yAxisColumn : counted === undefined ? [] : [counted.id],
  }
}

/** The widget as the server would read it, with the same word where it could not be drawn. */
export function previewOf(body: ReturnType<typeof bodyOf>, draft: WidgetDraft): Widget {
  const read = readWidget({
    configuration: body.configuration,
    endpointId: draft.endpointId,
    filters: body.filters,
  })
  return {
    widgetId: 'preview',
    categoryId: draft.categoryId,
    owner: 'organisation',
    version: null,
    title: { en: draft.name || '…', tr: draft.nameTr || draft.name || '…' },
    filters: body.filters,
    configuration: (isFault(read) ? body.configuration : read.configuration) as WidgetConfiguration,
    data: isFault(read)
      ? null
      : {
          dataSourceEndpoint: '',
          dataSourceMoreDataEndpoint:
            read.configuration.isLast24Hours && read.endpoint.source.kind !== 'records' ? '' : null,
          dataSourceEndpointId: draft.endpointId,
          dataSourceType: read.endpoint.type,
        },
    fault: isFault(read) ? { code: read.code, text: read.text } : null,
  }
}
