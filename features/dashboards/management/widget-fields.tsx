import { inputRules } from '@counterfoil/kit/web/form/input-kinds.ts'
import { RuledInput } from '@counterfoil/kit/web/form/ruled-input.tsx'
import '@counterfoil/kit/web/theme/input-styles.ts'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { isFigure } from '@counterfoil/features/dashboards/widgets/endpoint-columns.rules.ts'
import type { Widget, WidgetType } from '@counterfoil/features/dashboards/widgets/widget.schema.ts'
import type { listWidgetEndpoints } from '@counterfoil/features/dashboards/widgets/widget-data.contract.ts'
import { paymentStatuses } from '@counterfoil/features/payments/processing/payments.schema.ts'
import { statusName } from '@counterfoil/kit/contract/status-names.ts'
import type { AnswerOf } from '@counterfoil/kit/web/calls/call.ts'
import { useCurrencies } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Checkbox, MultiSelect, NativeSelect } from '@mantine/core'
import type { ComponentProps } from 'react'
import type { Category } from './management.contract.ts'
import { managementTexts, typeNames } from './management.messages.ts'
import { axesOf, chartTypesOf, columnsFor, type WidgetDraft } from './widget-draft.rules.ts'

export type Endpoints = AnswerOf<typeof listWidgetEndpoints>['data']

interface FieldsProps {
  readonly draft: WidgetDraft
  /** What the figures come from; undefined where the designer may not see it. */
  readonly endpoint: Endpoints[number] | undefined
  set(change: Partial<WidgetDraft>): void
}

const name = { ...inputRules.text, maxLength: 100 }
const line = { ...inputRules.other, maxLength: 300 }
const examplePage = '/crm/organizations/{merchant}'
const pageSizes = [5, 10, 20, 50]
const periods = ['today', 'last24Hours', 'last7', 'last30', 'last90'] as const

/** What a widget is called, and where it is found. */
export function NameFields({
  draft,
  set,
  categories,
}: Omit<FieldsProps, 'endpoint'> & { readonly categories: readonly Category[] }) {
  const t = useTexts(managementTexts)
  const translate = useTranslate()
  return (
    <>
      <RuledInput
        rule={name}
        label={t.name}
        value={draft.name}
        onValue={(text) => set({ name: text })}
      />
      <RuledInput
        rule={name}
        label={t.nameTr}
        value={draft.nameTr}
        onValue={(text) => set({ nameTr: text })}
      />
      <Choice
        label={t.category}
        value={draft.categoryId}
        onChange={(categoryId) => set({ categoryId })}
        data={categories.map((one) => ({ value: one.categoryId, label: translate(one.name) }))}
      />
    </>
  )
}

/** Which figures a widget shows, and as what. */
export function FiguresFields({
  draft,
  endpoint,
  set,
  widget,
  endpoints,
}: FieldsProps & { readonly widget: Widget | undefined; readonly endpoints: Endpoints }) {
  const t = useTexts(managementTexts)
  const names = useTexts(typeNames)
  const translate = useTranslate()
  const { widgetType } = draft
  function choose(endpointId: string) {
    const types = endpoints.find((one) => one.endpointId === endpointId)?.widgetTypes ?? []
    set({
      endpointId,
      widgetType: types.includes(widgetType) ? widgetType : (types[0] ?? 'TABLE_WIDGET'),
      ...axesOf(endpointId),
      tooltipValue: '',
      columns: [],
    })
  }
  return (
    <>
      <Choice
        label={t.figures}
        value={draft.endpointId}
        onChange={choose}
        data={[
          // of figures that the designer may not see
          ...(endpoint === undefined && widget !== undefined
            ? [{ value: draft.endpointId, label: translate(widget.title) }]
            : []),
          ...endpoints.map((one) => ({ value: one.endpointId, label: translate(one.title) })),
        ]}
      />
      <Choice
        label={t.kind}
        value={widgetType}
        onChange={(one) =>
          set({ widgetType: one as WidgetType, ...axesOf(draft.endpointId, draft) })
        }
        data={(endpoint?.widgetTypes ?? [widgetType]).map((one) => ({
          value: one,
          label: names[one],
        }))}
      />
    </>
  )
}

