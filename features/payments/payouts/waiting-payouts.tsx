import { paymentLabel } from '@counterfoil/features/payments/processing/labels.rules.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { OneFilter } from '@counterfoil/kit/web/filters/list-filters.tsx'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { gridState } from '@counterfoil/kit/web/grid/grid-state.ts'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { SystemModeFilter, useSystemMode } from '@counterfoil/kit/web/session/system-mode.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useMemo, useState } from 'react'
import { DecisionBar } from './decision-bar.tsx'
import { decisionTexts } from './payout-decisions.messages.ts'
import type { PayoutCalls, WaitingPayout } from './payouts.contract.ts'

/** The list is reloaded, because other people decide at the same time. */
const watchMs = 10_000

/** Payouts that wait for approval, to be decided on one by one or together. */
export function WaitingPayouts({ calls, lookup }: { calls: PayoutCalls; lookup: string }) {
  const t = useTexts(decisionTexts)
  const { mode } = useSystemMode()
  const list = useListState({ filters: ['by'] })
  const { by } = list.filters
  const columns = useColumns()
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  const payouts = useCall(
    calls.list,
    {
      query: {
        ...{ pageIndex: list.pageIndex, pageSize: list.pageSize },
        ...(by === 'others' ? { by } : {}),
      },
    },
    { keepPrevious: true, refetchEveryMs: watchMs },
  )
  const rows = payouts.data?.data
  return (
    <DataGrid<WaitingPayout>
      id="waiting-payouts"
      label={t.list}
      columns={columns}
      {...gridState(payouts, list)}
      rows={rows}
      rowId={(row) => row.id}
      rowLink={(row) => `${lookup}/${row.id}`}
      selection={{ ids: chosen, onChange: choose }}
      toolbar={
        <>
          <SystemModeFilter />
          <OneFilter
            list={list}
            name="by"
            label={t.by}
            choices={[{ value: 'others', label: t.others }]}
          />
        </>
      }
      actions={
        <DecisionBar
          calls={calls}
          mode={mode}
          chosen={(rows ?? []).filter(({ id }) => chosen.has(id)).map(nameOf)}
          onDone={() => choose(new Set())}
        />
      }
      empty={{ title: t.nothing, text: t.nothingText }}
    />
  )
}

const nameOf = ({ id, externalId }: WaitingPayout) => ({ id, name: externalId ?? id.slice(-12) })

function useColumns(): GridColumn<WaitingPayout>[] {
  const t = useTexts(decisionTexts)
  const { audience } = useUser()
  const { language } = useLanguage()
  return useMemo(() => {
    const method = (row: WaitingPayout) =>
      row.cardBrand === null
        ? paymentLabel('method', row.method, language)
        : `${paymentLabel('brand', row.cardBrand, language)} ···· ${row.cardLast4}`
    return [
      {
        id: 'requested',
        title: t.requested,
        width: 150,
        isFixed: true,
        cell: (row) => <DateTime value={row.requestedAt} seconds />,
      },
      {
        id: 'amount',
        title: t.amount,
        align: 'right',
        width: 110,
        isFixed: true,
        cell: (row) => <Money amount={row.amount} currency={row.currency} />,
      },
      { id: 'by', title: t.by, cell: (row) => (row.isOwn ? t.you : (row.requestedBy ?? '–')) },
      { id: 'reason', title: t.reason, cell: (row) => row.reason ?? '–' },
      ...(audience === 'platform'
        ? [{ id: 'tenant', title: t.tenant, cell: (row: WaitingPayout) => row.tenantName }]
        : []),
      ...(audience === 'merchant'
        ? []
        : [{ id: 'merchant', title: t.merchant, cell: (row: WaitingPayout) => row.merchantName }]),
      { id: 'to', title: t.to, width: 130, cell: method },
      { id: 'email', title: t.email, cell: (row) => row.customerEmail ?? '–' },
      { id: 'payment', title: t.payment, cell: (row) => row.externalId ?? row.id.slice(-12) },
    ]
  }, [t, audience, language])
}
