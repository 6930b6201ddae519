import {
  listTenantPeople,
  type PersonRow,
} from '@counterfoil/features/access/people/people.contract.ts'
import { DateTime } from '@counterfoil/kit/web/dates.tsx'
import { SearchField } from '@counterfoil/kit/web/filters/search-field.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { Section } from '@counterfoil/kit/web/page.tsx'
import { useCall } from '@counterfoil/kit/web/use-call.ts'
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { InviteDialog } from './invite-dialog.tsx'
import { UserStatus } from './user-status.tsx'
import { userTexts } from './users.messages.ts'

/** The operators of one tenant, on the tenant's page. */
export default function TenantUsers({ tenantId }: { tenantId: string }) {
  const t = useTexts(userTexts)
  const list = useListState({ filters: ['searchKey'], pageSize: 50 })
  const { searchKey } = list.filters
  const [isInviting, setInviting] = useState(false)
  const people = useCall(
    listTenantPeople,
    {
      params: { id: tenantId },
      query: {
        pageIndex: list.pageIndex,
        pageSize: list.pageSize,
        ...(searchKey === undefined ? {} : { searchKey }),
      },
    },
    { keepPrevious: true, quiet: true },
  )
  const columns = useMemo<GridColumn<PersonRow>[]>(
    () => [
      {
        ...{ id: 'name', title: t.name, isFixed: true, width: 180 },
        cell: (row) => `${row.firstName} ${row.lastName}`,
      },
      { id: 'email', title: t.email, width: 220, cell: (row) => row.email },
      { id: 'role', title: t.role, cell: (row) => row.roleName },
      { id: 'status', title: t.status, cell: (row) => <UserStatus status={row.status} /> },
      {
        ...{ id: 'lastLoginTime', title: t.lastLogin },
        cell: (row) =>
          row.lastLoginTime === null ? t.never : <DateTime value={row.lastLoginTime} />,
      },
    ],
    [t],
  )
  return (
    <Section
      title={t.own}
      actions={
        <Button size="xs" variant="default" onClick={() => setInviting(true)}>
          {t.invite}
        </Button>
      }
    >
      <DataGrid<PersonRow>
        id="users-of-tenant"
        label={t.own}
        columns={columns}
        rows={people.data?.data}
        rowId={(row) => row.id}
        rowLink={(row) => `/crm/users/crm/${row.id}`}
        isRefreshing={people.isFetching}
        problem={people.error}
        onRetry={() => people.refetch()}
        paging={list.indexPaging(people.data)}
        toolbar={
          <SearchField
            value={searchKey}
            placeholder={t.search}
            onSearch={(text) => list.setFilters({ searchKey: text })}
          />
        }
        empty={{ title: t.nothing }}
      />
      {isInviting && (
        <InviteDialog kind="operator" tenantId={tenantId} onClose={() => setInviting(false)} />
      )}
    </Section>
  )
}
