import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { gridState } from '@counterfoil/kit/web/grid/grid-state.ts'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { type BankOrder, listBankOrders } from './bank-orders.contract.ts'
import { orderStatusMap, orderTexts, statusTexts } from './bank-orders.messages.ts'
import { UploadDialog } from './upload-dialog.tsx'

/** The interval of reloading while a statement is being settled. */
const watchMs = 2_000

/** The uploaded statements; each opens its lines. */
export default function BankOrderList() {
  const t = useTexts(orderTexts)
  const { audience } = useUser()
  const [isUploading, setUploading] = useState(false)
  const list = useListState({ filters: [] })
  const columns = useColumns()
  const orders = useCall(
    listBankOrders,
    { query: { pageIndex: list.pageIndex, pageSize: list.pageSize } },
    { keepPrevious: true, refetchEveryMs: watchMs },
  )
  return (
    <Page
      title={t.title}
      description={t.description}
      actions={
        // a statement is of a tenant's account
        audience === 'tenant' && (
          <Button
            size="xs"
            leftSection={<IconUpload size={15} stroke={1.75} />}
            onClick={() => setUploading(true)}
          >
            {t.upload}
          </Button>
        )
      }
    >
      <DataGrid<BankOrder>
        id="bank-orders"
        label={t.list}
        columns={columns}
        {...gridState(orders, list)}
        rowId={(row) => row.id}
        rowLink={(row) => `/transaction-management/bank-order-uploads/${row.id}`}
        empty={{ title: t.nothing, text: t.nothingText }}
      />
      {isUploading && <UploadDialog onClose={() => setUploading(false)} />}
    </Page>
  )
}

function useColumns(): GridColumn<BankOrder>[] {
  const t = useTexts(orderTexts)
  const status = useTexts(statusTexts)
  const { audience } = useUser()
  return useMemo(
    () => [
      {
        id: 'created',
        title: t.created,
        width: 150,
        isFixed: true,
        cell: (row) => <DateTime value={row.createdAt} seconds />,
      },
      {
        id: 'status',
        title: t.status,
        width: 110,
        cell: (row) => (
          <StatusPill status={row.status} map={orderStatusMap} label={status[row.status]} />
        ),
      },
      ...(audience === 'platform'
        ? [{ id: 'tenant', title: t.tenant, cell: (row: BankOrder) => row.tenantName }]
        : []),
      { id: 'bank', title: t.bank, cell: (row) => row.bankName },
      { id: 'account', title: t.account, cell: (row) => row.accountNumber },
      { id: 'file', title: t.file, cell: (row) => row.fileName },
      { id: 'lines', title: t.lines, align: 'right', cell: (row) => row.lines },
      { id: 'matched', title: t.matched, align: 'right', cell: (row) => row.matched },
      { id: 'unmatched', title: t.unmatched, align: 'right', cell: (row) => row.unmatched },
      { id: 'repeated', title: t.repeatedLines, align: 'right', cell: (row) => row.repeated },
      { id: 'by', title: t.by, cell: (row) => row.uploadedBy ?? '–' },
    ],
    [t, status, audience],
  )
}
