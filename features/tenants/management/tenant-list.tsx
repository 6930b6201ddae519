import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { SearchList, useListSearch } from '@counterfoil/kit/web/grid/search-list.tsx'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { useMayCall } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { NewTenantDialog } from './new-tenant-dialog.tsx'
import { TenantStatus } from './tenant-status.tsx'
import { createTenant, listManagedTenants, type ManagedTenant } from './tenants.contract.ts'
import { tenantTexts } from './tenants.messages.ts'

const activity = ['true', 'false'] as const
const base = '/crm/tenant-management/tenants'

/** Every tenant of the platform. */
export default function TenantList() {
  const t = useTexts(tenantTexts)
  const search = useListSearch({ choice: { name: 'isActive', values: activity }, pageSize: 100 })
  const [isNew, setNew] = useState(false)
  const tenants = useCall(
    listManagedTenants,
    { query: search.query },
    { keepPrevious: true, quiet: true },
  )
  const columns = useColumns()
  const mayCreate = useMayCall(createTenant)
  return (
    <Page
      title={t.title}
      description={t.about}
      actions={
        mayCreate && (
          <Button
            size="xs"
            leftSection={<IconPlus size={15} stroke={1.75} aria-hidden />}
            onClick={() => setNew(true)}
          >
            {t.add}
          </Button>
        )
      }
    >
      <SearchList
        id="tenants"
        label={t.title}
        columns={columns}
        rowId={(row) => row.id}
        rowLink={(row) => `${base}/${row.id}`}
        search={search}
        answer={tenants}
        searchLabel={t.search}
        choiceLabel={t.status}
        labelOf={(isActive) => (isActive === 'true' ? t.active : t.suspended)}
        empty={{ title: t.nothing }}
      />
      {isNew && <NewTenantDialog onClose={() => setNew(false)} />}
    </Page>
  )
}

function useColumns(): GridColumn<ManagedTenant>[] {
  const t = useTexts(tenantTexts)
  return useMemo(
    () => [
      { id: 'name', title: t.name, isFixed: true, width: 200, cell: (row) => row.name },
      { id: 'slug', title: t.slug, isOptional: true, cell: (row) => row.slug },
      { id: 'status', title: t.status, cell: (row) => <TenantStatus isActive={row.isActive} /> },
      { id: 'support', title: t.supportEmail, width: 220, cell: (row) => row.supportEmail },
      { id: 'merchants', title: t.merchants, align: 'right', cell: (row) => row.merchantCount },
      { id: 'users', title: t.users, align: 'right', cell: (row) => row.userCount },
      { id: 'currency', title: t.homeCurrency, cell: (row) => row.homeCurrency },
      { id: 'created', title: t.created, cell: (row) => <DateTime value={row.createdAt} /> },
    ],
    [t],
  )
}
