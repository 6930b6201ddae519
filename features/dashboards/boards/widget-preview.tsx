import {
  chartPageSize,
  type Widget,
  type WidgetData,
} from '@counterfoil/features/dashboards/widgets/widget.schema.ts'
import { readWidgetData } from '@counterfoil/features/dashboards/widgets/widget-data.contract.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { useTimeZone } from '@counterfoil/kit/web/session/user.tsx'
import { WidgetTile } from './widget-tile.tsx'

/** A widget as it is being designed, on the figures that its designer may see. */
export default function WidgetPreview({ widget }: { widget: Widget }) {
  const timeZone = useTimeZone()
  const figures = useCall(
    readWidgetData,
    {
      params: { endpointId: widget.data?.dataSourceEndpointId ?? '' },
      query: { ...widget.filters, timeZone, pageSize: chartPageSize },
    } as never,
    { enabled: widget.data !== null, keepPrevious: true, quiet: true },
  )
  const data = figures.data as WidgetData | undefined
  const reason = figures.error === null ? undefined : { en: figures.error.message }
  const answer = data === undefined && reason === undefined ? undefined : { data, reason }
  return (
    <WidgetTile
      placed={{
        ...{ id: widget.widgetId, widgetId: widget.widgetId, title: null, filters: {} },
        ...{ width: 12, height: 2, widget, fault: widget.fault },
      }}
      answer={answer}
    />
  )
}
