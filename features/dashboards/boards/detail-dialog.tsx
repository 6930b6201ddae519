import '@counterfoil/kit/web/theme/input-styles.ts'
import {
  chartPageSize,
  type WidgetConfiguration,
  type WidgetData,
} from '@counterfoil/features/dashboards/widgets/widget.schema.ts'
import { readWidgetData } from '@counterfoil/features/dashboards/widgets/widget-data.contract.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DayInput } from '@counterfoil/kit/web/form/date-fields.tsx'
import { Dialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { ErrorState, LoadingLines, Older } from '@counterfoil/kit/web/page/states.tsx'
import { useTimeZone } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useState } from 'react'
import classes from './board.module.css'
import type { PlacedWidget } from './boards.contract.ts'
import { editorTexts } from './editor.messages.ts'
import { Figures } from './widget-figures.tsx'

/** A chart of the last 24 hours opens this: the same figures of other days. */
export default function DetailDialog(props: {
  placed: PlacedWidget
  title: string
  onClose(): void
}) {
  const { placed, title, onClose } = props
  const words = useTexts(editorTexts)
  const timeZone = useTimeZone()
  const [days, setDays] = useState({ dateFrom: '', dateTo: '' })
  const { period: _, ...own } = { ...placed.widget?.filters, ...placed.filters }
  const isFiltered = days.dateFrom !== '' || days.dateTo !== ''
  const chosen = Object.fromEntries(Object.entries(days).filter(([, day]) => day !== ''))
  const figures = useCall(
    readWidgetData,
    {
      params: { endpointId: placed.widget?.data?.dataSourceEndpointId ?? '' },
      // days apply where one is set
      query: {
        ...own,
        ...(isFiltered ? chosen : { period: 'last24Hours' }),
        ...{ timeZone, pageSize: chartPageSize },
      },
    } as never,
    { keepPrevious: true, quiet: true },
  )
  const data = figures.data as WidgetData | undefined
  return (
    <Dialog isOpen onClose={onClose} title={title} size="lg" isMaximizable>
      <div className={classes.fields}>
        {(['dateFrom', 'dateTo'] as const).map((name) => (
          <DayInput
            key={name}
            label={name === 'dateFrom' ? words.from : words.to}
            clearable
            value={days[name] || null}
            onChange={(day) => setDays({ ...days, [name]: day ?? '' })}
          />
        ))}
      </div>
      {figures.error !== null && (
        <ErrorState problem={figures.error} onRetry={() => figures.refetch()} />
      )}
      {data === undefined && figures.error === null && <LoadingLines lines={6} />}
      {data !== undefined && (
        <Older isOld={figures.isPlaceholderData}>
          <Figures
            placed={placed}
            configuration={placed.widget?.configuration as WidgetConfiguration}
            data={data}
            title={title}
          />
        </Older>
      )}
    </Dialog>
  )
}
