import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import type { Width } from './layout.rules.ts'
import {
  type ChartType,
  type WidgetConfiguration,
  type WidgetFilters,
  type WidgetType,
  widgetPageSize,
} from './widget.schema.ts'

const msg = messagesOf(import.meta.url)

/** Categories that come with the product. Their ids are words; what people make has uuids. */
export const productCategories: Readonly<Record<string, Text>> = msg({
  payments: 'Payments',
  money: 'Money',
  operations: 'Operations',
  sales: 'Sales',
})

export interface ProductWidget {
  readonly id: string
  readonly categoryId: string
  readonly title: Text
  readonly endpointId: string
  readonly filters: WidgetFilters
  readonly configuration: WidgetConfiguration
  /** In columns of twelve, and steps of height. */
  readonly width: Width
  readonly height: number
}

const titles = msg({
  todayAgainst: 'Today against the same weekday',
  count7: 'Payments, 7 days',
  captured30: 'Captured per day',
  payments90: 'Volume and approval rate by month',
  approval: 'Approval rate, 7 days',
  approvalWhy: 'Why the approval rate moved',
  approvalWhyProvider: 'Why the approval rate moved, by provider',
  hours: 'Payments by hour',
  statuses: 'By status, 30 days',
  methods: 'By method, 30 days',
  currencies: 'By currency, 30 days',
  brands: 'By card brand, 30 days',
  countries: "Customers' countries, 30 days",
  declineReasons: 'Why payments were declined, 7 days',
  declines: 'Declines by provider, 7 days',
  providers: 'By provider, 30 days',
  merchants: 'Merchants, 30 days',
  merchantMovers: "Merchants' movers, 7 days",
  tenantMovers: 'Tenants against the same weekday',
  tenants: 'Tenants, 30 days',
  toDo: 'What waits for you',
  disputes: 'Disputes to answer',
  payouts: 'Payouts on their way',
  webhooks: 'Webhook endpoints',
  acquirers: 'Acquirers',
  tickets: 'Tickets overdue or near breach',
  pipeline: 'Opportunities by stage',
})

const words = msg({
  welcome: 'Arrange this dashboard as you need it: widgets can be added, moved and shared.',
})

type Parts = Partial<Omit<WidgetConfiguration, 'widgetType'>>

const widget = (
  id: keyof typeof titles,
  categoryId: string,
  endpointId: string,
  shape: {
    readonly type: WidgetType
    readonly filters?: WidgetFilters
    readonly size: readonly [width: Width, height: number]
    readonly parts?: Parts
  },
): ProductWidget => ({
  id,
  categoryId,
  title: titles[id],
  endpointId,
  filters: shape.filters ?? {},
  configuration: { description: '', isLast24Hours: false, ...shape.parts, widgetType: shape.type },
  width: shape.size[0],
  height: shape.size[1],
})

const chart = (chartType: ChartType, xAxisColumn: string, ...yAxisColumn: string[]): Parts => ({
  chartConfiguration: { chartType, xAxisColumn, yAxisColumn },
})
const rows = (...tableDataColumns: string[]) => ({
  ...{ pageIndex: 0, pageSize: widgetPageSize, tableDataColumns },
})
const table = (...columns: string[]): Parts => ({ tableConfiguration: rows(...columns) })
const opening = (navigationUrl: string, ...columns: string[]): Parts => ({
  tableConfiguration: { ...rows(...columns), navigationUrl },
})

const last7 = { period: 'last7' }
const last30 = { period: 'last30' }
const last90 = { period: 'last90' }

