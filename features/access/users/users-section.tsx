import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import {
  type ListAnswer,
  type ListSearch,
  SearchList,
  useListSearch,
} from '@counterfoil/kit/web/grid/search-list.tsx'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { InviteDialog } from './invite-dialog.tsx'
import type { UserKind } from './user-list.tsx'
import { UserStatus } from './user-status.tsx'
import { listTenantUsers, listUsers, type UserRow } from './users.contract.ts'
import { userTexts } from './users.messages.ts'

/** The users of one merchant, on the merchant's page. */
export function MerchantUsers({ merchantId }: { merchantId: string }) {
  const search = useListSearch({ pageSize: 50 })
  const users = useCall(
    listUsers,
    { query: { ...search.query, userType: 'merchant', merchantId } },
    { keepPrevious: true, quiet: true },
  )
  return (
    <UsersSection
      {...{ search, people: users }}
      kind="merchant"
      of={merchantId}
      base="/crm/users/merchant"
    />
  )
}

/** The operators of one tenant, on the tenant's page. */
export function TenantUsers({ tenantId }: { tenantId: string }) {
  const search = useListSearch({ pageSize: 50 })
  const users = useCall(
    listTenantUsers,
    { params: { id: tenantId }, query: search.query },
    { keepPrevious: true, quiet: true },
  )
  return (
    <UsersSection
      {...{ search, people: users }}
      kind="operator"
      of={tenantId}
      base="/crm/users/crm"
    />
  )
}

/** The users of one tenant or merchant, on its page. */
function UsersSection(props: {
  search: ListSearch<never, never>
  people: ListAnswer<UserRow>
  kind: UserKind
  /** The tenant's or merchant's id. */
  of: string
  /** The path of a user's page without the id. */
  base: string
}) {
  const t = useTexts(userTexts)
  const [isInviting, setInviting] = useState(false)
  const columns = useMemo<GridColumn<UserRow>[]>(
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
      <SearchList
        id={`users-of-${props.kind}`}
        label={t.own}
        columns={columns}
        rowId={(row) => row.id}
        rowLink={(row) => `${props.base}/${row.id}`}
        search={props.search}
        answer={props.people}
        searchLabel={t.search}
        empty={{ title: t.nothing }}
      />
      {isInviting && (
        <InviteDialog kind={props.kind} into={props.of} onClose={() => setInviting(false)} />
      )}
    </Section>
  )
}
