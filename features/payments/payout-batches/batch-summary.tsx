import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { useOpenedRecord } from '@counterfoil/kit/web/grid/opened-record.ts'
import { SearchList, useListSearch } from '@counterfoil/kit/web/grid/search-list.tsx'
import { SideDrawer } from '@counterfoil/kit/web/overlays/side-drawer.tsx'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useMemo } from 'react'
import { BatchStatus, BatchView, PayoutCounts } from './batch-view.tsx'
import { listBatches } from './payout-batches.contract.ts'
import { batchTexts } from './payout-batches.messages.ts'
import type { BatchRow } from './payout-batches.schema.ts'

const watchMs = 5_000

/** Files of payouts, the newest first; each opens beside the list. */
export default function BatchSummaryPage() {
  const t = useTexts(batchTexts)
  const search = useListSearch()
  const batches = useCall(
    listBatches,
    { query: search.query },
    { keepPrevious: true, refetchEveryMs: watchMs },
  )
  const opened = useOpenedRecord('batch')
  const columns = useColumns()
  return (
    <Page title={t.summary} description={t.summaryText}>
      <SearchList<BatchRow, never, never>
        id="payout-batches"
        label={t.list}
        columns={columns}
        rowId={(row) => row.id}
        rowLink={(row) => opened.linkTo(row.id)}
        search={search}
        answer={batches}
        searchLabel={t.search}
        empty={{ title: t.nothing, text: t.nothingText }}
      />
      {opened.id !== null && (
        <SideDrawer isOpen onClose={opened.close} title={t.file}>
          <BatchView id={opened.id} />
        </SideDrawer>
      )}
    </Page>
  )
}

function useColumns(): GridColumn<BatchRow>[] {
  const t = useTexts(batchTexts)
  return useMemo(
    () => [
      {
        ...{ id: 'created', title: t.created, width: 150, isFixed: true },
        cell: (row) => <DateTime value={row.createdAt} />,
      },
      {
        ...{ id: 'state', title: t.state, width: 170 },
        cell: (row) => <BatchStatus state={row.state} />,
      },
      { id: 'file', title: t.file, cell: (row) => row.fileName },
      { id: 'rows', title: t.rows, align: 'right', cell: (row) => row.rows },
      { id: 'faulty', title: t.faulty, align: 'right', cell: (row) => row.faulty },
      {
        ...{ id: 'totals', title: t.totals, align: 'right' },
        cell: (row) =>
          row.totals.map(({ currency, amount }) => (
            <div key={currency}>
              <Money amount={amount} currency={currency} />
            </div>
          )),
      },
      { id: 'payouts', title: t.payouts, cell: (row) => <PayoutCounts payouts={row.payouts} /> },
      { id: 'by', title: t.by, cell: (row) => row.requestedBy },
    ],
    [t],
  )
}
