import { listBanks } from '@counterfoil/features/payments/open-banking/connections.contract.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { useDownload } from '@counterfoil/kit/web/calls/use-download.ts'
import { DaysFilter, OneFilter } from '@counterfoil/kit/web/filters/list-filters.tsx'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { gridState } from '@counterfoil/kit/web/grid/grid-state.ts'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { useOpenedRecord } from '@counterfoil/kit/web/grid/opened-record.ts'
import { SideDrawer } from '@counterfoil/kit/web/overlays/side-drawer.tsx'
import { Facts, Page } from '@counterfoil/kit/web/page/page.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Anchor, Button } from '@mantine/core'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { exportBankPayments, listBankPayments, readBankPayment } from './bank-payments.contract.ts'
import {
  bankPaymentStateTexts,
  bankPaymentStatusMap,
  historyTexts,
} from './bank-payments.messages.ts'
import {
  type BankPaymentState,
  type BankPaymentView,
  bankPaymentStates,
} from './bank-payments.schema.ts'

/** Payers approve, and banks decide, at any time. */
const watchMs = 5_000

/** Payments that payers were sent to their banks for, newest first. */
export default function BankPaymentList() {
  const t = useTexts(historyTexts)
  const states = useTexts(bankPaymentStateTexts)
  const list = useListState({ filters: ['state', 'bank', 'dateFrom', 'dateTo'] })
  const opened = useOpenedRecord('bankPayment')
  const banks = useCall(listBanks, {}, { quiet: true })
  const { bank, dateFrom, dateTo } = list.filters
  const state = bankPaymentStates.find((one) => one === list.filters.state)
  const asked = {
    ...(state === undefined ? {} : { state }),
    ...(bank === undefined ? {} : { bank }),
    ...(dateFrom === undefined ? {} : { dateFrom }),
    ...(dateTo === undefined ? {} : { dateTo }),
  }
  const { pageSize, cursor } = list
  const page = { pageSize, ...(cursor === undefined ? {} : { cursor }) }
  const found = useCall(
    listBankPayments,
    { query: { ...asked, ...page } },
    { keepPrevious: true, refetchEveryMs: watchMs },
  )
  const columns = useColumns()
  const download = useDownload(exportBankPayments)
  return (
    <Page
      title={t.title}
      description={t.description}
      actions={
        <Button
          size="xs"
          variant="default"
          loading={download.isRunning}
          onClick={() => void download.start({ query: asked })}
        >
          {t.download}
        </Button>
      }
    >
      <DataGrid<BankPaymentView>
        id="bank-payments"
        label={t.list}
        columns={columns}
        {...gridState(found)}
        rowId={(row) => row.id}
        rowLink={(row) => opened.linkTo(row.id)}
        paging={list.cursorPaging(found.data)}
        toolbar={
          <>
            <OneFilter
              list={list}
              name="state"
              label={t.state}
              choices={bankPaymentStates.map((value) => ({ value, label: states[value] }))}
            />
            <OneFilter
              list={list}
              name="bank"
              label={t.bank}
              choices={(banks.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            />
            <DaysFilter list={list} from="dateFrom" to="dateTo" label={t.days} />
          </>
        }
        empty={{ title: t.nothing, text: t.nothingText }}
      />
      {opened.id !== null && <BankPaymentDrawer id={opened.id} onClose={opened.close} />}
    </Page>
  )
}

function useColumns(): GridColumn<BankPaymentView>[] {
  const t = useTexts(historyTexts)
  return useMemo(
    () => [
      {
        id: 'created',
        title: t.created,
        width: 150,
        isFixed: true,
        cell: (row) => <DateTime value={row.createdAt} />,
      },
      {
        id: 'amount',
        title: t.amount,
        align: 'right',
        width: 120,
        isFixed: true,
        cell: (row) => <Money amount={row.amount} currency={row.currency} />,
      },
      { id: 'state', title: t.state, width: 180, cell: (row) => <Pill state={row.state} /> },
      { id: 'bank', title: t.bank, cell: (row) => row.bankName },
      { id: 'order', title: t.order, cell: (row) => row.externalId ?? '–' },
      { id: 'status', title: t.bankStatus, cell: (row) => row.bankStatus ?? '–' },
      { id: 'reason', title: t.bankReason, cell: (row) => row.bankReason ?? '–' },
    ],
    [t],
  )
}

function Pill({ state }: { state: BankPaymentState }) {
  const states = useTexts(bankPaymentStateTexts)
  return <StatusPill status={state} map={bankPaymentStatusMap} label={states[state]} />
}

function BankPaymentDrawer({ id, onClose }: { id: string; onClose(): void }) {
  const t = useTexts(historyTexts)
  const found = useCall(readBankPayment, { params: { id } }, { refetchEveryMs: watchMs })
  const row = found.data
  return (
    <SideDrawer isOpen onClose={onClose} title={t.one}>
      {row === undefined && found.error === null && <LoadingLines lines={6} />}
      {found.error !== null && <ErrorState problem={found.error} onRetry={() => found.refetch()} />}
      {row !== undefined && (
        <>
          {row.isSandbox && <p>{t.sandbox}</p>}
          <Facts
            facts={[
              [t.state, <Pill key="state" state={row.state} />],
              [t.amount, <Money key="amount" amount={row.amount} currency={row.currency} />],
              [t.bank, row.bankName],
              [t.bankStatus, row.bankStatus ?? '–'],
              [t.bankReason, row.bankReason ?? '–'],
              [t.order, row.externalId ?? '–'],
              [
                t.payment,
                <Anchor
                  key="payment"
                  component={Link}
                  to={`/merchant/transaction-management/transaction-lookup/${row.paymentId}`}
                >
                  {t.open}
                </Anchor>,
              ],
              [t.consent, row.consentId ?? '–'],
              [t.bankPayment, row.bankPaymentId ?? '–'],
              [t.created, <DateTime key="created" value={row.createdAt} />],
              [t.updated, <DateTime key="updated" value={row.updatedAt} />],
            ]}
          />
        </>
      )}
    </SideDrawer>
  )
}
