import { ticketLists } from '@counterfoil/features/support/tickets/ticket-paths.rules.ts'
import { daysOf, localDay } from '@counterfoil/kit/contract/calendar-days.ts'
import { textIn } from '@counterfoil/kit/contract/texts.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { useDownload } from '@counterfoil/kit/web/calls/use-download.ts'
import { ColumnChart } from '@counterfoil/kit/web/charts/column-chart.tsx'
import { useEmptyList } from '@counterfoil/kit/web/filters/list-filters.tsx'
import { formatDateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { Page, Section } from '@counterfoil/kit/web/page/page.tsx'
import { ReportForm, useReport } from '@counterfoil/kit/web/reports/report-form.tsx'
import { useMay, useTimeZone, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Link } from 'react-router'
import {
  type Analytics,
  type AnalyticsGroup,
  type AnalyticsRow,
  exportAnalytics,
  readAnalytics,
  type TicketFigures,
} from './analytics.contract.ts'
import { figureLabels, groupLabels, groupName } from './analytics-csv.rules.ts'
import { analyticsReport } from './analytics-report.schema.ts'
import { useFormattedMinutes } from './duration-tiles.tsx'
import { analyticsTexts } from './support-overview.messages.ts'

/** How many tickets came, how fast they were answered and resolved, and what was late. */
export default function SupportAnalytics() {
  const t = useTexts(analyticsTexts)
  const { language } = useLanguage()
  const timeZone = useTimeZone()
  const { form, title, visible } = useReport(
    analyticsReport.id,
    useTranslate()(analyticsReport.title),
  )
  const list = useListState<string>({ filters: ['groupBy', 'dateFrom', 'dateTo', 'tenantId'] })
  const by = (list.filters.groupBy ?? 'day') as AnalyticsGroup
  const report = useCall(readAnalytics, { query: list.filters as never }, { keepPrevious: true })
  const download = useDownload(exportAnalytics)
  const columns = useAnalyticsColumns(by, report.data)
  const empty = useEmptyList(list, t)
  const { data } = report
  const start = list.pageIndex * list.pageSize
  const isAlongTime = by === 'day' || by === 'month'
  const linkTo = useTicketLinks(by, data)
  const days = data === undefined ? [] : reportDays(data, timeZone)
  const keys = by === 'day' ? days : [...new Set(days.map((day) => day.slice(0, 7)))]
  return (
    <Page
      title={title}
      {...(data === undefined
        ? {}
        : {
            description: t.about({
              count: data.all.created,
              time: formatDateTime(new Date(data.asOf), timeZone, true),
            }),
          })}
      actions={
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={15} stroke={1.75} aria-hidden />}
          loading={download.isRunning}
          disabled={data === undefined || data.rows.length === 0}
          onClick={() => download.start({ query: { ...list.filters, language } as never })}
        >
          {t.export}
        </Button>
      }
    >
      {data !== undefined && isAlongTime && data.rows.length > 0 && (
        <Section title={t.chart}>
          <ColumnChart
            label={t.chart}
            hint={t.pointAt}
            formatValue={String}
            // also those without a ticket, which would not be missed
            columns={keys.map((key) => {
              const value = data.rows.find((row) => row.key === key)?.created ?? 0
              return {
                key,
                value,
                tick: by === 'day' ? `${key.slice(8)}/${key.slice(5, 7)}` : key,
                text: `${groupName(by, { key, name: null }, language)} · ${value}`,
                to: value === 0 ? undefined : linkTo(key),
              }
            })}
          />
        </Section>
      )}
      <DataGrid<AnalyticsRow>
        id="support-analytics"
        label={title}
        columns={visible(columns)}
        rows={data?.rows.slice(start, start + list.pageSize)}
        rowId={(row) => row.key ?? ''}
        isRefreshing={report.isFetching}
        isOutdated={report.isPlaceholderData}
        problem={report.error}
        onRetry={() => (report.error?.status === 400 ? list.clearFilters() : report.refetch())}
        paging={list.indexPaging(data && { count: data.rows.length })}
        toolbar={<ReportForm form={form} list={list} />}
        empty={empty}
      />
    </Page>
  )
}

