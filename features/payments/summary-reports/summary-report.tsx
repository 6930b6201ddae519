import {
  PaymentTotalsStrip,
  SavedViews,
} from '@counterfoil/features/payments/lookup/payment-list.screens.ts'
import type { ReportPage } from '@counterfoil/kit/contract/reports.contract.ts'
import { useDownload } from '@counterfoil/kit/web/calls/use-download.ts'
import { ExportMenu } from '@counterfoil/kit/web/exports/export-menu.tsx'
import { useEmptyList } from '@counterfoil/kit/web/filters/list-filters.tsx'
import { formatDateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { Older } from '@counterfoil/kit/web/page/states.tsx'
import { ReportForm, useReport } from '@counterfoil/kit/web/reports/report-form.tsx'
import { useTimeZone, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { type ReactNode, Suspense, useState } from 'react'
import { BaseCurrency } from './base-currency.tsx'
import { PaymentReading } from './payment-reading.tsx'
import { ReportChart } from './report-chart.tsx'
import { useReportColumns } from './report-columns.tsx'
import { merchantFaces, operatorFaces, type ReportFace } from './report-faces.rules.ts'
import { useKeyText, useLinks } from './report-groups.tsx'
import { isPartial } from './report-keys.rules.ts'
import { defaultOrder, sortRows } from './report-order.rules.ts'
import { merchantReports, operatorReports } from './report-pages.schema.ts'
import type { ReportRow, SummaryReport } from './summary-report.schema.ts'
import type { SummaryReportCalls } from './summary-reports.contract.ts'
import { reportTexts } from './summary-reports.messages.ts'
import { type Asked, useAsked } from './use-asked-report.tsx'

/** The page of one report: each is another face of the same figures. */
export const operatorPage = (face: keyof typeof operatorFaces) =>
  pageOf(face, operatorFaces[face], operatorReports[face])
export const merchantPage = (face: keyof typeof merchantFaces) =>
  pageOf(face, merchantFaces[face], merchantReports[face])

const pageOf = (id: string, face: ReportFace, page: ReportPage) => ({
  default: () => <SummaryReportPage id={id} face={face} page={page} />,
})

interface PartProps {
  readonly face: 'tool'
  /** What the page is for, above what its figures are of. */
  readonly about?: string
  /** Beside the export. */
  readonly actions?: ReactNode
  /** Above the rows: what else is told of the same payments. */
  above?(report: SummaryReport, filter: object, call: SummaryReportCalls['call']): ReactNode
}

/** The report in the face of the reader's audience. */
export function SummaryReportPart({ face, ...others }: PartProps) {
  const isMerchant = useUser().audience === 'merchant'
  const faces = isMerchant ? merchantFaces : operatorFaces
  const page = (isMerchant ? merchantReports : operatorReports)[face]
  return <SummaryReportPage id={face} face={faces[face]} page={page} {...others} />
}

interface PageProps extends Omit<PartProps, 'face'> {
  readonly id: string
  readonly face: ReportFace
  readonly page: ReportPage
}

function SummaryReportPage(props: PageProps) {
  const { face, page } = props
  const { form, title } = useReport(page.id, useTranslate()(page.title))
  const asked = useAsked(face, page)
  const { list, timeZone, reading, answer, report } = asked
  const [isInBase, setInBase] = useState(false)
  const keyText = useKeyText(report)
  const linkOf = useLinks(report, list.filters as Record<string, string>, face)
  return (
    <Page
      title={title}
      {...(report === undefined
        ? {}
        : { description: <About about={props.about} report={report} face={face} /> })}
      actions={
        <>
          {props.actions}
          {report !== undefined && report.totals.length > 0 && (
            <BaseSwitch isOn={isInBase} onChange={setInBase} />
          )}
          <ReportExport face={face} query={asked.query} />
        </>
      }
    >
      {answer.isFetching && !reading.isStopped && (
        <PaymentReading
          key={reading.query.read}
          report={page.id}
          query={reading.query}
          onStop={reading.stop}
        />
      )}
      {!reading.isStopped && (
        <Older isOld={answer.isPlaceholderData}>
          <Totals report={report} />
        </Older>
      )}
      {isInBase && report !== undefined && <BaseCurrency query={asked.query} report={report} />}
      {report !== undefined &&
        props.above?.(
          report,
          { ...list.filters, timeZone, dateFrom: report.from, dateTo: report.to },
          face.calls.call,
        )}
      {report !== undefined && (
        <Older isOld={answer.isPlaceholderData} isNoted>
          <ReportChart
            report={report}
            keyText={keyText}
            isPartial={(one, key) => isPartial(report, one, key)}
            linkOf={(keys, currency) =>
              linkOf({ keys, ...(currency === undefined ? {} : { currency }) }) ?? ''
            }
          />
        </Older>
      )}
      <ReportGrid
        {...props}
        title={title}
        form={form}
        asked={asked}
        keyText={keyText}
        linkOf={linkOf}
      />
    </Page>
  )
}

function About(props: { about: string | undefined; report: SummaryReport; face: ReportFace }) {
  const { about, report, face } = props
  return (
    <>
      {about !== undefined && `${about} `}
      <Description report={report} hasRate={face.calls.onlyDeclined !== true} />
    </>
  )
}

function BaseSwitch({ isOn, onChange }: { isOn: boolean; onChange(isOn: boolean): void }) {
  const t = useTexts(reportTexts)
  return (
    <Button
      variant={isOn ? 'light' : 'default'}
      size="xs"
      aria-pressed={isOn}
      onClick={() => onChange(!isOn)}
    >
      {t.inBase}
    </Button>
  )
}

function ReportExport({ face, query }: { face: ReportFace; query: Asked['query'] }) {
  const { language } = useLanguage()
  const download = useDownload(face.calls.download)
  return (
    <ExportMenu
      source={face.calls.call.id}
      query={{ ...query, language }}
      isPrintable
      canSchedule
      now={{
        isRunning: download.isRunning,
        start: () => void download.start({ query: { ...query, language } as never }),
      }}
    />
  )
}

interface GridProps extends PageProps {
  readonly title: string
  readonly form: ReturnType<typeof useReport>['form']
  readonly asked: Asked
  readonly keyText: ReturnType<typeof useKeyText>
  readonly linkOf: ReturnType<typeof useLinks>
}

/** The rows of the report, which the server sends all at once: they are sorted and paged here. */
function ReportGrid({ id, face, title, form, asked, keyText, linkOf }: GridProps) {
  const t = useTexts(reportTexts)
  const { list, by, setBy, reading, answer, report } = asked
  const shown = answer.isPlaceholderData ? (report?.groupBy ?? by) : by
  const columns = useReportColumns({
    report,
    by: shown,
    face,
    keyText,
    linkOf: (row, measure) => linkOf({ ...row, ...(measure === undefined ? {} : { measure }) }),
  })
  const order = list.sort ?? defaultOrder(shown)
  const sorted = report && sortRows(report.rows, shown, order)
  const start = list.pageIndex * list.pageSize
  const empty = useEmptyList(list, { nothing: t.nothing, nothingYet: t.nothingYet })
  return (
    <DataGrid<ReportRow>
      id={`report-${id}`}
      label={title}
      columns={columns}
      rows={reading.isStopped ? [] : sorted?.slice(start, start + list.pageSize)}
      rowId={(row) => JSON.stringify([row.currency, row.keys])}
      rowLink={(row) => linkOf(row)}
      isRefreshing={answer.isFetching}
      isOutdated={answer.isPlaceholderData}
      problem={answer.error}
      onRetry={() => (answer.error?.status === 400 ? list.clearFilters() : answer.refetch())}
      sort={order}
      onSort={list.setSort}
      paging={list.indexPaging(sorted && { count: sorted.length })}
      toolbar={<ReportForm form={form} list={list} levels={{ value: by, onChange: setBy }} />}
      empty={reading.isStopped ? reading.empty : empty}
      actions={(shownColumns) => (
        <Suspense fallback={null}>
          <SavedViews
            list={list as never}
            shown={shownColumns}
            screen={`report-${id}`}
            more={{ groupBy: by.join(',') }}
          />
        </Suspense>
      )}
    />
  )
}

function Description({ report, hasRate }: { report: SummaryReport; hasRate: boolean }) {
  const t = useTexts(reportTexts)
  const { locale } = useLanguage()
  const timeZone = useTimeZone()
  const { all, asOf, timeZone: zone } = report
  const time = formatDateTime(new Date(asOf), timeZone, true)
  const rate = all.approvalRate?.toLocaleString(locale, {
    style: 'percent',
    maximumFractionDigits: 1,
  })
  const parts = [
    t.figures({ count: all.count }),
    ...(rate === undefined || !hasRate ? [] : [t.approved({ rate })]),
    zone === null ? t.ofAnyDays({ time }) : t.ofDays({ zone, time }),
    // of declines no money moves
    ...(hasRate ? [t.counted] : []),
  ]
  return parts.join(' · ')
}

function Totals({ report }: { report: SummaryReport | undefined }) {
  const totals = report && {
    count: report.all.count,
    countAtLeast: report.all.count,
    asOf: report.asOf,
    totals: report.totals.map(({ currency, count, volume, captured, refunded }) => ({
      currency,
      count,
      amount: volume,
      capturedAmount: captured,
      refundedAmount: refunded,
    })),
  }
  return (
    <Suspense fallback={null}>
      <PaymentTotalsStrip totals={totals} isCounting={report === undefined} />
    </Suspense>
  )
}
