import { dimensionLabels } from '@counterfoil/features/payments/summary-reports/report-keys.rules.ts'
import type { Dimension } from '@counterfoil/features/reporting/figures/dimensions.schema.ts'
import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Text, textWith } from '@counterfoil/kit/contract/texts.ts'
import type { WidgetType } from './widget.schema.ts'

const msg = messagesOf(import.meta.url)

/** Records that are no payments. */
export type RecordSource =
  | 'to-do'
  | 'disputes-due'
  | 'payouts-on-the-way'
  | 'webhook-status'
  | 'acquirer-health'
  | 'tickets-due'
  | 'pipeline'
  | 'none'

type Source =
  | { readonly kind: 'payments'; readonly by: readonly Dimension[]; readonly onlyDeclined?: true }
  /** Against the same days before. */
  | { readonly kind: 'movement'; readonly by: readonly Dimension[] }
  | { readonly kind: 'records'; readonly of: RecordSource }

/** Where widgets take their figures from. There are no others: an address that is not here is never asked. */
export interface WidgetEndpoint {
  readonly id: string
  /** The documents' name of its kind. */
  readonly type: string
  readonly title: Text
  readonly source: Source
  readonly audience: readonly Audience[]
  /** Any of these. */
  readonly permission: readonly string[]
  readonly widgetTypes: readonly WidgetType[]
}

const everybody: readonly Audience[] = ['platform', 'tenant', 'merchant']
const operators: readonly Audience[] = ['platform', 'tenant']

/** As the documented charts have it: whoever may see the dashboard, or a merchant's payments. */
export const paymentViewers = ['CRM.Dashboard.View', 'Merchant.Transaction.View']

const figureWidgets: readonly WidgetType[] = [
  'CHART_WIDGET',
  'TABLE_WIDGET',
  'COUNT_WIDGET',
  'SUCCESS_RATE_WIDGET',
]

const titles = msg({
  all: 'Payments',
  by: 'Payments by {dimension}',
  currency: 'Currency',
  declines: 'Declines by provider and reason',
  movement: 'Payments against before',
  movementBy: 'Payments against before, by {dimension}',
  toDo: 'What waits for you',
  disputes: 'Disputes to answer',
  payouts: 'Payouts on their way',
  webhooks: 'Webhook endpoints',
  acquirers: 'Acquirers',
  tickets: 'Tickets overdue or near breach',
  pipeline: 'Opportunities by stage',
  none: 'No figures',
})

/** The documents name some of the dimensions otherwise. */
const documentedNames: Readonly<Partial<Record<Dimension, string>>> = {
  method: 'payment-method',
  provider: 'service-provider',
  day: 'date',
  merchant: 'customer',
  declineReason: 'decline-reason',
  declineCode: 'decline-code',
  issuerCountry: 'issuer-country',
  cardType: 'card-type',
}

const nameOf = (one: Dimension) => documentedNames[one] ?? one

/** Which acquirer and MID took a payment is the operator's business; merchants and tenants are no groups of their own. */
const ofOperators: readonly Dimension[] = ['provider', 'mid', 'merchant', 'declineCode']

const audienceOf = (one: Dimension): readonly Audience[] =>
  one === 'tenant' ? ['platform'] : ofOperators.includes(one) ? operators : everybody

const byDimension = (one: Dimension): WidgetEndpoint => ({
  id: `transactions-by-${nameOf(one)}`,
  type: `transactions by ${nameOf(one).replace('-', ' ')}`,
  title: textWith(titles.by, { dimension: dimensionLabels[one] }),
  source: { kind: 'payments', by: [one] },
  audience: audienceOf(one),
  permission: paymentViewers,
  widgetTypes: one === 'country' ? [...figureWidgets, 'MAP_WIDGET'] : figureWidgets,
})

const movementBy = (one: Dimension): WidgetEndpoint => ({
  id: `movement-by-${nameOf(one)}`,
  type: `chart reporting by ${nameOf(one).replace('-', ' ')}`,
  title: textWith(titles.movementBy, { dimension: dimensionLabels[one] }),
  source: { kind: 'movement', by: [one] },
  audience: audienceOf(one),
  permission: paymentViewers,
  widgetTypes: ['TABLE_WIDGET', 'CHART_WIDGET'],
})

