import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { useDownload } from '@counterfoil/kit/web/calls/use-download.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { useMoney } from '@counterfoil/kit/web/formats/money.tsx'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { useOpenedRecord } from '@counterfoil/kit/web/grid/opened-record.ts'
import { SearchList, useListSearch } from '@counterfoil/kit/web/grid/search-list.tsx'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { IconDownload, IconFileUpload, IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { amountOf, LinkDrawer, linkStatusMap } from './link-drawer.tsx'
import { LinkFileDialog } from './link-file-dialog.tsx'
import { type LinkValues, NewLinkDialog } from './new-link-dialog.tsx'
import { exportPaymentLinks, listPaymentLinks } from './payment-links.contract.ts'
import { linkStatusTexts, linkTexts } from './payment-links.messages.ts'
import type { PaymentLink } from './payment-pages.schema.ts'

/** The interval at which what payers do meanwhile is shown. */
const watchMs = 2_000

/** The merchant's links; each opens beside the list. */
export default function PaymentLinksPage() {
  const t = useTexts(linkTexts)
  const search = useListSearch({ choice: { name: 'usage', values: ['single', 'multiple'] } })
  const links = useCall(
    listPaymentLinks,
    { query: search.query },
    { keepPrevious: true, refetchEveryMs: watchMs },
  )
  const csv = useDownload(exportPaymentLinks)
  // all pages of what the list shows
  const { pageIndex: _, pageSize: __, ...foundAs } = search.query
  const opened = useOpenedRecord('link')
  const [creating, create] = useState<LinkValues | 'new'>()
  const [isUploading, setUploading] = useState(false)
  const columns = useColumns()
  const { homeCurrency } = useUser()
  // as the merchant's last one
  const lastCurrency = links.data?.data[0]?.currency ?? homeCurrency ?? ''
  return (
    <Page
      title={t.title}
      description={t.description}
      actions={
        <>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={15} stroke={1.75} />}
            loading={csv.isRunning}
            onClick={() => csv.start({ query: foundAs })}
          >
            {t.export}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconFileUpload size={15} stroke={1.75} />}
            onClick={() => setUploading(true)}
          >
            {t.many}
          </Button>
          <Button
            size="xs"
            leftSection={<IconPlus size={15} stroke={1.75} />}
            onClick={() => create('new')}
          >
            {t.create}
          </Button>
        </>
      }
    >
      <SearchList<PaymentLink, 'usage', 'single' | 'multiple'>
        id="payment-links"
        label={t.list}
        columns={columns}
        rowId={(row) => row.id}
        rowLink={(row) => opened.linkTo(row.id)}
        search={search}
        answer={links}
        searchLabel={t.search}
        choiceLabel={t.usage}
        labelOf={(value) => t[value]}
        empty={{ title: t.nothing, text: t.nothingText }}
      />
      {opened.id !== null && (
        <LinkDrawer
          id={opened.id}
          onClose={opened.close}
          onDuplicate={(values) => create(values)}
        />
      )}
      {creating !== undefined && (
        <NewLinkDialog
          values={creating === 'new' ? { currency: lastCurrency } : creating}
          onClose={() => create(undefined)}
          onCreated={({ id }) => {
            create(undefined)
            opened.open(id)
          }}
        />
      )}
      {isUploading && <LinkFileDialog onClose={() => setUploading(false)} />}
    </Page>
  )
}

function useColumns(): GridColumn<PaymentLink>[] {
  const t = useTexts(linkTexts)
  const status = useTexts(linkStatusTexts)
  const money = useMoney()
  return useMemo(
    () => [
      {
        id: 'created',
        title: t.created,
        width: 150,
        isFixed: true,
        cell: (row) => <DateTime value={row.createdAt} />,
      },
      {
        id: 'status',
        title: t.status,
        width: 130,
        cell: (row) => (
          <StatusPill status={row.status} map={linkStatusMap} label={status[row.status]} />
        ),
      },
      { id: 'what', title: t.what, cell: (row) => row.description },
      { id: 'order', title: t.order, cell: (row) => row.externalId ?? '–' },
      { id: 'amount', title: t.amount, align: 'right', cell: (row) => amountOf(row, t, money) },
      { id: 'usage', title: t.usage, cell: (row) => t[row.usage] },
      { id: 'count', title: t.count, align: 'right', cell: (row) => row.payments.length },
      {
        id: 'expires',
        title: t.expires,
        cell: (row) => (row.expiresAt === null ? t.never : <DateTime value={row.expiresAt} />),
      },
      { id: 'by', title: t.by, cell: (row) => row.createdBy },
    ],
    [t, status, money],
  )
}
