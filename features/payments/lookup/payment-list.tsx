import {
  BulkUpdateBar,
  bulkUpdaters,
} from '@counterfoil/features/payments/bulk-updates/bulk-updates.screens.ts'
import {
  PayoutDecisionBar,
  payoutDeciders,
} from '@counterfoil/features/payments/payouts/payout-decisions.screens.ts'
import type { PayoutCalls } from '@counterfoil/features/payments/payouts/payouts.contract.ts'
import type { ModeName } from '@counterfoil/kit/contract/fields.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { useEmptyList } from '@counterfoil/kit/web/filters/list-filters.tsx'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { gridState } from '@counterfoil/kit/web/grid/grid-state.ts'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { useSystemMode } from '@counterfoil/kit/web/session/system-mode.tsx'
import { useMay, useMayCall } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Suspense, useState } from 'react'
import type { Face } from './faces.schema.ts'
import { filterNames, type PaymentFilterName, requestFilterNames } from './filter-names.schema.ts'
import { type PaymentRow, type RequestRow, readPaymentTotals } from './lookup.contract.ts'
import { usePaymentColumns } from './payment-columns.tsx'
import { PaymentFilters } from './payment-filters.tsx'
import { listTexts } from './payment-list.messages.ts'
import type { FaceCalls } from './payment-list-page.tsx'
import { PaymentListTools } from './payment-list-tools.tsx'
import { PaymentTotalsStrip } from './payment-totals.tsx'
import { meaningOf } from './search-key.rules.ts'

interface PaymentListProps {
  readonly face: Face
  readonly calls: FaceCalls
}

/** A face of the transaction lookup. Its state is in the URL; a row opens the payment. */
export function PaymentList({ face, calls }: PaymentListProps) {
  const t = useTexts(listTexts)
  const translate = useTranslate()
  const mayOpen = useMay(...calls.details.permission)
  const mayExport = useMayCall(calls.export?.now ?? calls.list) && calls.export !== undefined
  const isOfRequests = calls.rows === 'requests'
  const columns = usePaymentColumns(isOfRequests)
  const list = useListState<PaymentFilterName>({
    filters: isOfRequests ? requestFilterNames : filterNames,
    sort: '-created',
  })
  const order = {
    sort: list.sort?.by === 'amount' ? ('amount' as const) : ('created' as const),
    order: list.sort?.descending === false ? ('asc' as const) : ('desc' as const),
  }
  const { mode, payout, ...filters } = list.filters
  const kinds = {
    // what is none of theirs is refused with its place
    ...(mode === undefined ? {} : { mode: mode as ModeName }),
    ...(payout === undefined ? {} : { payout: payout as 'waiting' }),
  }
  const filter = { ...filters, ...kinds }
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
  // the count is loaded separately, so that it does not delay the rows
  const totals = useCall(
    calls.totals ?? readPaymentTotals,
    { query: filter },
    { quiet: true, staleMs: 5_000, enabled: calls.totals !== undefined },
  )
  const count = payments.data?.count ?? totals.data?.count ?? null
  const bulkUpdate = useBulkUpdate(payments.data?.data, face)
  const decision = usePayoutDecision(payments.data?.data, kinds, calls.payouts) ?? bulkUpdate
  const counted = payments.data && { ...payments.data, count }

  const empty = useEmptyList(list, t)
  const name = translate(face.title)
  const title = face.annotation === undefined ? name : `${name} (${translate(face.annotation)})`
  return (
    <Page title={title} description={t[descriptionOf(face, calls)]}>
      {filters.searchKey !== undefined && (
        <p role="status">{t[searchedIn(filters.searchKey)]({ key: filters.searchKey })}</p>
      )}
      {calls.totals !== undefined && (
        <PaymentTotalsStrip totals={totals.data} isCounting={totals.isPending} />
      )}
      <DataGrid<PaymentRow>
        id="payments"
        label={title}
        keptAs={face.views}
        usualColumns={calls.columns}
        columns={columns}
        {...gridState(payments, list)}
        rowId={(row) => (row as Partial<RequestRow>).requestId ?? row.id}
        {...(mayOpen ? { rowLink: (row) => `${calls.details.path}/${row.id}` } : {})}
        sort={list.sort}
        onSort={list.setSort}
        paging={list.cursorPaging(counted)}
        toolbar={
          <PaymentFilters list={list} preset={Object.keys(face.preset ?? {})} rows={calls.rows} />
        }
        {...(decision === undefined ? {} : { selection: decision.selection })}
        actions={(shown) => (
          <>
            {decision?.bar}
            <PaymentListTools
              list={list}
              shown={shown}
              views={face.views}
              exports={mayExport ? calls.export : undefined}
              query={{ ...filter, ...order }}
            />
          </>
        )}
        empty={empty}
      />
    </Page>
  )
}

function descriptionOf({ preset }: Face, { rows }: FaceCalls) {
  if (rows === 'requests') return 'requests'
  return preset === undefined ? 'description' : 'alternative'
}

/** What the search text was taken for. */
function searchedIn(key: string) {
  const { last4, amounts, isEmail, nameBeginnings } = meaningOf(key)
  if (last4 !== undefined) return 'searchedDigits'
  if (amounts.length > 0) return 'searchedAmount'
  return isEmail || nameBeginnings.length > 0 ? 'searchedName' : 'searchedOrder'
}

/** Decisions on payouts, if the list is filtered by waiting ones and the user may decide. */
function usePayoutDecision(
  rows: readonly PaymentRow[] | undefined,
  filter: { readonly payout?: 'waiting'; readonly mode?: ModeName },
  calls: PayoutCalls,
) {
  const mayDecide = useMay(...payoutDeciders)
  const { mode } = useSystemMode()
  const [ids, onChange] = useState<ReadonlySet<string>>(new Set())
  if (filter.payout !== 'waiting' || !mayDecide) return undefined
  const chosen = (rows ?? []).filter(({ id }) => ids.has(id))
  const bar = (
    <Suspense fallback={null}>
      <PayoutDecisionBar
        calls={calls}
        mode={filter.mode ?? mode}
        chosen={chosen.map(({ id, externalId }) => ({ id, name: externalId ?? id.slice(-12) }))}
        onDone={() => onChange(new Set())}
      />
    </Suspense>
  )
  return { selection: { ids, onChange }, bar }
}

/** The platform's staff begins a bulk update with what it selects. */
function useBulkUpdate(rows: readonly PaymentRow[] | undefined, { audience }: Face) {
  const mayUpdate = useMay(...bulkUpdaters)
  const [ids, onChange] = useState<ReadonlySet<string>>(new Set())
  if (!mayUpdate || audience.some((one) => one !== 'platform')) return undefined
  const bar = (
    <Suspense fallback={null}>
      <BulkUpdateBar chosen={(rows ?? []).filter(({ id }) => ids.has(id))} />
    </Suspense>
  )
  return { selection: { ids, onChange }, bar }
}
