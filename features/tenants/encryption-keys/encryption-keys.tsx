import '@mantine/core/styles/Progress.layer.css'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { SearchList, useListSearch } from '@counterfoil/kit/web/grid/search-list.tsx'
import { AuditLink } from '@counterfoil/kit/web/page/audit-link.tsx'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Progress } from '@mantine/core'
import { useMemo } from 'react'
import { type EncryptionKey, keyStates, listEncryptionKeys } from './encryption-keys.contract.ts'
import { keyTexts } from './encryption-keys.messages.ts'
import { KeyActions } from './key-actions.tsx'

/** How often the list is fetched while secrets are being sealed again. */
const refetchEveryMs = 3_000

/** Every tenant with its encryption keys. */
export default function EncryptionKeys() {
  const t = useTexts(keyTexts)
  const search = useListSearch({ choice: { name: 'state', values: keyStates } })
  const keys = useCall(
    listEncryptionKeys,
    { query: search.query },
    { keepPrevious: true, quiet: true, refetchEveryMs },
  )
  const columns = useColumns()
  return (
    <Page title={t.title} description={t.about}>
      <SearchList
        id="encryption-keys"
        label={t.title}
        columns={columns}
        rowId={(row) => row.keyId ?? row.tenantId}
        search={search}
        answer={keys}
        searchLabel={t.search}
        choiceLabel={t.state}
        labelOf={(state) => t[state]}
        empty={{ title: t.nothing }}
      />
    </Page>
  )
}

const pills = { none: 'Draft', active: 'Active', retiring: 'Processing', retired: 'Inactive' }

function useColumns(): GridColumn<EncryptionKey>[] {
  const t = useTexts(keyTexts)
  return useMemo(
    () => [
      { id: 'tenant', title: t.tenant, isFixed: true, width: 170, cell: (row) => row.tenantName },
      {
        ...{ id: 'key', title: t.key },
        cell: (row) => (row.keyId === null ? '–' : <code>{row.keyId.slice(-8)}</code>),
      },
      {
        ...{ id: 'state', title: t.state },
        cell: (row) => <StatusPill status={pills[row.state]} label={t[row.state]} />,
      },
      { id: 'sealed', title: t.sealed, width: 150, cell: (row) => <Sealed row={row} /> },
      { id: 'created', title: t.created, cell: (row) => <DateTime value={row.createdAt} /> },
      { id: 'lastUsed', title: t.lastUsed, cell: (row) => <DateTime value={row.lastUsedAt} /> },
      { id: 'actions', title: t.actions, width: 140, cell: (row) => <KeyActions row={row} /> },
      {
        ...{ id: 'changes', title: t.changes, width: 90 },
        cell: ({ keyId, tenantName }) =>
          keyId !== null && (
            <AuditLink recordType="encryption-key" recordId={keyId} about={tenantName} />
          ),
      },
    ],
    [t],
  )
}

/** The number of secrets that are sealed with a key; for a replaced key the progress of sealing them again. */
function Sealed({ row }: { row: EncryptionKey }) {
  const t = useTexts(keyTexts)
  if (row.state !== 'retiring' || row.toReseal === null) return <>{row.sealed}</>
  const done = Math.max(0, row.toReseal - row.sealed)
  const text = t.progress({ done, of: row.toReseal })
  const share = row.toReseal === 0 ? 100 : (done * 100) / row.toReseal
  return (
    <div>
      {text}
      <Progress value={share} size="xs" mt={4} aria-label={text} />
    </div>
  )
}
