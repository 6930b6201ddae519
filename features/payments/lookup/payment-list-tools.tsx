import type {
  exportMerchantPayments,
  exportPayments,
} from '@counterfoil/features/payments/reports/export.contract.ts'
import type { PaymentColumn } from '@counterfoil/features/payments/reports/export-columns.rules.ts'
import type {
  requestMerchantReport,
  requestReport,
} from '@counterfoil/features/payments/reports/reports.contract.ts'
import type { InputOf } from '@counterfoil/kit/web/calls/call.ts'
import { useAction, useDownload } from '@counterfoil/kit/web/calls/use-call.ts'
import { presetOf, rangeOf } from '@counterfoil/kit/web/filters/day-ranges.ts'
import { localDay } from '@counterfoil/kit/web/formats/dates.tsx'
import type { ShownColumns } from '@counterfoil/kit/web/grid/grid.tsx'
import type { ListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { Dropdown, dropdownItem } from '@counterfoil/kit/web/overlays/dropdown.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useTimeZone } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Loader } from '@mantine/core'
import { IconClock, IconDownload, IconFileZip } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { PaymentFilterName } from './payment-filters.tsx'
import { listTexts } from './payment-list.messages.ts'
import classes from './payment-list.module.css'
import buttonClasses from './saved-filters.module.css'
import { SavedFiltersMenu, type View } from './saved-filters-menu.tsx'

/** The endpoints that export the list: at once, and in the background. */
export interface ExportCalls {
  readonly download: typeof exportPayments | typeof exportMerchantPayments
  readonly report: typeof requestReport | typeof requestMerchantReport
}
type ExportQuery = NonNullable<InputOf<typeof exportPayments>['query']>

/** The export columns of each list column; several if a cell shows several values. */
const exported: Readonly<Record<string, readonly PaymentColumn[]>> = {
  created: ['createdAt'],
  status: ['status'],
  amount: ['amount', 'currency'],
  method: ['method', 'cardBrand', 'card'],
  externalId: ['externalId'],
  email: ['customerEmail'],
  tenant: ['tenantName'],
  merchant: ['merchantName'],
  provider: ['provider'],
  captured: ['capturedAmount'],
  refunded: ['refundedAmount'],
  disputed: ['disputedAmount'],
  dispute: ['disputeState'],
  website: ['websiteName'],
  country: ['customerCountry'],
  declineReason: ['declineReason'],
  channel: ['channel'],
  id: ['id'],
  acquirerReference: ['acquirerReference'],
}

/** Saved filters and the export, next to the column picker. */
export function PaymentListTools(props: {
  list: ListState<PaymentFilterName>
  shown: ShownColumns
  calls: ExportCalls
  /** The query of the list: filter and order. */
  query: ExportQuery
}) {
  const navigate = useNavigate()
  const { list, shown } = props
  const timeZone = useTimeZone()
  // asked anew by each: a page may be open over midnight
  const today = () => localDay(new Date(), timeZone)
  const view: View = {
    filters: relativeDays(list.filters as Record<string, string>, today()),
    sort: list.sortText ?? null,
    columns: [...shown.ids],
  }
  // one navigation: two changes of the URL in a row would lose the first
  function open({ filters, sort, columns }: View) {
    shown.show(columns)
    const search = new URLSearchParams({
      ...daysFrom(filters, today()),
      ...(sort === null ? {} : { sort }),
    })
    navigate({ search: search.toString() })
  }
  return (
    <>
      <SavedFiltersMenu view={view} onOpen={open} />
      <ExportMenu calls={props.calls} query={props.query} shown={shown} />
    </>
  )
}

/** What a filter keeps of its days: `yesterday` stays yesterday, whenever it is opened. */
function relativeDays(filters: Record<string, string>, today: string): Record<string, string> {
  const { dateFrom, dateTo, ...others } = filters
  const dateRange = presetOf({ from: dateFrom, to: dateTo }, today)
  return dateRange === undefined ? filters : { ...others, dateRange }
}

/** The days of a kept filter, seen from today. */
function daysFrom(filters: Record<string, string>, today: string): Record<string, string> {
  const { dateRange, ...others } = filters
  const { from, to } = rangeOf(dateRange, today) ?? {}
  return from === undefined || to === undefined ? others : { ...others, dateFrom: from, dateTo: to }
}

/** Exports the whole list with its filter, order and columns, at once or in the background. */
function ExportMenu(props: { calls: ExportCalls; query: ExportQuery; shown: ShownColumns }) {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const timeZone = useTimeZone()
  const download = useDownload(props.calls.download)
  const report = useAction(props.calls.report, {
    onDone: () => showSnackbar({ message: t.preparing, tone: 'success' }),
  })
  const columns = props.shown.ids.flatMap((id) => exported[id] ?? [])
  const timezoneOffset = new Date().getTimezoneOffset()
  const request = { query: { ...props.query, columns, language, timeZone, timezoneOffset } }
  const isBusy = download.isRunning || report.isRunning
  return (
    <Dropdown
      isMenu
      label={t.export}
      className={buttonClasses.button}
      button={
        <>
          {isBusy ? <Loader size={14} /> : <IconDownload size={15} stroke={1.75} aria-hidden />}
          <span>{t.export}</span>
        </>
      }
    >
      <ExportEntry
        icon={<IconFileZip size={16} stroke={1.6} aria-hidden />}
        name={t.downloadNow}
        hint={t.downloadNowHint}
        onChoose={() => download.start(request)}
      />
      <ExportEntry
        icon={<IconClock size={16} stroke={1.6} aria-hidden />}
        name={t.prepare}
        hint={t.prepareHint}
        onChoose={() => report.run(request)}
      />
    </Dropdown>
  )
}

function ExportEntry(props: { icon: ReactNode; name: string; hint: string; onChoose(): void }) {
  return (
    <button type="button" role="menuitem" className={dropdownItem} onClick={props.onChoose}>
      {props.icon}
      <span className={classes.exportEntry}>
        {props.name}
        <small>{props.hint}</small>
      </span>
    </button>
  )
}