/** The names by which the list of tickets filters by a group. */
const listFilters: Readonly<Partial<Record<AnalyticsGroup, string>>> = {
  category: 'category',
  priority: 'priority',
  label: 'labelId',
  agent: 'assigneeId',
  merchant: 'customerId',
}

/** The days of the report until now. */
function reportDays({ from, to, asOf }: Analytics, timeZone: string): string[] {
  const end = Math.min(Date.parse(to) - 1, Date.parse(asOf))
  return daysOf(localDay(new Date(from), timeZone), localDay(new Date(end), timeZone))
}

/** The list of the tickets of a group; undefined where nothing lists them, or not for this user. */
function useTicketLinks(by: AnalyticsGroup, report: Analytics | undefined) {
  const timeZone = useTimeZone()
  const { audience } = useUser()
  const mayList = useMay('CRM.Support.Lookup', 'Platform.Support.Lookup')
  if (report === undefined || !mayList) return () => undefined
  const { channel: ticketChannelType, from: createdFrom, to: createdTo } = report
  const days = reportDays(report, timeZone)
  const filterOf = (key: string | null): Record<string, string> | undefined => {
    if (by === 'day' || by === 'month') {
      const own = days.filter((day) => key !== null && day.startsWith(key))
      return { createdFrom: own.at(0) ?? '', createdTo: own.at(-1) ?? '' }
    }
    const name = listFilters[by]
    // no filter asks for tickets without a merchant
    if (name === undefined || (by === 'merchant' && key === null)) return undefined
    return { [name]: key ?? 'none' }
  }
  return (key: string | null, more: Record<string, string> = {}) => {
    const filter = filterOf(key)
    if (filter === undefined) return undefined
    const query = { ticketChannelType, createdFrom, createdTo, ...filter, ...more }
    return `${ticketLists[audience]}?${new URLSearchParams(query)}`
  }
}

function useAnalyticsColumns(
  by: AnalyticsGroup,
  report: Analytics | undefined,
): GridColumn<AnalyticsRow>[] {
  const t = useTexts(analyticsTexts)
  const { language, locale } = useLanguage()
  const formatMinutes = useFormattedMinutes()
  const linkTo = useTicketLinks(by, report)
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const counted = (
    id: keyof TicketFigures,
    more?: Record<string, string>,
  ): GridColumn<AnalyticsRow> => ({
    id,
    title: textIn(figureLabels[id], language),
    align: 'right',
    width: 100,
    cell: (row) => {
      const text = (row[id] ?? 0).toLocaleString(locale)
      const to = row[id] === 0 || more === undefined ? undefined : linkTo(row.key, more)
      return to === undefined ? text : <Link to={to}>{text}</Link>
    },
  })
  const late = (id: 'answerBreaches' | 'resolutionBreaches'): GridColumn<AnalyticsRow> => ({
    id,
    title: textIn(figureLabels[id], language),
    align: 'right',
    width: 120,
    cell: (row) =>
      row[id] === 0
        ? '0'
        : `${row[id].toLocaleString(locale)} (${percent.format(row[id] / row.created)})`,
  })
  const times: [keyof TicketFigures, string][] = [
    ['answerMedian', t.answerMedian],
    ['answerP90', t.answerP90],
    ['resolutionMedian', t.resolutionMedian],
    ['resolutionP90', t.resolutionP90],
  ]
  return [
    {
      id: 'group',
      title: textIn(groupLabels[by], language),
      isFixed: true,
      width: 160,
      narrow: '1',
      cell: (row) => groupName(by, row, language),
    },
    counted('created', {}),
    counted('closed', { state: 'Closed' }),
    counted('answered'),
    ...times.map(
      ([id, title]): GridColumn<AnalyticsRow> => ({
        id,
        title,
        align: 'right',
        width: 110,
        cell: (row) => {
          const minutes = row[id]
          return minutes === null ? '–' : formatMinutes(minutes)
        },
      }),
    ),
    late('answerBreaches'),
    late('resolutionBreaches'),
  ]
}
