import type {
  exportMerchantPayments,
  exportPayments,
} from '@counterfoil/features/payments/export/export.contract.ts'
import type {
  listMerchantPayments,
  listPayments,
  PaymentRow,
  readMerchantPaymentTotals,
  readPaymentTotals,
} from '@counterfoil/features/payments/lookup/lookup.contract.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { Page } from '@counterfoil/kit/web/page.tsx'
import { useCall } from '@counterfoil/kit/web/use-call.ts'
import { Button } from '@mantine/core'
import { useLocation } from 'react-router'
import { usePaymentColumns } from './payment-columns.tsx'
import { filterNames, PaymentFilters } from './payment-filters.tsx'
import { listTexts } from './payment-list.messages.ts'
import { PaymentListTools } from './payment-list-tools.tsx'
import { PaymentTotalsStrip } from './payment-totals.tsx'

interface PaymentListProps {
  readonly calls: {
    readonly list: typeof listPayments | typeof listMerchantPayments
    readonly totals: typeof readPaymentTotals | typeof readMerchantPaymentTotals
    readonly export: typeof exportPayments | typeof exportMerchantPayments
  }
}

/** The transaction lookup. What it shows stands in the URL; a row leads to the payment below the same address. */
export function PaymentList({ calls }: PaymentListProps) {
  const t = useTexts(listTexts)
  const { pathname } = useLocation()
  const columns = usePaymentColumns()
  const list = useListState({ filters: filterNames, sort: '-created' })
  const order = {
    sort: list.sort?.by === 'amount' ? ('amount' as const) : ('created' as const),
    order: list.sort?.descending === false ? ('asc' as const) : ('desc' as const),
  }
  const { mode, ...filters } = list.filters
  const filter = { ...filters, ...(mode === 'Test' || mode === 'Live' ? { mode } : {}) }
  const payments = useCall(
    calls.list,
    {
      query: {
        ...filter,
        ...order,
        pageSize: list.pageSize,
        ...(list.cursor === undefined ? {} : { cursor: list.cursor }),
      },
    },
    { keepPrevious: true },
  )
  // the count comes by itself, so that it never holds the rows up
  const totals = useCall(calls.totals, { query: filter }, { quiet: true, staleMs: 5_000 })
  const count = payments.data?.count ?? totals.data?.count ?? null
  const counted = payments.data && { ...payments.data, count }

  return (
    <Page title={t.title} description={t.description}>
      <PaymentTotalsStrip totals={totals.data} isCounting={totals.isPending} />
      <DataGrid<PaymentRow>
        id="payments"
        label={t.title}
        columns={columns}
        rows={payments.data?.data}
        rowId={(row) => row.id}
        rowLink={(row) => `${pathname.replace(/\/$/, '')}/${row.id}`}
        isRefreshing={payments.isFetching}
        problem={payments.error}
        // an address that is refused is refused again: the way back is the list without filters
        onRetry={() => (payments.error?.status === 400 ? list.clearFilters() : payments.refetch())}
        sort={list.sort}
        onSort={list.setSort}
        paging={list.cursorPaging(counted)}
        toolbar={<PaymentFilters list={list} />}
        actions={(shown) => (
          <PaymentListTools
            list={list}
            shown={shown}
            call={calls.export}
            query={{ ...filter, ...order }}
          />
        )}
        empty={
          list.hasFilters
            ? {
                title: t.nothing,
                text: t.widen,
                action: (
                  <Button variant="default" size="xs" onClick={list.clearFilters}>
                    {t.clear}
                  </Button>
                ),
              }
            : { title: t.nothing, text: t.nothingYet }
        }
      />
    </Page>
  )
}
