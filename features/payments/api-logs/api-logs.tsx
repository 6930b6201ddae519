import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { ExportMenu } from '@counterfoil/kit/web/exports/export-menu.tsx'
import { useEmptyList } from '@counterfoil/kit/web/filters/list-filters.tsx'
import { CopyText } from '@counterfoil/kit/web/formats/copy-text.tsx'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { useProviderNames } from '@counterfoil/kit/web/formats/names-of-codes.ts'
import { byItself } from '@counterfoil/kit/web/formats/status.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { gridState } from '@counterfoil/kit/web/grid/grid-state.ts'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { ReportForm, useReport } from '@counterfoil/kit/web/reports/report-form.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { merchantLogReport, operatorLogReport } from './api-log-reports.schema.ts'
import type { LogRow, merchantLogs, operatorLogs } from './api-logs.contract.ts'
import { logTexts } from './api-logs.messages.ts'
import { CallInFull } from './call-in-full.tsx'

const filterNames = [
  'searchKey',
  'dateFrom',
  'dateTo',
  'status',
  'direction',
  'peer',
  'merchantId',
  'tenantId',
  'mode',
] as const

interface ApiLogsProps {
  readonly calls: typeof operatorLogs | typeof merchantLogs
  /** Below it are the payments. */
  readonly lookupPath: string
}

/** Calls to and from others, newest first; one opens in full. */
export function ApiLogs({ calls, lookupPath }: ApiLogsProps) {
  const t = useTexts(logTexts)
  const isMerchant = useUser().audience === 'merchant'
  const list = useListState({ filters: filterNames })
  const page = isMerchant ? merchantLogReport : operatorLogReport
  const { form, title, visible } = useReport(page.id, useTranslate()(page.title))
  const [opened, setOpened] = useState<string>()
  const columns = useLogColumns(lookupPath, setOpened)
  const query = { ...list.filters, pageIndex: list.pageIndex, pageSize: list.pageSize } as never
  const logs = useCall(calls.list, { query }, { keepPrevious: true })
  const empty = useEmptyList(list, t)
  return (
    <Page
      title={title}
      description={isMerchant ? t.merchantDescription : t.operatorDescription}
      actions={<ExportMenu source="api-logs" query={list.filters as Record<string, unknown>} />}
    >
      <DataGrid<LogRow>
        id="api-logs"
        label={title}
        columns={visible(columns)}
        {...gridState(logs, list)}
        rowId={(row) => row.id}
        toolbar={<ReportForm form={form} list={list} />}
        empty={empty}
      />
      {opened !== undefined && (
        <CallInFull id={opened} call={calls.read} onClose={() => setOpened(undefined)} />
      )}
    </Page>
  )
}

function useLogColumns(lookupPath: string, onOpen: (id: string) => void): GridColumn<LogRow>[] {
  const t = useTexts(logTexts)
  const isMerchant = useUser().audience === 'merchant'
  const nameOfProvider = useProviderNames()
  const copied = (name: string, text: string | null) =>
    text === null ? '–' : <CopyText name={name} text={text} />
  const ofOperators: GridColumn<LogRow>[] = [
    {
      id: 'direction',
      title: t.direction,
      width: 120,
      narrow: '2',
      cell: (row) => (row.direction === 'inbound' ? t.inbound : t.outbound),
    },
    { id: 'merchant', title: t.merchant, width: 120, cell: (row) => row.merchantName },
  ]
  return [
    {
      id: 'time',
      title: t.time,
      isFixed: true,
      width: 150,
      narrow: '1',
      cell: (row) => <DateTime value={row.createdAt} seconds />,
    },
    {
      id: 'call',
      title: t.call,
      width: 240,
      narrow: '3',
      cell: (row) => <code>{`${row.method} ${row.url}`}</code>,
    },
    {
      id: 'status',
      title: t.status,
      width: 100,
      narrow: '2 end',
      cell: (row) => <Answer row={row} />,
    },
    ...(isMerchant ? [] : ofOperators),
    {
      id: 'peer',
      title: isMerchant ? t.apiKey : t.peer,
      width: 120,
      cell: (row) => (row.direction === 'outbound' ? nameOfProvider(row.peer) : row.peer),
    },
    {
      id: 'payment',
      title: t.payment,
      width: 110,
      cell: ({ paymentId }) =>
        paymentId === null ? (
          '–'
        ) : (
          <Link to={`${lookupPath}/${paymentId}`}>{`…${paymentId.slice(-12)}`}</Link>
        ),
    },
    {
      id: 'idempotencyKey',
      title: t.idempotencyKey,
      width: 140,
      cell: (row) => copied(t.idempotencyKey, row.idempotencyKey),
    },
    {
      id: 'requestId',
      title: t.requestId,
      isOptional: true,
      cell: (row) => copied(t.requestId, row.requestId),
    },
    {
      id: 'duration',
      title: t.duration,
      align: 'right',
      width: 80,
      cell: (row) => `${row.durationMs} ms`,
    },
    {
      id: 'show',
      title: '',
      isFixed: true,
      isKept: true,
      width: 80,
      cell: (row) => (
        <Button variant="subtle" size="compact-xs" onClick={() => onOpen(row.id)}>
          {t.show}
        </Button>
      ),
    },
  ]
}

/** The status of HTTP, or what an acquirer answered, in the colour of what it means. */
function Answer({ row: { status, result } }: { row: LogRow }) {
  const t = useTexts(logTexts)
  if (status !== null) {
    const meaning = status < 400 ? 'positive' : 'negative'
    return <StatusPill status={meaning} map={byItself} label={String(status)} />
  }
  if (result === null) return <StatusPill status="hold" map={byItself} label={t.noAnswer} />
  return <StatusPill status={result} />
}
