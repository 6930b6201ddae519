import type {
  WidgetConfiguration,
  WidgetData,
} from '@counterfoil/features/dashboards/widgets/widget.schema.ts'
import { fetchedComponent } from '@counterfoil/kit/web/page/lazy-part.ts'
import { LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Suspense } from 'react'
import classes from './board.module.css'
import type { PlacedWidget } from './boards.contract.ts'
import { boardTexts } from './boards.messages.ts'
import { CountBody, TableBody } from './widget-bodies.tsx'

/** Draws charts: comes beside the figures, where it would else be asked for after them. */
export const ChartBody = fetchedComponent(() =>
  import('./chart-body.tsx').then((part) => part.default),
)

/** The figures of a widget as its kind shows them, with what they say in a sentence. */
export function Figures(props: {
  placed: Pick<PlacedWidget, 'filters' | 'widget'>
  configuration: WidgetConfiguration
  data: WidgetData
  title: string
}) {
  const t = useTexts(boardTexts)
  const translate = useTranslate()
  const { configuration, data } = props
  const summary = <p className={classes.summary}>{translate(data.summary)}</p>
  switch (configuration.widgetType) {
    case 'COUNT_WIDGET':
    case 'SUCCESS_RATE_WIDGET':
      return (
        <>
          <CountBody data={data} isRate={configuration.widgetType === 'SUCCESS_RATE_WIDGET'} />
          {summary}
        </>
      )
    case 'CHART_WIDGET':
    case 'MAP_WIDGET':
    case 'PIPELINE_CHART':
      if (data.data.length === 0) return <p className={classes.muted}>{t.noData}</p>
      return (
        <>
          {summary}
          <Suspense fallback={<LoadingLines lines={4} />}>
            <ChartBody {...props} />
          </Suspense>
        </>
      )
    default:
      return (
        <>
          {summary}
          <TableBody {...props} />
        </>
      )
  }
}
