import type { WidgetData } from '@counterfoil/features/dashboards/widgets/widget.schema.ts'
import { readWidgetData } from '@counterfoil/features/dashboards/widgets/widget-data.contract.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { ErrorState, Older } from '@counterfoil/kit/web/page/states.tsx'
import { useTimeZone } from '@counterfoil/kit/web/session/user.tsx'
import { type ReactNode, useEffect, useRef } from 'react'
import type { PlacedWidget } from './boards.contract.ts'

/** Another page of a table than came with the dashboard. It is asked when it is opened, and again when the dashboard comes anew. */
export default function OtherPage(props: {
  placed: Pick<PlacedWidget, 'filters' | 'widget'>
  pageIndex: number
  pageSize: number
  /** As it came with the dashboard. */
  first: WidgetData
  children(page: WidgetData): ReactNode
}) {
  const timeZone = useTimeZone()
  const { placed, pageIndex, pageSize, first } = props
  const page = useCall(
    readWidgetData,
    {
      params: { endpointId: placed.widget?.data?.dataSourceEndpointId ?? '' },
      query: { ...placed.widget?.filters, ...placed.filters, timeZone, pageIndex, pageSize },
    } as never,
    { enabled: placed.widget !== null, keepPrevious: true, quiet: true },
  )
  const { refetch } = page
  const shownAsOf = useRef(first.asOf)
  useEffect(() => {
    if (shownAsOf.current !== first.asOf) refetch()
    shownAsOf.current = first.asOf
  }, [first.asOf, refetch])
  if (page.error !== null) return <ErrorState problem={page.error} onRetry={() => refetch()} />
  const data = page.data as WidgetData | undefined
  return (
    <Older isOld={data === undefined || page.isPlaceholderData}>
      {props.children(data ?? first)}
    </Older>
  )
}
