import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { OneFilter } from '@counterfoil/kit/web/filters/list-filters.tsx'
import { TextFilter } from '@counterfoil/kit/web/filters/text-filter.tsx'
import { DateTime, formatDay } from '@counterfoil/kit/web/formats/dates.tsx'
import { Money, useMoney } from '@counterfoil/kit/web/formats/money.tsx'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { gridState } from '@counterfoil/kit/web/grid/grid-state.ts'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { ConfirmDialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { AuditLink } from '@counterfoil/kit/web/page/audit-link.tsx'
import { useCrumb } from '@counterfoil/kit/web/page/breadcrumbs.ts'
import { Facts, Page } from '@counterfoil/kit/web/page/page.tsx'
import { useMay, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Anchor, Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Link, useParams } from 'react-router'
import { type BankOrderItem, bookRepeatedLine, listBankOrderItems } from './bank-orders.contract.ts'
import { orderStatusMap, orderTexts, statusTexts } from './bank-orders.messages.ts'
import { reasonTexts } from './unmatched-reasons.rules.ts'

const watchMs = 2_000
const statuses = ['Matched', 'Unmatched', 'Repeated', 'Waiting'] as const

/** The lines of a statement, each with its payment or the reason why it matched none. */
export default function BankOrderItems() {
  const t = useTexts(orderTexts)
  const names = useTexts(statusTexts)
  const { bankOrderId = '' } = useParams()
  const list = useListState({ filters: ['status', 'line'] })
  const columns = useColumns()
  const status = statuses.find((one) => one === list.filters.status)
  const line = list.filters.line
  const query = {
    ...{ pageIndex: list.pageIndex, pageSize: list.pageSize },
    ...(status === undefined ? {} : { status }),
    ...(line !== undefined && isLine(line) ? { line: Number(line) } : {}),
  }
  const items = useCall(
    listBankOrderItems,
    { params: { bankOrderId }, query },
    { keepPrevious: true, refetchEveryMs: watchMs },
  )
  const statement = items.data?.statement
  const name = statement?.fileName ?? bankOrderId.slice(-12)
  useCrumb(name)
  return (
    <Page
      title={t.itemsOf({ name })}
      {...(statement === undefined
        ? {}
        : { description: `${statement.bankName} · ${statement.accountNumber}` })}
      // who booked a repeated line, and when
      actions={<AuditLink recordType="bank-order" recordId={bankOrderId} />}
    >
      <DataGrid<BankOrderItem>
        id="bank-order-items"
        label={t.items}
        columns={columns}
        {...gridState(items, list)}
        rowId={(row) => row.id}
        toolbar={
          <>
            <OneFilter
              list={list}
              name="status"
              label={t.status}
              choices={statuses.map((value) => ({ value, label: names[value] }))}
            />
            <TextFilter
              label={t.line}
              value={line}
              check={(value) => (isLine(value) ? undefined : t.noLine)}
              onChange={(given) => list.setFilters({ line: given })}
            />
          </>
        }
        empty={{ title: t.noLines }}
      />
    </Page>
  )
}

const isLine = (value: string) => /^[1-9]\d{0,8}$/.test(value)

/** The payment or payout that a line is of. */
function Explained({ item: { paymentId, externalId, payout } }: { item: BankOrderItem }) {
  const t = useTexts(orderTexts)
  if (payout !== null) {
    const of = payout.isReturn ? t.payoutReturn : t.payout
    return (
      <Anchor component={Link} to={`/transaction-management/payouts?payout=${payout.id}`}>
        {of({ payee: payout.payeeName })}
      </Anchor>
    )
  }
  if (paymentId === null) return '–'
  return (
    <Anchor component={Link} to={`/transaction-management/transaction-lookup/${paymentId}`}>
      {externalId ?? paymentId.slice(-12)}
    </Anchor>
  )
}

/** What was done about a line that matched no payment. */
function Cleared({ item: { id, amount, cleared, currency } }: { item: BankOrderItem }) {
  const t = useTexts(orderTexts)
  const money = useMoney()
  const maySee = useMay('CRM.Transaction.Suspense.View')
  const part = cleared === 0 ? t.inSuspense : t.partCleared({ amount: money(cleared, currency) })
  const text = cleared === Math.abs(amount) ? t.cleared : part
  if (!maySee) return <div>{text}</div>
  return (
    <div>
      <Anchor component={Link} to={`/transaction-management/suspense?transfer=${id}`}>
        {text}
      </Anchor>
    </div>
  )
}

/** The line that was booked, as the earlier statement shows it. */
function EarlierLine({ line }: { line: NonNullable<BankOrderItem['earlier']> }) {
  const t = useTexts(orderTexts)
  const names = useTexts(statusTexts)
  const statement = (
    <Anchor
      component={Link}
      to={`/transaction-management/bank-order-uploads/${line.bankOrderId}?line=${line.line}`}
    >
      {t.lineOf({ line: line.line, file: line.fileName })}
    </Anchor>
  )
  return (
    <Facts
      facts={[
        [t.earlier, statement],
        [t.created, <DateTime key="uploaded" value={line.uploadedAt} />],
        [t.status, names[line.status]],
        [t.date, formatDay(line.bookedOn)],
        [t.amount, <Money key="amount" amount={line.amount} currency={line.currency} />],
        [t.reference, line.reference || '–'],
        [t.payer, line.payer ?? '–'],
      ]}
    />
  )
}

/** A bank may book the same twice, which no file says: a person decides. A statement is of a tenant's account. */
function BookLine({ item }: { item: BankOrderItem }) {
  const { id, line, amount, currency, earlier } = item
  const t = useTexts(orderTexts)
  const money = useMoney()
  const [isAsked, setAsked] = useState(false)
  const book = useAction(bookRepeatedLine, { quiet: true, onDone: () => setAsked(false) })
  return (
    <>
      <Button size="compact-xs" variant="subtle" onClick={() => setAsked(true)}>
        {t.book}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        title={t.bookTitle({ line })}
        text={
          <>
            <p>{t.bookText({ amount: money(amount, currency) })}</p>
            {earlier !== null && <EarlierLine line={earlier} />}
          </>
        }
        confirmLabel={t.book}
        isRunning={book.isRunning}
        problem={book.problem}
        onConfirm={() => book.run({ params: { id } })}
        onClose={() => setAsked(false)}
      />
    </>
  )
}

function useColumns(): GridColumn<BankOrderItem>[] {
  const t = useTexts(orderTexts)
  const names = useTexts(statusTexts)
  const reasons: Readonly<Record<string, string>> = useTexts(reasonTexts)
  const { audience } = useUser()
  return useMemo(
    () => [
      { id: 'line', title: t.line, width: 60, isFixed: true, cell: (row) => row.line },
      {
        id: 'status',
        title: t.status,
        width: 150,
        cell: (row) => (
          <>
            <StatusPill status={row.status} map={orderStatusMap} label={names[row.status]} />
            {row.status === 'Repeated' && audience === 'tenant' && <BookLine item={row} />}
          </>
        ),
      },
      { id: 'date', title: t.date, width: 100, cell: (row) => formatDay(row.bookedOn) },
      {
        id: 'amount',
        title: t.amount,
        align: 'right',
        width: 110,
        cell: (row) => <Money amount={row.amount} currency={row.currency} />,
      },
      { id: 'reference', title: t.reference, cell: (row) => row.reference || '–' },
      { id: 'payer', title: t.payer, cell: (row) => row.payer ?? '–' },
      {
        id: 'reason',
        title: t.reason,
        cell: (row) => (
          <>
            {row.reason === null ? '–' : (reasons[row.reason] ?? row.reason)}
            {row.status === 'Unmatched' && row.amount !== 0 && <Cleared item={row} />}
          </>
        ),
      },
      {
        id: 'payment',
        title: t.payment,
        cell: (row) => <Explained item={row} />,
      },
      { id: 'merchant', title: t.merchant, cell: (row) => row.merchantName ?? '–' },
    ],
    [t, names, reasons, audience],
  )
}
