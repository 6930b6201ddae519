import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { useEmptyList } from '@counterfoil/kit/web/filters/list-filters.tsx'
import { formatDateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { ReportForm, useReport } from '@counterfoil/kit/web/reports/report-form.tsx'
import { useTimeZone } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Link } from 'react-router'
import { operatorWebhookPages } from './webhook-pages.schema.ts'
import { readStatistics } from './webhook-reports.contract.ts'
import { destinationTexts } from './webhook-reports.messages.ts'
import { type DestinationStatistics, ownerNames } from './webhook-reports.schema.ts'

type Column = GridColumn<DestinationStatistics>

/** How many messages of a time arrived at each endpoint, and how fast. */
export default function DestinationsStatistics() {
  const t = useTexts(destinationTexts)
  const timeZone = useTimeZone()
  const list = useListState<string>({ filters: ['dateFrom', 'dateTo', ...ownerNames] })
  const page = operatorWebhookPages.statistics
  const { form, title, visible } = useReport(page.id, useTranslate()(page.title))
  const columns = useStatisticsColumns(list.filters)
  const found = useCall(readStatistics, { query: list.filters as never }, { keepPrevious: true })
  const empty = useEmptyList(list, { nothing: t.noMessages, nothingYet: t.noMessagesYet })
  const { data } = found
  const time = (at: string) => formatDateTime(new Date(at), timeZone)
  const start = list.pageIndex * list.pageSize
  return (
    <Page
      title={title}
      {...(data === undefined
        ? {}
        : {
            description: t.statisticsAbout({
              from: time(data.from),
              to: time([data.to, data.asOf].toSorted()[0] ?? data.to),
              asOf: formatDateTime(new Date(data.asOf), timeZone, true),
            }),
          })}
    >
      <DataGrid<DestinationStatistics>
        id="webhook-statistics"
        label={title}
        columns={visible(columns)}
        rows={data?.rows.slice(start, start + list.pageSize)}
        rowId={(row) => row.endpointId}
        isRefreshing={found.isFetching}
        isOutdated={found.isPlaceholderData}
        problem={found.error}
        onRetry={() => (found.error?.status === 400 ? list.clearFilters() : found.refetch())}
        paging={list.indexPaging(data && { count: data.rows.length })}
        toolbar={<ReportForm form={form} list={list} />}
        empty={empty}
      />
    </Page>
  )
}

const reportPath = '/crm/reports/webhookreport'

function useStatisticsColumns(filters: Readonly<Record<string, string | undefined>>): Column[] {
  const t = useTexts(destinationTexts)
  const { locale } = useLanguage()
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const chosen = Object.entries(filters).filter(([, value]) => value !== undefined)
  /** The messages that a figure counts. */
  const linkTo = (row: DestinationStatistics, state?: string) =>
    `${reportPath}?${new URLSearchParams({
      ...(Object.fromEntries(chosen) as Record<string, string>),
      endpointId: row.endpointId,
      ...(state === undefined ? {} : { state }),
    })}`
  const counted = (
    id: 'messages' | 'delivered' | 'waiting' | 'failing' | 'givenUp',
    state?: string,
  ): Column => ({
    id,
    title: t[id],
    align: 'right',
    width: 90,
    cell: (row) =>
      row[id] === 0 ? '0' : <Link to={linkTo(row, state)}>{row[id].toLocaleString(locale)}</Link>,
  })
  const ms = (value: number | null) => (value === null ? '–' : `${value.toLocaleString(locale)} ms`)
  return [
    {
      id: 'endpoint',
      title: t.endpoint,
      isFixed: true,
      width: 240,
      narrow: '1',
      cell: (row) => row.url,
    },
    {
      id: 'merchant',
      title: t.merchant,
      width: 140,
      narrow: '2',
      cell: (row) => row.merchantName,
    },
    counted('messages'),
    counted('delivered', 'delivered'),
    {
      id: 'deliveredFirst',
      title: t.deliveredFirst,
      align: 'right',
      width: 110,
      cell: (row) => percent.format(row.messages === 0 ? 0 : row.deliveredFirst / row.messages),
    },
    counted('waiting', 'waiting'),
    counted('failing', 'failing'),
    counted('givenUp', 'given_up'),
    {
      id: 'attempts',
      title: t.attempts,
      align: 'right',
      width: 90,
      cell: (row) => row.attempts.toLocaleString(locale),
    },
    {
      id: 'medianMs',
      title: t.medianMs,
      align: 'right',
      width: 100,
      cell: (row) => ms(row.medianMs),
    },
    { id: 'p95Ms', title: t.p95Ms, align: 'right', width: 110, cell: (row) => ms(row.p95Ms) },
    {
      id: 'deliveryTime',
      title: t.deliveryTime,
      align: 'right',
      width: 120,
      cell: ({ medianDeliveryS: n }) => (n === null ? '–' : t.seconds({ n })),
    },
  ]
}
