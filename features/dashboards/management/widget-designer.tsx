import { inputRules } from '@counterfoil/kit/web/form/input-kinds.ts'
import { RuledInput } from '@counterfoil/kit/web/form/ruled-input.tsx'
import '@counterfoil/kit/web/theme/input-styles.ts'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { WidgetPreview } from '@counterfoil/features/dashboards/boards/widget-preview.screens.ts'
import { isFault, readWidget } from '@counterfoil/features/dashboards/widgets/check-widget.rules.ts'
import {
  columnsOfEndpoint,
  isFigure,
} from '@counterfoil/features/dashboards/widgets/endpoint-columns.rules.ts'
import { findEndpoint } from '@counterfoil/features/dashboards/widgets/endpoints.rules.ts'
import type {
  Widget,
  WidgetConfiguration,
  WidgetType,
} from '@counterfoil/features/dashboards/widgets/widget.schema.ts'
import type { listWidgetEndpoints } from '@counterfoil/features/dashboards/widgets/widget-data.contract.ts'
import { paymentStatuses } from '@counterfoil/features/payments/processing/payments.schema.ts'
import type { AnswerOf } from '@counterfoil/kit/web/calls/call.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { keyOf, readableStatus, statusNames } from '@counterfoil/kit/web/formats/status.ts'
import { ConfirmDialog, ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { useCurrencies } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button, Checkbox, MultiSelect, NativeSelect } from '@mantine/core'
import { type ComponentProps, Suspense, useState } from 'react'
import { type Category, dashboardCalls } from './management.contract.ts'
import { managementTexts, typeNames } from './management.messages.ts'
import classes from './management.module.css'
import { useDesign } from './use-design.tsx'
import { bodyOf, changedDraft, chartTypesOf, type WidgetDraft } from './widget-draft.rules.ts'

type Endpoints = AnswerOf<typeof listWidgetEndpoints>['data']

interface DesignerProps {
  /** Undefined: a new one. */
  readonly widget: Widget | undefined
  readonly categories: readonly Category[]
  readonly endpoints: Endpoints
  onClose(): void
}

const name = { ...inputRules.text, maxLength: 100 }
const line = { ...inputRules.other, maxLength: 300 }
const examplePage = '/crm/organizations/{merchant}'
const pageSizes = [5, 10, 20, 50]
const periods = ['today', 'last24Hours', 'last7', 'last30', 'last90'] as const