/** Of a chart or a map: its kind, its points, and what it draws at them. */
export function ChartFields({ draft, endpoint, set }: FieldsProps) {
  const t = useTexts(managementTexts)
  const names = useTexts(typeNames)
  const { points, figures } = useColumnChoices(draft.endpointId)
  return (
    <>
      {draft.widgetType === 'CHART_WIDGET' && (
        <Choice
          label={t.chart}
          value={draft.chartType}
          onChange={(one) => set({ chartType: one as WidgetDraft['chartType'] })}
          data={chartTypesOf(draft).map((one) => ({ value: one, label: names[one] }))}
        />
      )}
      <Choice
        label={t.points}
        value={draft.xAxisColumn}
        onChange={(xAxisColumn) => set({ xAxisColumn })}
        data={points}
      />
      <MultiSelect
        searchable
        label={t.values}
        data={figures}
        value={[...draft.yAxisColumn]}
        maxValues={3}
        onChange={(yAxisColumn) => set({ yAxisColumn })}
      />
      <Choice
        label={t.tooltip}
        value={draft.tooltipValue}
        onChange={(tooltipValue) => set({ tooltipValue })}
        data={[{ value: '', label: t.nothing }, ...figures]}
      />
      {endpoint?.hasFilters && (
        <Checkbox
          label={t.hours}
          checked={draft.isLast24Hours}
          onChange={({ currentTarget }) => set({ isLast24Hours: currentTarget.checked })}
        />
      )}
    </>
  )
}

export function TableFields({ draft, set }: FieldsProps) {
  const t = useTexts(managementTexts)
  const { columns } = useColumnChoices(draft.endpointId)
  return (
    <>
      <MultiSelect
        searchable
        label={t.columns}
        data={columns}
        value={[...draft.columns]}
        onChange={(chosen) => set({ columns: chosen })}
      />
      <Choice
        label={t.pageSize}
        value={String(draft.pageSize)}
        onChange={(rows) => set({ pageSize: Number(rows) })}
        data={[...new Set([...pageSizes, draft.pageSize])]
          .sort((a, b) => a - b)
          .map((rows) => ({ value: String(rows), label: String(rows) }))}
      />
      <RuledInput
        rule={line}
        label={t.navigation}
        placeholder={examplePage}
        value={draft.navigationUrl}
        onValue={(text) => set({ navigationUrl: text })}
      />
    </>
  )
}

export function BannerFields({ draft, set }: FieldsProps) {
  const t = useTexts(managementTexts)
  return (
    <>
      <RuledInput
        rule={inputRules.other}
        label={t.banner}
        value={draft.banner}
        onValue={(text) => set({ banner: text })}
      />
      <RuledInput
        rule={inputRules.other}
        label={t.bannerTr}
        value={draft.bannerTr}
        onValue={(text) => set({ bannerTr: text })}
      />
    </>
  )
}

/** Of which payments the figures are. */
export function FilterFields({ draft, set }: FieldsProps) {
  const t = useTexts(managementTexts)
  const names = useTexts(typeNames)
  const translate = useTranslate()
  const currencies = useCurrencies()
  const { filters } = draft
  return (
    <>
      <Choice
        label={t.period}
        value={filters.period ?? 'today'}
        onChange={(period) => set({ filters: { ...filters, period } })}
        data={periods.map((one) => ({ value: one, label: names[one] }))}
      />
      <ListFilter
        label={t.status}
        value={filters.status}
        data={paymentStatuses.map((one) => ({
          value: one,
          label: translate(statusName(one)),
        }))}
        onChange={(status) => set({ filters: { ...filters, status } })}
      />
      <ListFilter
        label={t.currency}
        value={filters.currency}
        data={[...currencies.keys()]}
        onChange={(currency) => set({ filters: { ...filters, currency } })}
      />
    </>
  )
}

export function DescriptionField({ draft, set }: Omit<FieldsProps, 'endpoint'>) {
  const t = useTexts(managementTexts)
  return (
    <RuledInput
      rule={line}
      label={t.description}
      value={draft.description}
      onValue={(text) => set({ description: text })}
    />
  )
}

/** The columns to choose from: all, those that a chart's points come from, and those that count or sum. */
function useColumnChoices(endpointId: string) {
  const translate = useTranslate()
  const all = columnsFor(endpointId)
  const choicesOf = (columns: typeof all) =>
    columns.map(({ id, label }) => ({ value: id, label: translate(label) }))
  return {
    columns: choicesOf(all),
    points: choicesOf(all.filter((one) => !isFigure(one))),
    figures: choicesOf(all.filter(isFigure)),
  }
}

/** A filter by some of a list's values; none of them: by none. */
function ListFilter(props: {
  label: string
  value: string | undefined
  data: ComponentProps<typeof MultiSelect>['data']
  onChange(value: string): void
}) {
  const chosen = (props.value ?? '').split(',').filter((one) => one !== '')
  return (
    <MultiSelect
      searchable
      clearable
      label={props.label}
      data={props.data ?? []}
      value={chosen}
      onChange={(values) => props.onChange(values.join(','))}
    />
  )
}

function Choice(props: {
  label: string
  value: string
  onChange(value: string): void
  data: readonly { readonly value: string; readonly label: string }[]
}) {
  return (
    <NativeSelect
      label={props.label}
      value={props.value}
      onChange={({ currentTarget }) => props.onChange(currentTarget.value)}
      data={[...props.data]}
    />
  )
}
