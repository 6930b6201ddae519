import { MerchantFilter } from '@counterfoil/features/access/merchant-picker/merchant-picker.screens.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { LateFilter } from '@counterfoil/kit/web/filters/late-filter.tsx'
import { ListFilters, OneFilter, oneOf } from '@counterfoil/kit/web/filters/list-filters.tsx'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { gridState } from '@counterfoil/kit/web/grid/grid-state.ts'
import { type ListState, useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { useMay, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { InviteDialog } from './invite-dialog.tsx'
import { UserStatus } from './user-status.tsx'
import { listUsers, type UserRow, userStatuses } from './users.contract.ts'
import { userTexts } from './users.messages.ts'

export type UserKind = 'operator' | 'merchant' | 'own'
const filters = ['searchKey', 'status', 'merchantId'] as const
type List = ListState<(typeof filters)[number]>

export const OperatorUserList = () => <UserList kind="operator" />
export const MerchantUserList = () => <UserList kind="merchant" />
/** A merchant's own users. */
export const OwnUserList = () => <UserList kind="own" />

/** The users that the signed-in user may see: operators, merchants' users, or those of the user's own merchant. */
function UserList({ kind }: { kind: UserKind }) {
  const t = useTexts(userTexts)
  const { pathname } = useLocation()
  const list = useListState({ filters, sort: 'name' })
  const users = useCall(listUsers, { query: queryOf(list, kind) as object }, { keepPrevious: true })
  const mayInvite = useMay('manageCrmRoles', 'manageMerchantRoles', 'Merchant.UserManagement.Users')
  const [search, setSearch] = useSearchParams()
  const [wantsInvite, setInviting] = useState(false)
  // the palette leads here to invite somebody
  const isInviting = wantsInvite || (mayInvite && search.has('invite'))
  function closeInvite() {
    setInviting(false)
    setSearch(
      (now) => {
        now.delete('invite')
        return now
      },
      { replace: true },
    )
  }
  const [title, about] = {
    operator: [t.operators, t.operatorsAbout],
    merchant: [t.merchants, t.merchantsAbout],
    own: [t.own, t.ownAbout],
  }[kind] as [string, string]
  return (
    <Page
      title={title}
      description={about}
      actions={
        <>
          {kind === 'own' && (
            <Button component={Link} to="/merchant/users/roles" size="xs" variant="default">
              {t.roles}
            </Button>
          )}
          {mayInvite && (
            <Button
              size="xs"
              leftSection={<IconUserPlus size={15} stroke={1.75} />}
              onClick={() => setInviting(true)}
            >
              {t.invite}
            </Button>
          )}
        </>
      }
    >
      <DataGrid<UserRow>
        id={`users-${kind}`}
        label={title}
        columns={useColumns(kind)}
        {...gridState(users, list)}
        rowId={(row) => row.id}
        rowLink={(row) => `${pathname.replace(/\/$/, '')}/${row.id}`}
        sort={list.sort}
        onSort={list.setSort}
        toolbar={<UserFilters list={list} kind={kind} />}
        empty={{ title: t.nothing }}
      />
      {isInviting && <InviteDialog kind={kind} onClose={closeInvite} />}
    </Page>
  )
}

function queryOf(list: List, kind: UserKind) {
  return {
    ...list.filters,
    userType: kind === 'operator' ? 'operator' : 'merchant',
    sort: list.sortText,
    pageIndex: list.pageIndex,
    pageSize: list.pageSize,
  }
}

function UserFilters({ list, kind }: { list: List; kind: UserKind }) {
  const t = useTexts(userTexts)
  return (
    <ListFilters list={list} search={t.search}>
      <OneFilter
        list={list}
        name="status"
        label={t.status}
        choices={userStatuses.map((value) => ({ value, label: t[value] }))}
      />
      {kind === 'merchant' && (
        <LateFilter label={t.merchant}>
          <MerchantFilter label={t.merchant} {...oneOf(list, 'merchantId')} />
        </LateFilter>
      )}
    </ListFilters>
  )
}

function useColumns(kind: UserKind): GridColumn<UserRow>[] {
  const t = useTexts(userTexts)
  const { audience } = useUser()
  const column = (id: 'merchant' | 'tenant', cell: (row: UserRow) => string) => ({
    ...{ id, title: t[id], cell },
  })
  return [
    {
      ...{ id: 'name', title: t.name, isFixed: true, sort: true, width: 180 },
      cell: (row) => `${row.firstName} ${row.lastName}`,
    },
    { id: 'email', title: t.email, sort: true, width: 200, cell: (row) => row.email },
    ...(kind === 'merchant' ? [column('merchant', (row) => row.merchantName ?? '')] : []),
    ...(audience === 'platform' ? [column('tenant', (row) => row.tenantName)] : []),
    { id: 'role', title: t.role, cell: (row) => row.roleName },
    { id: 'status', title: t.status, cell: (row) => <UserStatus status={row.status} /> },
    {
      ...{ id: 'lastLoginTime', title: t.lastLogin, sort: true },
      cell: (row) =>
        row.lastLoginTime === null ? t.never : <DateTime value={row.lastLoginTime} />,
    },
    {
      ...{ id: 'created', title: t.created, isOptional: true },
      cell: (row) => <DateTime value={row.createdAt} />,
    },
  ]
}
