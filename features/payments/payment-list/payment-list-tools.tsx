import type {
  exportMerchantPayments,
  exportPayments,
} from '@counterfoil/features/payments/export/export.contract.ts'
import type { PaymentColumn } from '@counterfoil/features/payments/export/export-columns.rules.ts'
import type { InputOf } from '@counterfoil/kit/web/call.ts'
import type { ShownColumns } from '@counterfoil/kit/web/grid/grid.tsx'
import type { ListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { useLanguage, useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { useDownload } from '@counterfoil/kit/web/use-call.ts'
import { useTimeZone } from '@counterfoil/kit/web/user.tsx'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import type { PaymentFilterName } from './payment-filters.tsx'
import { listTexts } from './payment-list.messages.ts'
import { SavedFiltersMenu, type View } from './saved-filters-menu.tsx'

type ExportCall = typeof exportPayments | typeof exportMerchantPayments
type ExportQuery = NonNullable<InputOf<typeof exportPayments>['query']>

/** What each column of the list is in an export; several where the screen says several things in one cell. */
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

/** Saved filters and the export, beside the choice of columns. */
export function PaymentListTools(props: {
  list: ListState<PaymentFilterName>
  shown: ShownColumns
  call: ExportCall
  /** The filter and order of the list as its own call is asked. */
  query: ExportQuery
}) {
  const navigate = useNavigate()
  const { list, shown } = props
  const view: View = {
    filters: list.filters as Record<string, string>,
    sort: list.sortText ?? null,
    columns: [...shown.ids],
  }
  // one navigation: two changes of the URL in a row would lose the first
  function open({ filters, sort, columns }: View) {
    shown.show(columns)
    const search = new URLSearchParams({ ...filters, ...(sort === null ? {} : { sort }) })
    navigate({ search: search.toString() })
  }
  return (
    <>
      <SavedFiltersMenu view={view} onOpen={open} />
      <ExportButton call={props.call} query={props.query} shown={shown} />
    </>
  )
}

/** Saves the whole list, as it is filtered, sorted and shown, in the user's zone and language. */
function ExportButton(props: { call: ExportCall; query: ExportQuery; shown: ShownColumns }) {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const timeZone = useTimeZone()
  const download = useDownload(props.call)
  const columns = props.shown.ids.flatMap((id) => exported[id] ?? [])
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconDownload size={15} stroke={1.75} />}
      loading={download.isRunning}
      onClick={() =>
        download.start({
          query: {
            ...props.query,
            columns,
            language,
            timeZone,
            timezoneOffset: new Date().getTimezoneOffset(),
          },
        })
      }
    >
      {t.export}
    </Button>
  )
}
