import { causeText, storedCause } from '@counterfoil/features/payments/processing/causes.rules.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { OneFilter } from '@counterfoil/kit/web/filters/list-filters.tsx'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { useProviderNames } from '@counterfoil/kit/web/formats/names-of-codes.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { gridState } from '@counterfoil/kit/web/grid/grid-state.ts'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { useOpenedRecord } from '@counterfoil/kit/web/grid/opened-record.ts'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useMemo } from 'react'
import { AcquirerNoticeDrawer } from './acquirer-notice-drawer.tsx'
import { listNotices } from './acquirer-notices.contract.ts'
import { noticeTexts, stateMap, stateTexts } from './acquirer-notices.messages.ts'
import { type AcquirerNoticeView, noticeStates } from './acquirer-notices.schema.ts'

/** New notices come at any time. */
const watchMs = 10_000

/** The notice whose drawer is open, in the address. */
const addressName = 'notice'

/** What acquirers sent unasked, and what became of it. */
export default function AcquirerNoticeList() {
  const t = useTexts(noticeTexts)
  const states = useTexts(stateTexts)
  const list = useListState({ filters: ['state'] })
  const columns = useColumns()
  const state = noticeStates.find((one) => one === list.filters.state)
  const { pageIndex, pageSize } = list
  const notices = useCall(
    listNotices,
    { query: { pageIndex, pageSize, ...(state === undefined ? {} : { state }) } },
    { keepPrevious: true, refetchEveryMs: watchMs },
  )
  const opened = useOpenedRecord(addressName)
  return (
    <Page title={t.title} description={t.description}>
      <DataGrid<AcquirerNoticeView>
        id="acquirer-notices"
        label={t.list}
        columns={columns}
        {...gridState(notices, list)}
        rowId={(row) => row.id}
        rowLink={(row) => opened.linkTo(row.id)}
        toolbar={
          <OneFilter
            list={list}
            name="state"
            label={t.state}
            choices={noticeStates.map((value) => ({ value, label: states[value] }))}
          />
        }
        empty={{ title: t.nothing, text: t.nothingText }}
      />
      {opened.id !== null && <AcquirerNoticeDrawer id={opened.id} onClose={opened.close} />}
    </Page>
  )
}

function useColumns(): GridColumn<AcquirerNoticeView>[] {
  const t = useTexts(noticeTexts)
  const states = useTexts(stateTexts)
  const { language } = useLanguage()
  const { audience } = useUser()
  const nameOf = useProviderNames()
  return useMemo(
    () => [
      {
        id: 'received',
        title: t.received,
        width: 150,
        isFixed: true,
        cell: (row) => <DateTime value={row.receivedAt} seconds />,
      },
      {
        id: 'state',
        title: t.state,
        width: 120,
        isFixed: true,
        cell: (row) => <StatusPill status={row.state} map={stateMap} label={states[row.state]} />,
      },
      { id: 'acquirer', title: t.acquirer, width: 130, cell: (row) => nameOf(row.provider) },
      {
        id: 'cause',
        title: t.cause,
        width: 380,
        cell: (row) => (row.cause && causeText(storedCause(row.cause), language)) ?? '–',
      },
      ...(audience === 'platform'
        ? [{ id: 'tenant', title: t.tenant, cell: (row: AcquirerNoticeView) => row.tenantName }]
        : []),
      { id: 'merchant', title: t.merchant, cell: (row) => row.merchantName ?? '–' },
      {
        id: 'payment',
        title: t.payment,
        cell: (row) => row.externalId ?? row.paymentId?.slice(-12) ?? '–',
      },
      {
        id: 'repeats',
        title: t.repeats,
        align: 'right',
        width: 100,
        cell: (row) => (row.repeats === 0 ? '–' : row.repeats),
      },
    ],
    [t, states, language, audience, nameOf],
  )
}
