import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { useEmptyList } from '@counterfoil/kit/web/filters/list-filters.tsx'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { webhookStatusMap } from '@counterfoil/kit/web/formats/status.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { ReportForm, useReport } from '@counterfoil/kit/web/reports/report-form.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { operatorWebhookPages } from './webhook-pages.schema.ts'
import { listDestinations } from './webhook-reports.contract.ts'
import { destinationTexts } from './webhook-reports.messages.ts'
import { type Destination, ownerNames } from './webhook-reports.schema.ts'

/** Whether each merchant has endpoints, and whether they take what they are sent. */
export default function DestinationsStatus() {
  const t = useTexts(destinationTexts)
  const list = useListState<string>({ filters: ['status', ...ownerNames] })
  const page = operatorWebhookPages.status
  const { form, title, visible } = useReport(page.id, useTranslate()(page.title))
  const columns = useDestinationColumns()
  const query = { ...list.filters, pageIndex: list.pageIndex, pageSize: list.pageSize } as never
  const found = useCall(listDestinations, { query }, { keepPrevious: true })
  const empty = useEmptyList(list, t)
  return (
    <Page title={title} description={t.statusAbout}>
      <DataGrid<Destination>
        id="webhook-destinations"
        label={title}
        columns={visible(columns)}
        rows={found.data?.data}
        rowId={(row) => row.endpointId ?? row.merchantId}
        isRefreshing={found.isFetching}
        isOutdated={found.isPlaceholderData}
        problem={found.error}
        onRetry={() => (found.error?.status === 400 ? list.clearFilters() : found.refetch())}
        paging={list.indexPaging(found.data)}
        toolbar={<ReportForm form={form} list={list} />}
        empty={empty}
      />
    </Page>
  )
}

function useDestinationColumns(): GridColumn<Destination>[] {
  const t = useTexts(destinationTexts)
  const isPlatform = useUser().audience === 'platform'
  const time = (value: string | null) => (value === null ? '–' : <DateTime value={value} />)
  return [
    {
      id: 'merchant',
      title: t.merchant,
      isFixed: true,
      width: 160,
      narrow: '1',
      cell: (row) => row.merchantName,
    },
    ...(isPlatform
      ? [{ id: 'tenant', title: t.tenant, width: 140, cell: (row: Destination) => row.tenantName }]
      : []),
    {
      id: 'endpoint',
      title: t.endpoint,
      width: 260,
      narrow: '2',
      cell: (row) => row.url ?? t.none,
    },
    {
      id: 'status',
      title: t.status,
      width: 130,
      narrow: '1 end',
      cell: ({ status }) => <StatusPill status={status} map={webhookStatusMap} label={t[status]} />,
    },
    {
      id: 'lastDelivered',
      title: t.lastDelivered,
      width: 150,
      cell: (row) => time(row.lastDeliveredAt),
    },
    {
      id: 'failingSince',
      title: t.failingSince,
      width: 150,
      cell: (row) => time(row.failingSince),
    },
    { id: 'pausedAt', title: t.pausedAt, width: 150, cell: (row) => time(row.pausedAt) },
  ]
}
