import { reasonTexts } from '@counterfoil/features/payments/bank-transfers/unmatched-reasons.rules.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { OneFilter } from '@counterfoil/kit/web/filters/list-filters.tsx'
import { formatDay } from '@counterfoil/kit/web/formats/dates.tsx'
import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { useOpenedRecord } from '@counterfoil/kit/web/grid/opened-record.ts'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useMemo } from 'react'
import { listTransfers } from './suspense.contract.ts'
import { suspenseTexts } from './suspense.messages.ts'
import classes from './suspense.module.css'
import type { Transfer } from './suspense.schema.ts'
import { SuspenseDrawer } from './suspense-drawer.tsx'

/** Other people clear transfers at the same time. */
const watchMs = 15_000

/** The transfer whose drawer is open, in the address. */
const addressName = 'transfer'

/** Money that the bank booked and no payment explains, the oldest first. */
export default function SuspenseList() {
  const t = useTexts(suspenseTexts)
  const list = useListState({ filters: ['which'] })
  const columns = useColumns()
  const which = list.filters.which === 'cleared' ? 'cleared' : 'open'
  const { pageIndex, pageSize } = list
  const transfers = useCall(
    listTransfers,
    { query: { pageIndex, pageSize, which } },
    { keepPrevious: true, refetchEveryMs: watchMs },
  )
  const opened = useOpenedRecord(addressName)
  const totals = transfers.data?.totals ?? []
  return (
    <Page title={t.title} description={t.description}>
      {totals.length > 0 && (
        <ul className={classes.totals} aria-label={t.remaining}>
          {totals.map(({ currency, amount, count }) => (
            <li key={currency}>
              <strong>
                <Money amount={amount} currency={currency} />
              </strong>
              <span>{t.total({ count })}</span>
            </li>
          ))}
        </ul>
      )}
      <DataGrid<Transfer>
        id="suspense"
        label={t.list}
        columns={columns}
        rows={transfers.data?.data}
        rowId={(row) => row.id}
        rowLink={(row) => opened.linkTo(row.id)}
        isRefreshing={transfers.isFetching}
        isOutdated={transfers.isPlaceholderData}
        problem={transfers.error}
        onRetry={() => transfers.refetch()}
        paging={list.indexPaging(transfers.data)}
        toolbar={
          <OneFilter
            list={list}
            name="which"
            label={t.which}
            choices={[
              { value: 'open', label: t.open },
              { value: 'cleared', label: t.cleared },
            ]}
          />
        }
        empty={{ title: t.nothing, text: t.nothingText }}
      />
      {opened.id !== null && <SuspenseDrawer id={opened.id} onClose={opened.close} />}
    </Page>
  )
}

function useColumns(): GridColumn<Transfer>[] {
  const t = useTexts(suspenseTexts)
  const causes: Readonly<Record<string, string>> = useTexts(reasonTexts)
  const { audience } = useUser()
  return useMemo(
    () => [
      {
        id: 'booked',
        title: t.booked,
        width: 110,
        isFixed: true,
        cell: (row) => formatDay(row.bookedOn),
      },
      { id: 'age', title: t.age, width: 90, cell: (row) => t.days({ count: row.ageDays }) },
      {
        id: 'amount',
        title: t.amount,
        align: 'right',
        width: 110,
        isFixed: true,
        cell: (row) => <Money amount={row.amount} currency={row.currency} />,
      },
      {
        id: 'remaining',
        title: t.remaining,
        align: 'right',
        width: 110,
        cell: (row) => <Money amount={row.remaining} currency={row.currency} />,
      },
      { id: 'payer', title: t.payer, cell: (row) => row.payer ?? '–' },
      { id: 'reference', title: t.reference, cell: (row) => row.reference || '–' },
      {
        id: 'cause',
        title: t.cause,
        cell: (row) => (row.cause === null ? '–' : (causes[row.cause] ?? row.cause)),
      },
      { id: 'bank', title: t.bank, cell: (row) => row.bankName },
      ...(audience === 'platform'
        ? [{ id: 'tenant', title: t.tenant, cell: (row: Transfer) => row.tenantName }]
        : []),
    ],
    [t, causes, audience],
  )
}
