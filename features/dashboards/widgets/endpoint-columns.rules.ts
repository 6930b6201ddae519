import { dimensionLabels } from '@counterfoil/features/payments/summary-reports/report-keys.rules.ts'
import type { Dimension } from '@counterfoil/features/reporting/figures/dimensions.schema.ts'
import type { Measure } from '@counterfoil/features/reporting/figures/figures.schema.ts'
import { measures } from '@counterfoil/features/reporting/figures/measures.rules.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import { dataTexts as texts } from './data-texts.rules.ts'
import type { RecordSource, WidgetEndpoint } from './endpoints.rules.ts'
import type { Unit, WidgetData } from './widget.schema.ts'

type Columns = WidgetData['columns']

/** The columns that an endpoint answers, by which charts and tables name them. */
export function columnsOfEndpoint({ source }: WidgetEndpoint): Columns {
  switch (source.kind) {
    case 'payments':
      return columnsOf(source.by, measuresOf(source.onlyDeclined))
    case 'movement':
      return movementColumnsOf(source.by)
    case 'records':
      return recordColumnsOf(source.of)
  }
}

/** Whether a chart can draw a column's values. */
export const isFigure = ({ unit }: { readonly unit: Unit }): boolean =>
  !['text', 'status', 'day', 'time'].includes(unit)

const declineMeasures: readonly Measure[] = ['count', 'volume', 'averageAmount']

/** What is shown of payments, or of declined ones alone. */
export const measuresOf = (onlyDeclined: boolean | undefined): readonly Measure[] =>
  onlyDeclined ? declineMeasures : (Object.keys(measures) as Measure[])

/** The columns of groups by dimensions and currency. */
export const columnsOf = (by: readonly Dimension[], shown: readonly Measure[]): Columns => [
  ...by.map((one) => ({
    id: one,
    label: dimensionLabels[one],
    unit: (one === 'status' ? 'status' : 'text') as Unit,
  })),
  { id: 'currency', label: texts.currency, unit: 'text' as const },
  ...shown.map((one) => ({ id: one, label: measures[one].label, unit: measures[one].unit })),
]

/** The columns of groups against the same days before. */
export const movementColumnsOf = (by: readonly Dimension[]): Columns => [
  ...by.map((one) => ({ id: one, label: dimensionLabels[one], unit: 'text' as const })),
  { id: 'currency', label: texts.currency, unit: 'text' },
  { id: 'count', label: measures.count.label, unit: 'count' },
  { id: 'before', label: texts.before, unit: 'count' },
  { id: 'change', label: texts.change, unit: 'difference' },
  { id: 'approvalRate', label: measures.approvalRate.label, unit: 'share' },
  { id: 'rateBefore', label: texts.rateBefore, unit: 'share' },
  { id: 'contribution', label: texts.contribution, unit: 'points' },
]

const column = (label: Text, unit: Unit = 'text') => ({ label, unit })

const columns = {
  what: column(texts.what),
  count: column(texts.count, 'count'),
  due: column(texts.due, 'time'),
  payment: column(texts.payment),
  merchant: column(texts.merchant),
  reason: column(texts.reason),
  amount: column(texts.amount, 'money'),
  currency: column(texts.currency),
  payoutsPending: column(texts.payoutsPending, 'money'),
  payable: column(texts.payable, 'money'),
  next: column(texts.next, 'money'),
  nextOn: column(texts.nextOn, 'day'),
  endpoint: column(texts.endpoint),
  state: column(texts.state, 'status'),
  delivered: column(texts.delivered, 'count'),
  waiting: column(texts.waiting, 'count'),
  failed: column(texts.failed, 'count'),
  provider: column(texts.provider),
  failures: column(texts.failures, 'count'),
  paymentsToday: { ...column(texts.paymentsToday, 'count'), id: 'count' },
  approvalRate: column(texts.approvalRate, 'share'),
  since: column(texts.since, 'time'),
  failedAt: column(texts.failedAt, 'time'),
  stateNow: { ...column(texts.stateNow), id: 'state' },
  ticket: column(texts.ticket),
  subject: column(texts.subject),
  priority: column(texts.priority),
  stage: column(texts.stage),
}

const recordColumns: Readonly<Record<RecordSource, readonly (keyof typeof columns)[]>> = {
  'to-do': ['what', 'count', 'due'],
  'disputes-due': ['payment', 'merchant', 'reason', 'amount', 'due'],
  'payouts-on-the-way': ['currency', 'payoutsPending', 'payable', 'next', 'nextOn'],
  'webhook-status': ['endpoint', 'merchant', 'state', 'delivered', 'waiting', 'failed'],
  'acquirer-health': [
    ...(['provider', 'stateNow', 'failures', 'failedAt'] as const),
    ...(['paymentsToday', 'approvalRate', 'since'] as const),
  ],
  'tickets-due': ['ticket', 'subject', 'priority', 'due'],
  pipeline: ['stage', 'currency', 'count', 'amount'],
  none: [],
}

/** The columns of a list of records. */
export const recordColumnsOf = (of: RecordSource): Columns =>
  recordColumns[of].map((id) => ({ id, ...columns[id] }))
