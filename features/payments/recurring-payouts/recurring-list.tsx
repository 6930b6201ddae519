import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime, formatDay } from '@counterfoil/kit/web/formats/dates.tsx'
import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { useOpenedRecord } from '@counterfoil/kit/web/grid/opened-record.ts'
import { SearchList, useListSearch } from '@counterfoil/kit/web/grid/search-list.tsx'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { SystemModeFilter } from '@counterfoil/kit/web/session/system-mode.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useMemo } from 'react'
import { RecurringDrawer } from './recurring-drawer.tsx'
import { RecurringStatus } from './recurring-parts.tsx'
import type { RecurringCalls } from './recurring-payouts.contract.ts'
import {
  frequencyTexts,
  recurringStateTexts,
  recurringTexts,
} from './recurring-payouts.messages.ts'
import {
  type RecurringRow,
  type RecurringState,
  recurringStates,
} from './recurring-payouts.schema.ts'

/** Dates come while the list is open. */
const watchMs = 5_000

/** Recurring payouts, the newest first; each opens beside the list. */
export function RecurringList({ calls }: { calls: RecurringCalls }) {
  const t = useTexts(recurringTexts)
  const states = useTexts(recurringStateTexts)
  const isMerchant = useUser().audience === 'merchant'
  const search = useListSearch({ choice: { name: 'state', values: recurringStates } })
  const found = useCall(
    calls.list,
    { query: search.query },
    { keepPrevious: true, refetchEveryMs: watchMs },
  )
  const opened = useOpenedRecord('recurring')
  const columns = useColumns(isMerchant)
  return (
    <Page
      title={t.title}
      description={[t.description, ...(isMerchant ? [t.howToMake] : []), t.sandbox].join(' ')}
    >
      <SearchList<RecurringRow, 'state', RecurringState>
        id="recurring-payouts"
        label={t.list}
        columns={columns}
        rowId={(row) => row.id}
        rowLink={(row) => opened.linkTo(row.id)}
        search={search}
        answer={found}
        searchLabel={t.search}
        {...(isMerchant ? {} : { before: <SystemModeFilter /> })}
        choiceLabel={t.state}
        labelOf={(value) => states[value]}
        empty={{ title: t.nothing, text: isMerchant ? t.nothingText : t.nothingOperator }}
      />
      {opened.id !== null && (
        <RecurringDrawer id={opened.id} calls={calls} onClose={opened.close} />
      )}
    </Page>
  )
}

function useColumns(isMerchant: boolean): GridColumn<RecurringRow>[] {
  const t = useTexts(recurringTexts)
  const every = useTexts(frequencyTexts)
  return useMemo(
    () => [
      {
        ...{ id: 'created', title: t.created, width: 150, isFixed: true },
        cell: (row) => <DateTime value={row.createdAt} />,
      },
      {
        ...{ id: 'state', title: t.state, width: 170 },
        cell: (row) => <RecurringStatus state={row.state} />,
      },
      ...(isMerchant
        ? []
        : [
            {
              ...{ id: 'merchant', title: t.merchant },
              cell: (row: RecurringRow) => row.merchantName,
            },
          ]),
      {
        ...{ id: 'amount', title: t.amount, align: 'right', width: 150 },
        cell: (row) => <Money amount={row.amount} currency={row.currency} />,
      },
      { id: 'payee', title: t.payee, cell: (row) => row.payeeName },
      { id: 'account', title: t.account, width: 170, cell: (row) => row.accountHint },
      { id: 'frequency', title: t.frequency, cell: (row) => every[row.frequency] },
      {
        ...{ id: 'next', title: t.next, width: 120 },
        cell: (row) => (row.nextDay === null ? t.none : formatDay(row.nextDay)),
      },
      {
        ...{ id: 'last', title: t.lastDay, width: 150 },
        cell: (row) => (row.lastDay === null ? t.untilStopped : formatDay(row.lastDay)),
      },
      { id: 'reference', title: t.reference, cell: (row) => row.reference },
      { id: 'by', title: t.by, cell: (row) => row.requestedBy },
    ],
    [t, every, isMerchant],
  )
}
