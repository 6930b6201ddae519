import { useTranslatedProblem } from '@counterfoil/kit/web/calls/problem-translations.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { OneFilter } from '@counterfoil/kit/web/filters/list-filters.tsx'
import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { gridState } from '@counterfoil/kit/web/grid/grid-state.ts'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useMemo } from 'react'
import { type BatchApprovalCalls, listBatchLines } from './payout-batches.contract.ts'
import { batchTexts, nameCheckTexts, payoutStateTexts } from './payout-batches.messages.ts'
import type { BatchDetails, BatchLine } from './payout-batches.schema.ts'

const watchMs = 3_000
const kinds = ['faulty', 'unconfirmed', 'duplicates'] as const

/** The rows of a file, with what is wrong with each or what became of it. */
export function BatchLines(props: {
  batch: BatchDetails
  /** Of who approves it, beside other lists; else whose file it is. */
  asWaiting?: BatchApprovalCalls['lines']
}) {
  const t = useTexts(batchTexts)
  const { batch, asWaiting } = props
  const prefix = asWaiting === undefined ? '' : 'line-'
  const list = useListState<'which'>({ filters: ['which'], prefix })
  const which = kinds.find((one) => one === list.filters.which)
  const { pageIndex, pageSize } = list
  const rows = useCall(
    asWaiting ?? listBatchLines,
    {
      params: { id: batch.id },
      query: { pageIndex, pageSize, ...(which === undefined ? {} : { which }) },
    },
    {
      keepPrevious: true,
      ...(batch.state === 'running' ? { refetchEveryMs: watchMs } : {}),
    },
  )
  const columns = useColumns()
  return (
    <DataGrid<BatchLine>
      id="payout-batch-lines"
      label={t.lines}
      columns={columns}
      {...gridState(rows, list)}
      rows={rows.data?.data}
      rowId={(row) => String(row.line)}
      toolbar={
        <OneFilter
          list={list}
          name="which"
          label={t.error}
          choices={kinds.map((value) => ({ value, label: t[value] }))}
        />
      }
      empty={{ title: t.noLines, text: t.noLinesText }}
    />
  )
}

function useColumns(): GridColumn<BatchLine>[] {
  const t = useTexts(batchTexts)
  const translated = useTranslatedProblem()
  const states = useTexts(payoutStateTexts)
  const checks = useTexts(nameCheckTexts)
  return useMemo(
    () => [
      { id: 'line', title: t.line, width: 70, isFixed: true, cell: (row) => row.line },
      { id: 'payee', title: t.payee, cell: (row) => row.payeeName ?? '–' },
      { id: 'account', title: t.account, width: 170, cell: (row) => row.accountHint ?? '–' },
      {
        ...{ id: 'amount', title: t.amount, align: 'right', width: 120 },
        cell: (row) =>
          row.amount === null || row.currency === null ? (
            '–'
          ) : (
            <Money amount={row.amount} currency={row.currency} />
          ),
      },
      { id: 'reference', title: t.reference, cell: (row) => row.reference ?? '–' },
      {
        ...{ id: 'check', title: t.nameCheck },
        cell: (row) =>
          row.payeeResult === null
            ? '–'
            : [checks[row.payeeResult], row.bankName].filter(Boolean).join(': '),
      },
      {
        ...{ id: 'duplicates', title: t.duplicates },
        cell: (row) => {
          if (row.paidBefore !== null) return t.paidBefore
          return row.duplicateOf === null ? '–' : t.duplicateOf({ line: row.duplicateOf })
        },
      },
      {
        ...{ id: 'state', title: t.state },
        cell: (row) =>
          row.state === null ? '–' : (states[row.state as keyof typeof states] ?? row.state),
      },
      {
        id: 'error',
        title: t.error,
        cell: (row) => translated(row.code ?? '', row.params) ?? row.message ?? '–',
      },
    ],
    [t, states, checks, translated],
  )
}
