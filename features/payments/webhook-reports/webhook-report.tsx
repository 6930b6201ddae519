import { paymentReaders } from '@counterfoil/features/messaging/webhooks/webhooks.contract.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { useDownload } from '@counterfoil/kit/web/calls/use-download.ts'
import { useEmptyList } from '@counterfoil/kit/web/filters/list-filters.tsx'
import { CopyText } from '@counterfoil/kit/web/formats/copy-text.tsx'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { byItself } from '@counterfoil/kit/web/formats/status.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { ReportForm, useReport } from '@counterfoil/kit/web/reports/report-form.tsx'
import { useMay, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { MessageInFull } from './message-in-full.tsx'
import { useEventName } from './use-event-name.tsx'
import { merchantWebhookPages, operatorWebhookPages } from './webhook-pages.schema.ts'
import {
  merchantWebhooks,
  operatorWebhooks,
  type WebhookCalls,
} from './webhook-reports.contract.ts'
import { reportTexts, stateTexts } from './webhook-reports.messages.ts'
import { ownerNames, type WebhookMessage } from './webhook-reports.schema.ts'

const filterNames = [
  ...['searchKey', 'dateFrom', 'dateTo', 'endpointId', 'event', 'state', 'status'],
  ...ownerNames,
] as const

/** The old report and the new one: one list, whose new face shows more of the last attempt. */
export type Face = 'v1' | 'v2'

const moreInV2 = ['error', 'duration', 'lastAttempt', 'nextAttempt']

export const webhookReportPage = (face: Face) => ({
  default: () => <WebhookReport face={face} />,
})

function WebhookReport({ face }: { face: Face }) {
  const t = useTexts(reportTexts)
  const { audience } = useUser()
  const calls: WebhookCalls = audience === 'merchant' ? merchantWebhooks : operatorWebhooks
  const page = (audience === 'merchant' ? merchantWebhookPages : operatorWebhookPages)[face]
  const { form, title, visible } = useReport(page.id, useTranslate()(page.title))
  const list = useListState<string>({ filters: filterNames })
  const [opened, setOpened] = useState<string>()
  const columns = useMessageColumns(face, setOpened)
  const filter = { ...list.filters, report: page.id }
  const query = { ...filter, pageIndex: list.pageIndex, pageSize: list.pageSize } as never
  const messages = useCall(calls.list, { query }, { keepPrevious: true })
  const download = useDownload(calls.download)
  const empty = useEmptyList(list, t)
  return (
    <Page
      title={title}
      description={t.about}
      actions={
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={15} stroke={1.75} aria-hidden />}
          loading={download.isRunning}
          onClick={() => download.start({ query: filter as never })}
        >
          {t.export}
        </Button>
      }
    >
      <DataGrid<WebhookMessage>
        id={`webhook-report-${face}`}
        label={title}
        columns={visible(columns)}
        rows={messages.data?.data}
        rowId={(row) => row.id}
        isRefreshing={messages.isFetching}
        isOutdated={messages.isPlaceholderData}
        problem={messages.error}
        onRetry={() => (messages.error?.status === 400 ? list.clearFilters() : messages.refetch())}
        paging={list.indexPaging(messages.data)}
        toolbar={<ReportForm form={form} list={list} />}
        empty={empty}
      />
      {opened !== undefined && (
        <MessageInFull id={opened} calls={calls} onClose={() => setOpened(undefined)} />
      )}
    </Page>
  )
}

const tones = {
  delivered: 'positive',
  waiting: 'pending',
  failing: 'negative',
  given_up: 'negative',
} as const

function useMessageColumns(face: Face, onOpen: (id: string) => void): GridColumn<WebhookMessage>[] {
  const t = useTexts(reportTexts)
  const states = useTexts(stateTexts)
  const eventName = useEventName()
  const isMerchant = useUser().audience === 'merchant'
  const mayOpen = useMay(...paymentReaders)
  const lookup = isMerchant
    ? '/merchant/transaction-management/transaction-lookup'
    : '/transaction-management/transaction-lookup'
  const time = (value: string | null) => (value === null ? '–' : <DateTime value={value} seconds />)
  const columns: GridColumn<WebhookMessage>[] = [
    {
      id: 'time',
      title: t.time,
      isFixed: true,
      width: 150,
      narrow: '1',
      cell: (row) => <DateTime value={row.createdAt} seconds />,
    },
    {
      id: 'event',
      title: t.event,
      width: 150,
      narrow: '2',
      cell: (row) => eventName(row.eventType),
    },
    {
      id: 'state',
      title: t.state,
      width: 110,
      narrow: '1 end',
      cell: ({ state }) => (
        <StatusPill status={tones[state]} map={byItself} label={states[state]} />
      ),
    },
    ...(isMerchant
      ? []
      : [
          {
            id: 'merchant',
            title: t.merchant,
            width: 130,
            cell: (row: WebhookMessage) => row.merchantName,
          },
        ]),
    { id: 'endpoint', title: t.endpoint, width: 220, narrow: '3', cell: (row) => row.endpointUrl },
    {
      id: 'attempts',
      title: t.attempts,
      align: 'right',
      width: 80,
      cell: (row) => row.attempts,
    },
    { id: 'status', title: t.lastStatus, width: 110, cell: (row) => <LastAnswer row={row} /> },
    { id: 'error', title: t.error, width: 180, cell: (row) => row.error ?? '–' },
    {
      id: 'duration',
      title: t.duration,
      align: 'right',
      width: 90,
      cell: (row) => (row.durationMs === null ? '–' : `${row.durationMs} ms`),
    },
    { id: 'lastAttempt', title: t.lastAttempt, width: 150, cell: (row) => time(row.lastAttemptAt) },
    { id: 'nextAttempt', title: t.nextAttempt, width: 150, cell: (row) => time(row.nextAttemptAt) },
    {
      id: 'payment',
      title: t.payment,
      width: 110,
      cell: ({ paymentId }) => {
        if (paymentId === null) return '–'
        const name = `…${paymentId.slice(-12)}`
        return mayOpen ? <Link to={`${lookup}/${paymentId}`}>{name}</Link> : name
      },
    },
    {
      id: 'message',
      title: t.message,
      isOptional: true,
      cell: (row) => <CopyText name={t.message} text={row.id} />,
    },
    {
      id: 'eventId',
      title: t.eventId,
      isOptional: true,
      cell: (row) =>
        row.eventId === null ? '–' : <CopyText name={t.eventId} text={row.eventId} />,
    },
  ]
  const shown = columns.map((column) =>
    face === 'v1' && moreInV2.includes(column.id) ? { ...column, isOptional: true } : column,
  )
  if (!mayOpen) return shown
  return [
    ...shown,
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

function LastAnswer({ row: { state, responseStatus, lastAttemptAt } }: { row: WebhookMessage }) {
  const t = useTexts(reportTexts)
  // an endpoint that is switched off or paused is sent nothing, now or later
  if (lastAttemptAt === null) return state === 'given_up' ? '–' : t.notTried
  if (responseStatus === null) return <StatusPill status="hold" map={byItself} label={t.noAnswer} />
  const meaning = responseStatus >= 200 && responseStatus < 300 ? 'positive' : 'negative'
  return <StatusPill status={meaning} map={byItself} label={String(responseStatus)} />
}
