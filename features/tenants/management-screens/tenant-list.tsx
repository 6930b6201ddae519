import {
  listManagedTenants,
  type ManagedTenant,
} from '@counterfoil/features/tenants/management/tenants.contract.ts'
import { DateTime } from '@counterfoil/kit/web/dates.tsx'
import { ChoiceFilter } from '@counterfoil/kit/web/filters/choice-filter.tsx'
import { FilterBar } from '@counterfoil/kit/web/filters/filter-bar.tsx'
import { SearchField } from '@counterfoil/kit/web/filters/search-field.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { Page } from '@counterfoil/kit/web/page.tsx'
import { useCall } from '@counterfoil/kit/web/use-call.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { NewTenantDialog } from './new-tenant-dialog.tsx'
import { TenantStatus } from './tenant-status.tsx'
import { tenantTexts } from './tenants.messages.ts'

const base = '/crm/tenant-management/tenants'

/** Every tenant of the platform. */
export default function TenantList() {
  const t = useTexts(tenantTexts)
  const list = useListState({ filters: ['searchKey', 'isActive'], pageSize: 100 })
  const { searchKey, isActive } = list.filters
  const [isNew, setNew] = useState(false)
  const tenants = useCall(
    listManagedTenants,
    {
      query: {
        pageIndex: list.pageIndex,
        pageSize: list.pageSize,
        ...(searchKey === undefined ? {} : { searchKey }),
        ...(isActive === 'true' || isActive === 'false' ? { isActive } : {}),
      },
    },
    { keepPrevious: true, quiet: true },
  )
  const columns = useColumns()
  return (
    <Page
      title={t.title}
      description={t.about}
      actions={
        <Button
          size="xs"
          leftSection={<IconPlus size={15} stroke={1.75} aria-hidden />}
          onClick={() => setNew(true)}
        >
          {t.add}
        </Button>
      }
    >
      <DataGrid<ManagedTenant>
        id="tenants"
        label={t.title}
        columns={columns}
        rows={tenants.data?.data}
        rowId={(row) => row.id}
        rowLink={(row) => `${base}/${row.id}`}
        isRefreshing={tenants.isFetching}
        problem={tenants.error}
        onRetry={() => tenants.refetch()}
        paging={list.indexPaging(tenants.data)}
        toolbar={
          <FilterBar
            hasFilters={list.hasFilters}
            onClear={list.clearFilters}
            lead={
              <SearchField
                value={searchKey}
                placeholder={t.search}
                onSearch={(text) => list.setFilters({ searchKey: text })}
              />
            }
          >
            <ChoiceFilter
              label={t.status}
              choices={[
                { value: 'true', label: t.active },
                { value: 'false', label: t.suspended },
              ]}
              value={isActive === undefined ? [] : [isActive]}
              onChange={(chosen) => list.setFilters({ isActive: chosen.at(-1) })}
            />
          </FilterBar>
        }
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
