import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { gridState } from '@counterfoil/kit/web/grid/grid-state.ts'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { type ReactNode, useMemo } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { OfferDialog } from './offer-dialog.tsx'
import type { OfferKind } from './offer-kinds.schema.ts'
import { OfferStatus } from './offer-status.tsx'
import { type OfferRow, offerCalls } from './offers.contract.ts'
import { kindTexts, offerTexts } from './offers.messages.ts'

/** Offers of one kind, every version, newest first. The address names the open one. */
export function OffersList(props: {
  kind: OfferKind
  /** Undefined: the user's own merchant. */
  merchantId?: string
  actions?: ReactNode
}) {
  const { kind, merchantId } = props
  const t = useTexts(kindTexts[kind])
  const { pathname } = useLocation()
  const [address, setAddress] = useSearchParams()
  const columns = useColumns()
  const opened = address.get(kind)
  // both kinds stand on one page
  const list = useListState({ filters: [], prefix: `${kind}-` })
  const page = { pageIndex: list.pageIndex, pageSize: list.pageSize }
  const found = useCall(
    offerCalls[kind].list,
    { query: { ...page, ...(merchantId === undefined ? {} : { merchantId }) } },
    { quiet: true, keepPrevious: true },
  )
  const addressOf = (id: string) => new URLSearchParams([...address, [kind, id]])
  return (
    <Section title={t.many} actions={props.actions}>
      <DataGrid<OfferRow>
        id={`${kind}s`}
        label={t.many}
        columns={columns}
        {...gridState(found, list)}
        rowId={(row) => row.id}
        rowLink={(row) => `${pathname}?${addressOf(row.id)}`}
        empty={{ title: t.none }}
      />
      {opened !== null && (
        <OfferDialog
          key={opened}
          kind={kind}
          recordId={opened}
          isNew={address.has('new')}
          onClose={() =>
            setAddress((now) => {
              for (const name of [kind, 'new']) now.delete(name)
              return now
            })
          }
        />
      )}
    </Section>
  )
}

function useColumns(): GridColumn<OfferRow>[] {
  const t = useTexts(offerTexts)
  return useMemo(
    () => [
      { id: 'subject', title: t.subject, isFixed: true, width: 200, cell: (row) => row.subject },
      { id: 'version', title: t.version, align: 'right', width: 80, cell: (row) => row.version },
      {
        ...{ id: 'status', title: t.status, width: 140 },
        cell: (row) => <OfferStatus offer={row} />,
      },
      { id: 'created', title: t.created, cell: (row) => <DateTime value={row.created} /> },
      { id: 'sentAt', title: t.sentAt, cell: (row) => <DateTime value={row.sentAt} /> },
      { id: 'expiresAt', title: t.expiresAt, cell: (row) => <DateTime value={row.expiresAt} /> },
      { id: 'answeredAt', title: t.answered, cell: (row) => <DateTime value={row.answeredAt} /> },
    ],
    [t],
  )
}
