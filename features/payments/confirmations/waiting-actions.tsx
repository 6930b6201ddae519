import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { OneFilter } from '@counterfoil/kit/web/filters/list-filters.tsx'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { gridState } from '@counterfoil/kit/web/grid/grid-state.ts'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { useOpenedRecord } from '@counterfoil/kit/web/grid/opened-record.ts'
import { SystemModeFilter } from '@counterfoil/kit/web/session/system-mode.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useMemo } from 'react'
import { waitingTexts } from './confirmations.messages.ts'
import { actionNames, type WaitingAction } from './confirmations.schema.ts'
import { WaitingActionDrawer } from './waiting-action-drawer.tsx'
import { StatePill, useConfirmationCalls, useGiven, usePayee } from './waiting-action-words.tsx'

/** The list is reloaded, because other people decide at the same time. */
const watchMs = 10_000

/** The action whose drawer is open, in the address. */
const addressName = 'action'

/** Actions that wait for confirmation, or those that did, with their history. */
export function WaitingActions({ which }: { which: 'open' | 'ended' }) {
  const t = useTexts(waitingTexts)
  const calls = useConfirmationCalls()
  const list = useListState({ filters: ['by'] })
  const { by } = list.filters
  const columns = useColumns(which)
  const { pageIndex, pageSize } = list
  const actions = useCall(
    calls.list,
    { query: { which, pageIndex, pageSize, ...(by === 'others' ? { by } : {}) } },
    { keepPrevious: true, refetchEveryMs: watchMs },
  )
  const opened = useOpenedRecord(addressName)
  return (
    <>
      <DataGrid<WaitingAction>
        id={`waiting-actions-${which}`}
        label={t[which]}
        columns={columns}
        {...gridState(actions, list)}
        rowId={(row) => row.id}
        rowLink={(row) => opened.linkTo(row.id)}
        toolbar={
          <>
            <SystemModeFilter />
            <OneFilter
              list={list}
              name="by"
              label={t.by}
              choices={[{ value: 'others', label: t.others }]}
            />
          </>
        }
        empty={
          which === 'open'
            ? { title: t.nothing, text: t.nothingText }
            : { title: t.nothingEnded, text: t.nothingText }
        }
      />
      {opened.id !== null && <WaitingActionDrawer id={opened.id} onClose={opened.close} />}
    </>
  )
}

function useColumns(which: 'open' | 'ended'): GridColumn<WaitingAction>[] {
  const t = useTexts(waitingTexts)
  const names = useTexts(actionNames)
  const payee = usePayee()
  const given = useGiven()
  const { audience } = useUser()
  return useMemo(
    () => [
      {
        id: 'requested',
        title: t.requested,
        width: 150,
        isFixed: true,
        cell: (row) => <DateTime value={row.createdAt} seconds />,
      },
      { id: 'action', title: t.action, isFixed: true, cell: (row) => names[row.action] },
      {
        id: 'amount',
        title: t.amount,
        align: 'right',
        width: 110,
        isFixed: true,
        cell: (row) => <Money amount={row.amount} currency={row.currency} />,
      },
      which === 'open'
        ? { id: 'confirmations', title: t.confirmations, width: 110, cell: given }
        : {
            id: 'state',
            title: t.state,
            width: 140,
            cell: (row: WaitingAction) => <StatePill state={row.state} />,
          },
      { id: 'by', title: t.by, cell: (row) => (row.isOwn ? t.you : row.requestedBy) },
      { id: 'reason', title: t.reason, cell: (row) => row.reason ?? '–' },
      ...(audience === 'platform'
        ? [{ id: 'tenant', title: t.tenant, cell: (row: WaitingAction) => row.tenantName }]
        : []),
      ...(audience === 'merchant'
        ? []
        : [
            {
              id: 'merchant',
              title: t.merchant,
              cell: (row: WaitingAction) => row.merchantName ?? '–',
            },
          ]),
      { id: 'payee', title: t.payee, width: 130, cell: payee },
      {
        id: 'payment',
        title: t.payment,
        cell: (row) => row.externalId ?? row.paymentId?.slice(-12) ?? '–',
      },
      which === 'open'
        ? {
            id: 'expires',
            title: t.expires,
            width: 130,
            cell: (row: WaitingAction) => <DateTime value={row.expiresAt} />,
          }
        : {
            id: 'ended',
            title: t.endedAt,
            width: 130,
            cell: (row: WaitingAction) =>
              row.endedAt === null ? '–' : <DateTime value={row.endedAt} />,
          },
    ],
    [t, names, payee, given, audience, which],
  )
}
