import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { SearchField } from '@counterfoil/kit/web/filters/search-field.tsx'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { gridState } from '@counterfoil/kit/web/grid/grid-state.ts'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { useScreen } from '@counterfoil/kit/web/page/breadcrumbs.ts'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { useMay, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button, SegmentedControl } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { listRoles, type RoleRow } from './roles.contract.ts'
import { roleTexts } from './roles.messages.ts'

type Kind = RoleRow['userType']

/** The roles of one user type at a time, of those that the signed-in user may manage. */
export default function RoleList() {
  const t = useTexts(roleTexts)
  const translate = useTranslate()
  const { pathname } = useLocation()
  const list = useListState({ filters: ['searchKey', 'type'] })
  const kinds = useKinds()
  const kind = kinds.find((one) => one === list.filters.type) ?? kinds[0] ?? 'merchant'
  const { searchKey } = list.filters
  const roles = useCall(
    listRoles,
    {
      params: { x: kind },
      query: {
        pageIndex: list.pageIndex,
        pageSize: list.pageSize,
        ...(searchKey === undefined ? {} : { searchKey }),
      },
    },
    { keepPrevious: true, quiet: true },
  )
  const mayCreate = useMay('manageCrmRoles', 'manageMerchantRoles', 'Merchant.UserManagement.Users')
  const names = { tenant: t.ofTenant, merchant: t.ofMerchant, platform: t.ofPlatform }
  return (
    <Page
      title={translate(useScreen().title)}
      description={t.about}
      actions={
        mayCreate && (
          <Button
            component={Link}
            to={`${pathname.replace(/\/$/, '')}/new?type=${kind}`}
            size="xs"
            leftSection={<IconPlus size={15} stroke={1.75} />}
          >
            {t.create}
          </Button>
        )
      }
    >
      <DataGrid<RoleRow>
        id="roles"
        label={t.title}
        columns={useColumns(kind)}
        {...gridState(roles, list)}
        rowId={(row) => row.id}
        rowLink={(row) => `${pathname.replace(/\/$/, '')}/${row.id}`}
        toolbar={
          <>
            <SearchField
              value={searchKey}
              placeholder={t.search}
              onSearch={(text) => list.setFilters({ searchKey: text })}
            />
            {kinds.length > 1 && (
              <SegmentedControl
                size="xs"
                aria-label={t.kind}
                value={kind}
                data={kinds.map((value) => ({ value, label: names[value] }))}
                onChange={(type) => list.setFilters({ type })}
              />
            )}
          </>
        }
        empty={{ title: t.nothing }}
      />
    </Page>
  )
}

function useKinds(): Kind[] {
  const { audience } = useUser()
  const [ofOperators, ofMerchants] = [useMay('manageCrmRoles'), useMay('manageMerchantRoles')]
  if (audience === 'merchant') return ['merchant']
  return [
    ...(ofOperators ? (['tenant'] as const) : []),
    ...(ofMerchants ? (['merchant'] as const) : []),
    ...(ofOperators && audience === 'platform' ? (['platform'] as const) : []),
  ]
}

function useColumns(kind: Kind): GridColumn<RoleRow>[] {
  const t = useTexts(roleTexts)
  const { audience } = useUser()
  return [
    { id: 'name', title: t.name, isFixed: true, width: 200, cell: (row) => row.name },
    ...(audience === 'platform'
      ? [{ id: 'tenant', title: t.tenant, cell: (row: RoleRow) => row.tenantName }]
      : []),
    ...(kind === 'merchant'
      ? [
          {
            id: 'merchant',
            title: t.merchant,
            cell: (row: RoleRow) => row.merchantName ?? t.everyMerchant,
          },
        ]
      : []),
    { id: 'users', title: t.users, align: 'right', cell: (row) => row.userCount },
    { id: 'permissions', title: t.permissions, align: 'right', cell: (row) => row.permissionCount },
    {
      id: 'administrator',
      title: t.administrator,
      cell: (row) =>
        row.isAdministrator ? <StatusPill status="Active" label={t.administrator} /> : '–',
    },
  ]
}