export const productWidgets: readonly ProductWidget[] = [
  widget('todayAgainst', 'payments', 'movement', { type: 'COUNT_WIDGET', size: [4, 1] }),
  widget('count7', 'payments', 'movement', { type: 'COUNT_WIDGET', filters: last7, size: [4, 1] }),
  widget('approval', 'payments', 'movement', {
    type: 'SUCCESS_RATE_WIDGET',
    filters: last7,
    size: [4, 1],
  }),
  widget('captured30', 'payments', 'transactions-by-date', {
    type: 'CHART_WIDGET',
    filters: last30,
    size: [8, 2],
    parts: chart('BarChart', 'day', 'captured', 'count'),
  }),
  widget('payments90', 'payments', 'transactions-by-month', {
    type: 'CHART_WIDGET',
    filters: last90,
    size: [6, 2],
    parts: chart('ComboChart', 'month', 'volume', 'approvalRate'),
  }),
  widget('hours', 'payments', 'transactions-by-hour', {
    type: 'CHART_WIDGET',
    filters: { period: 'last24Hours' },
    size: [4, 2],
    parts: { ...chart('LineChart', 'hour', 'count'), isLast24Hours: true },
  }),
  widget('statuses', 'payments', 'transactions-by-status', {
    type: 'CHART_WIDGET',
    filters: last30,
    size: [4, 2],
    parts: chart('PieChart', 'status', 'count'),
  }),
  widget('methods', 'payments', 'transactions-by-payment-method', {
    type: 'CHART_WIDGET',
    filters: last30,
    size: [4, 2],
    parts: chart('PieChart', 'method', 'count'),
  }),
  widget('currencies', 'payments', 'transactions-by-currency', {
    type: 'TABLE_WIDGET',
    filters: last30,
    size: [6, 2],
    parts: table('currency', 'count', 'volume', 'captured', 'refunded', 'net'),
  }),
  widget('brands', 'payments', 'transactions-by-brand', {
    type: 'CHART_WIDGET',
    filters: last30,
    size: [4, 2],
    parts: chart('BarChart', 'brand', 'count'),
  }),
  widget('countries', 'payments', 'transactions-by-country', {
    type: 'MAP_WIDGET',
    filters: last30,
    size: [6, 2],
    parts: chart('GeoChart', 'country', 'count'),
  }),
  widget('declineReasons', 'payments', 'transactions-by-decline-reason', {
    type: 'TABLE_WIDGET',
    filters: { ...last7, status: 'declined,failed,blocked' },
    size: [6, 2],
    parts: table('declineReason', 'currency', 'count', 'volume'),
  }),
  widget('approvalWhy', 'payments', 'movement-by-brand', {
    type: 'TABLE_WIDGET',
    filters: last7,
    size: [6, 2],
    parts: table('brand', 'currency', 'count', 'approvalRate', 'rateBefore', 'contribution'),
  }),
  widget('approvalWhyProvider', 'operations', 'movement-by-service-provider', {
    type: 'TABLE_WIDGET',
    filters: last7,
    size: [6, 2],
    parts: table('provider', 'currency', 'count', 'approvalRate', 'rateBefore', 'contribution'),
  }),
  widget('declines', 'operations', 'declines-by-service-provider', {
    type: 'TABLE_WIDGET',
    filters: last7,
    size: [6, 2],
    parts: table('provider', 'declineReason', 'currency', 'count'),
  }),
  widget('providers', 'operations', 'transactions-by-service-provider', {
    type: 'CHART_WIDGET',
    filters: last30,
    size: [4, 2],
    parts: chart('BarChart', 'provider', 'count'),
  }),
  widget('merchants', 'operations', 'transactions-by-customer', {
    type: 'TABLE_WIDGET',
    filters: last30,
    size: [6, 2],
    parts: opening('/crm/organizations/{merchant}', 'merchant', 'currency', 'count', 'captured'),
  }),
  widget('merchantMovers', 'operations', 'movement-by-customer', {
    type: 'TABLE_WIDGET',
    filters: last7,
    size: [6, 2],
    parts: opening(
      '/crm/organizations/{merchant}',
      'merchant',
      'currency',
      'count',
      'before',
      'change',
    ),
  }),
  widget('tenants', 'operations', 'transactions-by-tenant', {
    type: 'TABLE_WIDGET',
    filters: last30,
    size: [6, 2],
    parts: opening(
      '/crm/tenant-management/tenants/{tenant}',
      ...['tenant', 'currency', 'count', 'approvalRate', 'captured'],
    ),
  }),
  widget('tenantMovers', 'operations', 'movement-by-tenant', {
    type: 'TABLE_WIDGET',
    size: [6, 2],
    parts: opening(
      '/crm/tenant-management/tenants/{tenant}',
      ...['tenant', 'currency', 'count', 'before', 'change', 'approvalRate'],
    ),
  }),
  widget('toDo', 'operations', 'to-do', {
    type: 'TABLE_WIDGET',
    size: [4, 2],
    // all kinds at once: none that is due waits on another page
    parts: { tableConfiguration: { ...rows('what', 'count', 'due'), pageSize: 10 } },
  }),
  widget('disputes', 'money', 'disputes-due', {
    type: 'TABLE_WIDGET',
    size: [6, 2],
    parts: table('payment', 'reason', 'amount', 'due'),
  }),
  widget('payouts', 'money', 'payouts-on-the-way', {
    type: 'TABLE_WIDGET',
    size: [6, 2],
    parts: table('currency', 'payoutsPending', 'payable', 'next', 'nextOn'),
  }),
  widget('webhooks', 'operations', 'webhook-status', { type: 'WEBHOOK_STATUS', size: [6, 2] }),
  widget('acquirers', 'operations', 'acquirer-health', {
    type: 'TABLE_WIDGET',
    size: [6, 2],
    parts: table('provider', 'state', 'failedAt', 'count', 'approvalRate'),
  }),
  widget('tickets', 'operations', 'tickets-due', {
    type: 'TABLE_WIDGET',
    size: [6, 2],
    parts: table('ticket', 'subject', 'priority', 'due'),
  }),
  widget('pipeline', 'sales', 'pipeline', { type: 'PIPELINE_CHART', size: [8, 2] }),
  {
    id: 'welcome',
    categoryId: 'operations',
    title: msg('Welcome'),
    endpointId: 'none',
    filters: {},
    configuration: {
      ...{ description: '', isLast24Hours: false, widgetType: 'BANNER_WIDGET' },
      banner: { en: words.welcome.en, tr: words.welcome.tr ?? words.welcome.en },
    },
    width: 12,
    height: 1,
  },
]

/** The dashboard of a role that nobody arranged one for; what the role may not see is left out. */
export const defaultDashboards: Readonly<Record<Audience, readonly string[]>> = {
  merchant: [
    ...['todayAgainst', 'count7', 'approval', 'captured30', 'toDo', 'approvalWhy', 'payouts'],
    ...['disputes', 'webhooks', 'statuses', 'methods', 'hours'],
  ],
  tenant: [
    ...['todayAgainst', 'count7', 'approval', 'captured30', 'toDo', 'merchantMovers', 'declines'],
    ...['acquirers', 'webhooks', 'tickets', 'approvalWhyProvider', 'statuses', 'pipeline'],
  ],
  platform: [
    ...['todayAgainst', 'count7', 'approval', 'captured30', 'toDo', 'tenantMovers', 'tenants'],
    ...['declines', 'webhooks', 'tickets', 'payments90', 'statuses'],
  ],
}

export const findProductWidget = (id: string): ProductWidget | undefined =>
  productWidgets.find((one) => one.id === id)