interface RecordsOf {
  readonly title: Text
  readonly audience: readonly Audience[]
  readonly permission: readonly string[]
  readonly widgetTypes?: readonly WidgetType[]
}

const recordsOf = (of: RecordSource, declared: RecordsOf): WidgetEndpoint => ({
  id: of,
  type: of.replaceAll('-', ' '),
  source: { kind: 'records', of },
  widgetTypes: ['TABLE_WIDGET', 'COUNT_WIDGET'],
  ...declared,
})

export const widgetEndpoints: readonly WidgetEndpoint[] = [
  {
    id: 'transactions',
    type: 'transactions',
    title: titles.all,
    source: { kind: 'payments', by: [] },
    audience: everybody,
    permission: paymentViewers,
    widgetTypes: figureWidgets,
  },
  {
    id: 'transactions-by-currency',
    type: 'transactions by base currency',
    title: textWith(titles.by, { dimension: titles.currency }),
    source: { kind: 'payments', by: [] },
    audience: everybody,
    permission: paymentViewers,
    widgetTypes: figureWidgets,
  },
  ...(Object.keys(dimensionLabels) as Dimension[]).map(byDimension),
  {
    id: 'declines-by-service-provider',
    type: 'chart reporting by service provider',
    title: titles.declines,
    source: { kind: 'payments', by: ['provider', 'declineReason'], onlyDeclined: true },
    audience: operators,
    permission: paymentViewers,
    widgetTypes: ['TABLE_WIDGET', 'CHART_WIDGET', 'COUNT_WIDGET'],
  },
  {
    id: 'movement',
    type: 'transactions',
    title: titles.movement,
    source: { kind: 'movement', by: [] },
    audience: everybody,
    permission: paymentViewers,
    widgetTypes: ['COUNT_WIDGET', 'SUCCESS_RATE_WIDGET', 'TABLE_WIDGET'],
  },
  ...(['merchant', 'tenant', 'provider', 'method', 'brand', 'country'] as const).map(movementBy),
  recordsOf('to-do', { title: titles.toDo, audience: everybody, permission: [] }),
  recordsOf('disputes-due', {
    title: titles.disputes,
    audience: everybody,
    permission: [
      'CRM.Transaction.View',
      'Platform.Transaction.Lookup',
      'Merchant.Transaction.View',
    ],
  }),
  recordsOf('payouts-on-the-way', {
    title: titles.payouts,
    audience: ['merchant'],
    permission: ['Merchant.Transaction.View'],
  }),
  recordsOf('webhook-status', {
    title: titles.webhooks,
    audience: everybody,
    permission: [
      'Settings.GeneralSettings.WebhookEndpoint.View',
      'Merchant.PaymentsSettings.WebhookEndpoints',
    ],
    widgetTypes: ['WEBHOOK_STATUS', 'TABLE_WIDGET', 'COUNT_WIDGET'],
  }),
  recordsOf('acquirer-health', {
    title: titles.acquirers,
    audience: operators,
    permission: ['CRM.Dashboard.View'],
  }),
  recordsOf('tickets-due', {
    title: titles.tickets,
    audience: operators,
    permission: ['CRM.Support.Lookup', 'Platform.Support.Lookup'],
  }),
  recordsOf('pipeline', {
    title: titles.pipeline,
    audience: ['tenant'],
    permission: ['CRM.Opportunity.View'],
    widgetTypes: ['PIPELINE_CHART', 'TABLE_WIDGET', 'CHART_WIDGET'],
  }),
  recordsOf('none', {
    title: titles.none,
    audience: everybody,
    permission: [],
    widgetTypes: ['BANNER_WIDGET'],
  }),
]

export const findEndpoint = (id: string): WidgetEndpoint | undefined =>
  widgetEndpoints.find((one) => one.id === id)

interface Viewer {
  readonly userType: Audience
  readonly permissions: ReadonlySet<string>
}

/** Whether somebody may see an endpoint's figures. */
export const mayAsk = (
  { audience, permission }: WidgetEndpoint,
  { userType, permissions }: Viewer,
): boolean =>
  audience.includes(userType) &&
  (permission.length === 0 || permission.some((one) => permissions.has(one)))
