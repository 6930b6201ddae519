import type {
  exportAlternativePayments,
  exportMerchantPayments,
  exportPayments,
  PaymentSource,
} from '@counterfoil/features/payments/reports/export.contract.ts'
import type { PaymentColumn } from '@counterfoil/features/payments/reports/export-columns.rules.ts'
import type { InputOf } from '@counterfoil/kit/web/calls/call.ts'
import { useDownload } from '@counterfoil/kit/web/calls/use-download.ts'
import { ExportMenu } from '@counterfoil/kit/web/exports/export-menu.tsx'
import type { ShownColumns } from '@counterfoil/kit/web/grid/grid.tsx'
import type { ListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { useTimeZone } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage } from '@counterfoil/kit/web/texts/i18n.tsx'
import { type PaymentFilterName, requestFilterNames } from './filter-names.schema.ts'
import { SavedViews } from './saved-views.tsx'

/** The call that exports the list at once. */
export type ExportCall =
  | typeof exportPayments
  | typeof exportMerchantPayments
  | typeof exportAlternativePayments
/** How the list is exported: at once by a call, in the background by its source. */
export interface ListExports {
  readonly now: ExportCall
  readonly source: PaymentSource
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

/** What a view can hold. */
const known = { filters: requestFilterNames, sorts: ['created', 'amount'] }

/** Saved filters and the export, next to the column picker. */
export function PaymentListTools(props: {
  list: ListState<PaymentFilterName>
  shown: ShownColumns
  /** Under which name the list's named views are kept; undefined: the user has filters of its own. */
  views?: string | undefined
  /** Undefined for those who may not export. */
  exports: ListExports | undefined
  /** The query of the list: filter and order. */
  query: ExportQuery
}) {
  return (
    <>
      <SavedViews
        list={props.list}
        shown={props.shown}
        {...(props.views === undefined ? {} : { screen: props.views, known })}
      />
      {props.exports !== undefined && (
        <ListExport exports={props.exports} query={props.query} shown={props.shown} />
      )}
    </>
  )
}

/** Exports the whole list with its filter, order and columns, at once or in the background. */
function ListExport(props: { exports: ListExports; query: ExportQuery; shown: ShownColumns }) {
  const { language } = useLanguage()
  const timeZone = useTimeZone()
  const download = useDownload(props.exports.now)
  const columns = props.shown.ids.flatMap((id) => exported[id] ?? [])
  const timezoneOffset = new Date().getTimezoneOffset()
  const query = { ...props.query, columns, language, timeZone, timezoneOffset }
  return (
    <ExportMenu
      source={props.exports.source}
      canSchedule
      query={query}
      now={{ isRunning: download.isRunning, start: () => void download.start({ query }) }}
    />
  )
}
