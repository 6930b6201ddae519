import { modeNames } from '@counterfoil/kit/contract/mode-names.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { gridState } from '@counterfoil/kit/web/grid/grid-state.ts'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { useOpenedRecord } from '@counterfoil/kit/web/grid/opened-record.ts'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useMemo } from 'react'
import { BulkUpdateDrawer } from './bulk-update-drawer.tsx'
import { type BulkUpdate, listBulkUpdates } from './bulk-updates.contract.ts'
import { stateMap, stateTexts, updateTexts } from './bulk-updates.messages.ts'

const watchMs = 5_000

/** The bulk update whose drawer is open, in the address. */
const addressName = 'update'

/** Bulk updates of all tenants, and what became of each. */
export default function BulkUpdateHistory() {
  const t = useTexts(updateTexts)
  const list = useListState({ filters: [] })
  const columns = useColumns()
  const { pageIndex, pageSize } = list
  const updates = useCall(
    listBulkUpdates,
    { query: { pageIndex, pageSize } },
    { keepPrevious: true, refetchEveryMs: watchMs },
  )
  const opened = useOpenedRecord(addressName)
  return (
    <Page title={t.title} description={t.description}>
      <DataGrid<BulkUpdate>
        id="bulk-updates"
        label={t.list}
        columns={columns}
        {...gridState(updates, list)}
        rowId={(row) => row.id}
        rowLink={(row) => opened.linkTo(row.id)}
        empty={{ title: t.nothing, text: t.nothingText }}
      />
      {opened.id !== null && (
        <BulkUpdateDrawer
          key={opened.id}
          id={opened.id}
          onClose={opened.close}
          linkTo={opened.linkTo}
        />
      )}
    </Page>
  )
}

function useColumns(): GridColumn<BulkUpdate>[] {
  const t = useTexts(updateTexts)
  const states = useTexts(stateTexts)
  const modes = useTexts(modeNames)
  return useMemo(() => {
    const count = (id: 'rows' | 'changed' | 'waiting' | 'refused', title: string) => ({
      ...{ id, title, width: 110, align: 'right' as const },
      cell: (row: BulkUpdate) => row[id],
    })
    return [
      {
        ...{ id: 'created', title: t.created, width: 150, isFixed: true },
        cell: (row) => <DateTime value={row.createdAt} />,
      },
      {
        ...{ id: 'state', title: t.state, width: 120, isFixed: true },
        cell: (row) => <StatusPill status={row.state} map={stateMap} label={states[row.state]} />,
      },
      { id: 'tenant', title: t.tenant, width: 180, cell: (row) => row.tenantName },
      { id: 'mode', title: t.mode, width: 80, cell: (row) => modes[row.mode] },
      {
        ...{ id: 'target', title: t.status, width: 130 },
        cell: (row) => <StatusPill status={row.target} />,
      },
      count('rows', t.payments),
      count('changed', t.changed),
      count('waiting', t.waiting),
      count('refused', t.refused),
      {
        ...{ id: 'undoes', title: t.undoes, width: 150 },
        cell: (row) => row.undoes && <DateTime value={row.undoes.createdAt} />,
      },
      { id: 'maker', title: t.maker, width: 160, cell: (row) => row.maker },
      { id: 'reason', title: t.reason, width: 260, cell: (row) => row.reason },
    ]
  }, [t, states, modes])
}
