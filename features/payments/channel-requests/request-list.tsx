import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { OneFilter } from '@counterfoil/kit/web/filters/list-filters.tsx'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { gridState } from '@counterfoil/kit/web/grid/grid-state.ts'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { useOpenedRecord } from '@counterfoil/kit/web/grid/opened-record.ts'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useChangeText } from './change-words.tsx'
import type { RequestCalls } from './channel-requests.contract.ts'
import { newTexts, requestTexts, stateMap, stateTexts } from './channel-requests.messages.ts'
import { type ChannelRequest, requestKinds, requestStates } from './channel-requests.schema.ts'
import { NewRequestDialog } from './new-request-dialog.tsx'
import { RequestDrawer } from './request-drawer.tsx'

/** Others decide while the list is open. */
const watchMs = 10_000

/** The request whose drawer is open, and what a new one is about, in the address. */
const addressName = 'request'
const newName = 'new'

/** Changes of payment channels that were asked for, the newest first; each opens beside the list. */
export function RequestList({ calls }: { calls: RequestCalls }) {
  const t = useTexts(requestTexts)
  const states = useTexts(stateTexts)
  const isMerchant = useUser().audience === 'merchant'
  const list = useListState({ filters: ['state'] })
  const columns = useColumns()
  const state = requestStates.find((one) => one === list.filters.state)
  const { pageIndex, pageSize } = list
  const requests = useCall(
    calls.list,
    { query: { pageIndex, pageSize, ...(state === undefined ? {} : { state }) } },
    { keepPrevious: true, refetchEveryMs: watchMs },
  )
  const opened = useOpenedRecord(addressName)
  return (
    <Page
      title={isMerchant ? t.own : t.ofMerchants}
      description={isMerchant ? t.ownAbout : t.ofMerchantsAbout}
      actions={isMerchant && <NewRequest />}
    >
      <DataGrid<ChannelRequest>
        id="channel-requests"
        label={t.list}
        columns={columns}
        {...gridState(requests, list)}
        rowId={(row) => row.id}
        rowLink={(row) => opened.linkTo(row.id)}
        toolbar={
          <OneFilter
            list={list}
            name="state"
            label={t.state}
            choices={requestStates.map((value) => ({ value, label: states[value] }))}
          />
        }
        empty={{ title: t.nothing, text: isMerchant ? t.nothingOwn : t.nothingOfMerchants }}
      />
      {opened.id !== null && (
        <RequestDrawer key={opened.id} id={opened.id} calls={calls} onClose={opened.close} />
      )}
    </Page>
  )
}

function NewRequest() {
  const t = useTexts(newTexts)
  const [search, setSearch] = useSearchParams()
  const asked = search.get(newName)
  const show = (kind: string | null) =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current)
        for (const name of [newName, 'midId', 'method']) next.delete(name)
        if (kind !== null) next.set(newName, kind)
        return next
      },
      { replace: true },
    )
  return (
    <>
      <Button size="xs" onClick={() => show('open')}>
        {t.ask}
      </Button>
      {asked !== null && (
        <NewRequestDialog
          kind={requestKinds.find((one) => one === asked) ?? 'open'}
          midId={search.get('midId') ?? undefined}
          method={search.get('method') ?? undefined}
          onClose={() => show(null)}
        />
      )}
    </>
  )
}

function useColumns(): GridColumn<ChannelRequest>[] {
  const t = useTexts(requestTexts)
  const states = useTexts(stateTexts)
  const change = useChangeText()
  const { audience } = useUser()
  return useMemo(
    () => [
      {
        ...{ id: 'asked', title: t.asked, width: 150, isFixed: true },
        cell: (row) => <DateTime value={row.createdAt} />,
      },
      {
        ...{ id: 'state', title: t.state, width: 160, isFixed: true },
        cell: (row) => <StatusPill status={row.state} map={stateMap} label={states[row.state]} />,
      },
      { id: 'what', title: t.what, width: 260, cell: change },
      { id: 'mid', title: t.mid, width: 130, cell: (row) => row.midCode ?? '–' },
      ...(audience === 'platform'
        ? [{ id: 'tenant', title: t.tenant, cell: (row: ChannelRequest) => row.tenantName }]
        : []),
      ...(audience === 'merchant'
        ? []
        : [{ id: 'merchant', title: t.merchant, cell: (row: ChannelRequest) => row.merchantName }]),
      { id: 'mode', title: t.mode, width: 80, cell: (row) => t[row.mode] },
      { id: 'by', title: t.by, cell: (row) => row.askedBy },
    ],
    [t, states, change, audience],
  )
}
