import { mids } from '@counterfoil/features/routing/mids/mids.resource.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { gridState } from '@counterfoil/kit/web/grid/grid-state.ts'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { useMayEdit } from '@counterfoil/kit/web/resource/may-edit.ts'
import { useResourceColumns } from '@counterfoil/kit/web/resource/resource-cells.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { merchantTexts } from './merchants.messages.ts'

const most = 20

/** The merchant's mids in the order in which they are tried, with a link to the page of all. */
export function MerchantMids({ merchantId }: { merchantId: string }) {
  const t = useTexts(merchantTexts)
  const mayAdd = useMayEdit(mids)
  const found = useCall(
    mids.calls.list,
    { query: { merchantId, pageIndex: 0, pageSize: most, sort: 'priority' } },
    { quiet: true },
  )
  const all = useResourceColumns(mids)
  const columns = useMemo(
    () => all.flatMap((one) => (one.id === 'merchantId' ? [] : [{ ...one, sort: false }])),
    [all],
  )
  const page = `${mids.screen?.path ?? ''}?merchantId=${merchantId}`
  return (
    <Section
      title={t.mids}
      actions={
        <>
          {mayAdd && (
            <Button component={Link} to={`${page}&record=new`} size="xs" variant="default">
              {t.newMid}
            </Button>
          )}
          <Button component={Link} to={page} size="xs" variant="default">
            {t.all}
          </Button>
        </>
      }
    >
      <DataGrid<ResourceRow>
        id="mids-of-merchant"
        label={t.mids}
        columns={columns}
        {...gridState(found)}
        rowId={(row) => row.id}
        rowLink={(row) => `${page}&record=${row.id}`}
        empty={{ title: t.noMids }}
      />
    </Section>
  )
}
