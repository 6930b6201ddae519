import { filterNames } from '@counterfoil/features/payments/lookup/filter-names.schema.ts'
import { viewPermissions } from '@counterfoil/features/payments/lookup/lookup-options.contract.ts'
import {
  PaymentTotalsStrip,
  SavedViews,
} from '@counterfoil/features/payments/lookup/payment-list.screens.ts'
import type { Dimension } from '@counterfoil/features/reporting/figures/dimensions.schema.ts'
import type { Measure } from '@counterfoil/features/reporting/figures/figures.schema.ts'
import type { ReportPage } from '@counterfoil/kit/contract/reports.contract.ts'
import { useCall, useStop } from '@counterfoil/kit/web/calls/use-call.ts'
import { useDownload } from '@counterfoil/kit/web/calls/use-download.ts'
import { ExportMenu } from '@counterfoil/kit/web/exports/export-menu.tsx'
import { useEmptyList } from '@counterfoil/kit/web/filters/list-filters.tsx'
import { formatDateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { keyOf, readableStatus, statusNames } from '@counterfoil/kit/web/formats/status.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { Older } from '@counterfoil/kit/web/page/states.tsx'
import { ReportForm, useReport } from '@counterfoil/kit/web/reports/report-form.tsx'
import { useMay, useTimeZone, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { BaseCurrency } from './base-currency.tsx'
import { PaymentReading } from './payment-reading.tsx'
import { ReportChart } from './report-chart.tsx'
import { useReportColumns } from './report-columns.tsx'
import { merchantFaces, operatorFaces, type ReportFace } from './report-faces.rules.ts'
import { keyName } from './report-keys.rules.ts'
import { listFilterOf } from './report-link.rules.ts'
import { defaultOrder, sortRows } from './report-order.rules.ts'
import { merchantReports, operatorReports } from './report-pages.schema.ts'
import type { ReportRow, SummaryReport } from './summary-report.schema.ts'
import type { SummaryReportCalls } from './summary-reports.contract.ts'
import { readingTexts, reportTexts } from './summary-reports.messages.ts'
import { useGroupBy } from './use-group-by.tsx'

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

/** What is asked for with an id of its own, by which its progress is asked for; it can be stopped, and begun again. */
function useReading(query: object, face: ReportFace) {
  const t = useTexts(readingTexts)
  const asked = JSON.stringify(query)
  // another question is another reading
  const read = useMemo(() => ({ asked, id: crypto.randomUUID() }), [asked])
  const [stopped, setStopped] = useState<string>()
  const stop = useStop(face.calls.call)
  return {
    query: { ...query, read: read.id },
    isStopped: stopped === read.id,
    stop() {
      setStopped(read.id)
      stop()
    },
    empty: {
      title: t.stopped,
      text: t.stoppedText,
      action: (
        <Button variant="default" size="xs" onClick={() => setStopped(undefined)}>
          {t.again}
        </Button>
      ),
    },
  }
}

/** Rows on one page. */
const pageSize = 50

interface PageProps extends Omit<PartProps, 'face'> {
  readonly id: string
  readonly face: ReportFace
  readonly page: ReportPage
}

function SummaryReportPage(props: PageProps) {
  const { face, page } = props
  const { form, title } = useReport(page.id, useTranslate()(page.title))
  const asked = useAsked(props)
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
      {isInBase && (
        <BaseCurrency filter={{ ...list.filters, timeZone }} hidden={report?.hiddenColumns ?? []} />
      )}
      {report !== undefined &&
        props.above?.(report, { ...list.filters, timeZone }, face.calls.call)}
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

/** What is asked for, by the filters and levels that the reader chose, and its answer. */
function useAsked({ face, page }: PageProps) {
  const timeZone = useTimeZone()
  const [by, setBy] = useGroupBy(face.by)
  const list = useListState({ filters: filterNames, pageSize })
  const query = { ...list.filters, groupBy: by.join(','), report: page.id, timeZone }
  const reading = useReading(query, face)
  const answer = useCall(
    face.calls.call,
    { query: reading.query as never },
    { keepPrevious: true, enabled: !reading.isStopped },
  )
  return { timeZone, by, setBy, list, query, reading, answer, report: answer.data }
}

type Asked = ReturnType<typeof useAsked>

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

/** A key in the reader's language; of a day or month that is not over it says so. */
function useKeyText(report: SummaryReport | undefined) {
  const t = useTexts(reportTexts)
  const { language } = useLanguage()
  const translate = useTranslate()
  const timeZone = useTimeZone()
  return (one: Dimension, key: string | null): string => {
    const name = keyName(one, key, {
      language,
      timeZone,
      names: report?.names ?? {},
      statusName: (status) => {
        const known = statusNames[keyOf(status)]
        return known === undefined ? readableStatus(status) : translate(known)
      },
    })
    const isOpen = report !== undefined && key !== null && isPartial(report, one, key)
    return isOpen ? t.soFar({ name }) : name
  }
}

/** Whether more payments can still come into a group. */
function isPartial({ today }: SummaryReport, one: Dimension, key: string): boolean {
  if (one === 'day') return key === today
  return one === 'month' && key === today.slice(0, 7)
}

/** Leads from a group to its payments in the lookup; nowhere for readers who may not open it. */
function useLinks(
  report: SummaryReport | undefined,
  filter: Readonly<Record<string, string>>,
  face: ReportFace,
) {
  const { audience } = useUser()
  const mayOpen = useMay(...viewPermissions[audience === 'merchant' ? 'merchant' : 'operator'])
  const path = lookupPaths[audience]
  return (of: {
    readonly keys: ReportRow['keys']
    readonly currency?: string
    readonly measure?: Measure
  }): string | undefined => {
    if (report === undefined || !mayOpen) return undefined
    const { from, to } = report
    const { onlyDeclined } = face.calls
    const { keys, currency, measure } = of
    const found = listFilterOf({
      filter,
      from,
      to,
      keys,
      onlyDeclined,
      ...(currency === undefined ? {} : { currency }),
      ...(measure === undefined ? {} : { measure }),
    })
    return found && `${path}?${new URLSearchParams(found)}`
  }
}

const lookupPaths = {
  merchant: '/merchant/transaction-management/transaction-lookup',
  tenant: '/transaction-management/transaction-lookup',
  platform: '/platform/transaction-management/transaction-lookup',
}
