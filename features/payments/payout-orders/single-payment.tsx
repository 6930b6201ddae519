import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { useDownload } from '@counterfoil/kit/web/calls/use-download.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { useOpenedRecord } from '@counterfoil/kit/web/grid/opened-record.ts'
import { SearchList, useListSearch } from '@counterfoil/kit/web/grid/search-list.tsx'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { SystemModeFilter } from '@counterfoil/kit/web/session/system-mode.tsx'
import { useMay, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { NewPayoutDialog } from './new-payout-dialog.tsx'
import { PayoutDrawer } from './payout-drawer.tsx'
import { merchantPayoutOrders, operatorPayoutOrders } from './payout-orders.contract.ts'
import { payoutTexts, railTexts, stateTexts } from './payout-orders.messages.ts'
import { type PayoutRow, type PayoutState, payoutStates } from './payout-orders.schema.ts'
import { PayoutStatus } from './payout-parts.tsx'

/** The interval at which what the rails say is shown. */
const watchMs = 3_000
const recurringPath = '/merchant/payments/recurring-payments'

/** Payouts to beneficiaries, a merchant's own or those that an operator sees; each opens beside the list. */
export default function SinglePaymentPage() {
  const t = useTexts(payoutTexts)
  const states = useTexts(stateTexts)
  const isMerchant = useUser().audience === 'merchant'
  const mayPay = useMay('Merchant.Payments.Single.Edit') && isMerchant
  const calls = isMerchant ? merchantPayoutOrders : operatorPayoutOrders
  const search = useListSearch({ choice: { name: 'state', values: payoutStates } })
  const payouts = useCall(
    calls.list,
    { query: search.query },
    { keepPrevious: true, refetchEveryMs: watchMs },
  )
  const { searchKey, state } = search.query
  const download = useDownload(calls.export)
  const opened = useOpenedRecord('payout')
  const [isPaying, setPaying] = useState(false)
  const navigate = useNavigate()
  const columns = useColumns(isMerchant)
  return (
    <Page
      title={isMerchant ? t.title : t.operatorTitle}
      description={`${isMerchant ? t.description : t.operatorDescription} ${t.sandbox}`}
      actions={
        <>
          <Button
            size="xs"
            variant="default"
            loading={download.isRunning}
            onClick={() => void download.start({ query: { searchKey, state } })}
          >
            {t.download}
          </Button>
          {mayPay && (
            <Button size="xs" onClick={() => setPaying(true)}>
              {t.create}
            </Button>
          )}
        </>
      }
    >
      <SearchList<PayoutRow, 'state', PayoutState>
        id="payout-orders"
        label={t.list}
        columns={columns}
        rowId={(row) => row.id}
        rowLink={(row) => opened.linkTo(row.id)}
        search={search}
        answer={payouts}
        searchLabel={t.search}
        {...(isMerchant ? {} : { before: <SystemModeFilter /> })}
        choiceLabel={t.state}
        labelOf={(value) => states[value]}
        empty={{ title: t.nothing, text: isMerchant ? t.nothingText : t.operatorNothing }}
      />
      {opened.id !== null && <PayoutDrawer id={opened.id} onClose={opened.close} />}
      {isPaying && (
        <NewPayoutDialog
          onClose={() => setPaying(false)}
          onCreated={({ id }) => {
            setPaying(false)
            opened.open(id)
          }}
          onRecurring={({ id }) => navigate(`${recurringPath}?recurring=${id}`)}
        />
      )}
    </Page>
  )
}

function useColumns(isMerchant: boolean): GridColumn<PayoutRow>[] {
  const t = useTexts(payoutTexts)
  const rails = useTexts(railTexts)
  return useMemo(
    () => [
      {
        ...{ id: 'created', title: t.created, width: 150, isFixed: true },
        cell: (row) => <DateTime value={row.createdAt} />,
      },
      {
        ...{ id: 'state', title: t.state, width: 160 },
        cell: (row) => <PayoutStatus state={row.state} />,
      },
      ...(isMerchant
        ? []
        : [{ id: 'merchant', title: t.merchant, cell: (row: PayoutRow) => row.merchantName }]),
      {
        ...{ id: 'amount', title: t.amount, align: 'right', width: 120 },
        cell: (row) => <Money amount={row.amount} currency={row.currency} />,
      },
      { id: 'payee', title: t.payee, cell: (row) => row.payeeName },
      { id: 'account', title: t.account, width: 170, cell: (row) => row.accountHint },
      { id: 'reference', title: t.reference, cell: (row) => row.reference },
      { id: 'rail', title: t.rail, cell: (row) => rails[row.rail] },
      { id: 'goes', title: t.goes, cell: (row) => <DateTime value={row.sendAt} /> },
      { id: 'by', title: t.by, cell: (row) => row.requestedBy },
    ],
    [t, rails, isMerchant],
  )
}