/** What a widget shows and how, beside it as it will be, on the designer's own figures. */
export function WidgetDesigner({ widget, categories, endpoints, onClose }: DesignerProps) {
  const t = useTexts(managementTexts)
  const names = useTexts(typeNames)
  const translate = useTranslate()
  const currencies = useCurrencies()
  const design = useDesign(widget, endpoints[0]?.endpointId ?? '')
  const { draft } = design
  const [isAsking, setAsking] = useState(false)
  function leave() {
    design.forget()
    onClose()
  }
  const create = useAction(dashboardCalls.createWidget, { quiet: true, onDone: leave })
  const update = useAction(dashboardCalls.updateWidget, { quiet: true, onDone: leave })
  const set = (change: Partial<WidgetDraft>) => design.change(changedDraft(draft, change))
  const endpoint = endpoints.find(({ endpointId }) => endpointId === draft.endpointId)
  const isOwn = widget !== undefined && widget.owner === 'organisation' && widget.version !== null
  const body = bodyOf(draft)
  const save = () =>
    isOwn
      ? update.run({
          params: { categoryId: widget.categoryId, widgetId: widget.widgetId },
          body: { ...body, version: widget.version ?? 1 },
        } as never)
      : create.run({ body } as never)
  const { widgetType } = draft
  const isChart = widgetType === 'CHART_WIDGET' || widgetType === 'MAP_WIDGET'
  const columns = columnsFor(draft.endpointId).map((one) => ({
    ...{ value: one.id, label: translate(one.label) },
    isFigure: isFigure(one),
  }))
  const figures = columns.filter((one) => one.isFigure)
  return (
    <div className={classes.designer}>
      <div>
        {design.isKept && <p role="note">{t.keptDesign}</p>}
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
        <Choice
          label={t.figures}
          value={draft.endpointId}
          onChange={(endpointId) => {
            const next = endpoints.find((one) => one.endpointId === endpointId)
            const types = next?.widgetTypes ?? []
            set({
              endpointId,
              widgetType: types.includes(widgetType) ? widgetType : (types[0] ?? 'TABLE_WIDGET'),
              ...axesOf(endpointId),
              tooltipValue: '',
              columns: [],
            })
          }}
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
        {isChart && (
          <>
            {widgetType === 'CHART_WIDGET' && (
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
              data={columns.filter((one) => !one.isFigure)}
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
        )}
        {widgetType === 'TABLE_WIDGET' && (
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
        )}
        {widgetType === 'BANNER_WIDGET' && (
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
        )}
        {endpoint?.hasFilters && (
          <>
            <Choice
              label={t.period}
              value={draft.filters.period ?? 'today'}
              onChange={(one) => set({ filters: { ...draft.filters, period: one } })}
              data={periods.map((one) => ({ value: one, label: names[one] }))}
            />
            <ListFilter
              label={t.status}
              value={draft.filters.status}
              data={paymentStatuses.map((one) => ({
                value: one,
                label: translate(statusNames[keyOf(one)] ?? { en: readableStatus(one) }),
              }))}
              onChange={(status) => set({ filters: { ...draft.filters, status } })}
            />
            <ListFilter
              label={t.currency}
              value={draft.filters.currency}
              data={[...currencies.keys()]}
              onChange={(currency) => set({ filters: { ...draft.filters, currency } })}
            />
          </>
        )}
        <RuledInput
          rule={line}
          label={t.description}
          value={draft.description}
          onValue={(text) => set({ description: text })}
        />
        <ProblemNote problem={create.problem ?? update.problem} />
        <p className={classes.buttons}>
          <Button
            size="xs"
            onClick={save}
            loading={create.isRunning || update.isRunning}
            disabled={draft.name.trim() === ''}
          >
            {t.save}
          </Button>
          <Button
            size="xs"
            variant="default"
            onClick={() => (design.isChanged ? setAsking(true) : leave())}
          >
            {t.cancel}
          </Button>
        </p>
        <ConfirmDialog
          isOpen={isAsking}
          title={t.discardTitle}
          text={t.discardText}
          confirmLabel={t.discard}
          isDangerous
          onConfirm={leave}
          onClose={() => setAsking(false)}
        />
      </div>
      <section aria-label={t.preview}>
        <h3>{t.preview}</h3>
        {endpoint === undefined ? (
          <p className={classes.muted}>{t.noFigures}</p>
        ) : (
          <Suspense fallback={null}>
            <WidgetPreview widget={previewOf(body, draft)} />
          </Suspense>
        )}
      </section>
    </div>
  )
}

function columnsFor(endpointId: string) {
  const endpoint = findEndpoint(endpointId)
  return endpoint === undefined ? [] : columnsOfEndpoint(endpoint)
}

/** Where a chart begins: its points by the first column, and what counts them. What was chosen stays. */
function axesOf(
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
function previewOf(body: ReturnType<typeof bodyOf>, draft: WidgetDraft): Widget {
  const read = readWidget({
    configuration: body.configuration,
    endpointId: draft.endpointId,
    filters: body.filters,
  })
  return {
    ...{ widgetId: 'preview', categoryId: draft.categoryId, owner: 'organisation', version: null },
    title: { en: draft.name || '…', tr: draft.nameTr || draft.name || '…' },
    filters: body.filters,
    configuration: (isFault(read) ? body.configuration : read.configuration) as WidgetConfiguration,
    data: isFault(read)
      ? null
      : {
          dataSourceEndpoint: '',
          dataSourceMoreDataEndpoint:
            read.configuration.isLast24Hours && read.endpoint.source.kind !== 'records' ? '' : null,
          ...{ dataSourceEndpointId: draft.endpointId, dataSourceType: read.endpoint.type },
        },
    fault: isFault(read) ? { code: read.code, text: read.text } : null,
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
