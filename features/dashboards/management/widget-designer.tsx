import { WidgetPreview } from '@counterfoil/features/dashboards/boards/widget-preview.screens.ts'
import type { Widget } from '@counterfoil/features/dashboards/widgets/widget.schema.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { ConfirmDialog, ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { type Category, dashboardCalls } from './management.contract.ts'
import { managementTexts } from './management.messages.ts'
import classes from './management.module.css'
import { useDesign } from './use-design.tsx'
import { bodyOf, changedDraft, previewOf, type WidgetDraft } from './widget-draft.rules.ts'
import {
  BannerFields,
  ChartFields,
  DescriptionField,
  type Endpoints,
  FiguresFields,
  FilterFields,
  NameFields,
  TableFields,
} from './widget-fields.tsx'

interface DesignerProps {
  /** Undefined: a new one. */
  readonly widget: Widget | undefined
  readonly categories: readonly Category[]
  readonly endpoints: Endpoints
  onClose(): void
}

/** What a widget shows and how, beside it as it will be, on the designer's own figures. */
export function WidgetDesigner({ widget, categories, endpoints, onClose }: DesignerProps) {
  const t = useTexts(managementTexts)
  const design = useDesign(widget, endpoints[0]?.endpointId ?? '')
  const { draft } = design
  function leave() {
    design.forget()
    onClose()
  }
  const body = bodyOf(draft)
  const saving = useSaving(widget, leave)
  const endpoint = endpoints.find(({ endpointId }) => endpointId === draft.endpointId)
  const set = (change: Partial<WidgetDraft>) => design.change(changedDraft(draft, change))
  const fields = { draft, endpoint, set }
  const { widgetType } = draft
  const isChart = widgetType === 'CHART_WIDGET' || widgetType === 'MAP_WIDGET'
  return (
    <div className={classes.designer}>
      <div>
        {design.isKept && <p role="note">{t.keptDesign}</p>}
        <NameFields draft={draft} set={set} categories={categories} />
        <FiguresFields {...fields} widget={widget} endpoints={endpoints} />
        {isChart && <ChartFields {...fields} />}
        {widgetType === 'TABLE_WIDGET' && <TableFields {...fields} />}
        {widgetType === 'BANNER_WIDGET' && <BannerFields {...fields} />}
        {endpoint?.hasFilters && <FilterFields {...fields} />}
        <DescriptionField draft={draft} set={set} />
        <ProblemNote problem={saving.problem} />
        <DesignerButtons
          isSaving={saving.isRunning}
          isNamed={draft.name.trim() !== ''}
          isChanged={design.isChanged}
          onSave={() => saving.run(body)}
          onLeave={leave}
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

/** Changes the organisation's own widget; of any other one, and without one, it makes a new one. */
function useSaving(widget: Widget | undefined, onDone: () => void) {
  const create = useAction(dashboardCalls.createWidget, { quiet: true, onDone })
  const update = useAction(dashboardCalls.updateWidget, { quiet: true, onDone })
  const isOwn = widget !== undefined && widget.owner === 'organisation' && widget.version !== null
  return {
    isRunning: create.isRunning || update.isRunning,
    problem: create.problem ?? update.problem,
    run: (body: ReturnType<typeof bodyOf>) =>
      isOwn
        ? update.run({
            params: { categoryId: widget.categoryId, widgetId: widget.widgetId },
            body: { ...body, version: widget.version ?? 1 },
          } as never)
        : create.run({ body } as never),
  }
}

/** Save, and Cancel, which asks before it gives up what was changed. */
function DesignerButtons(props: {
  readonly isSaving: boolean
  readonly isNamed: boolean
  readonly isChanged: boolean
  onSave(): void
  onLeave(): void
}) {
  const t = useTexts(managementTexts)
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <p className={classes.buttons}>
        <Button size="xs" onClick={props.onSave} loading={props.isSaving} disabled={!props.isNamed}>
          {t.save}
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={() => (props.isChanged ? setAsking(true) : props.onLeave())}
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
        onConfirm={props.onLeave}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
