import type { listPeople, PersonRow } from '@counterfoil/features/access/people/people.contract.ts'
import type { AnswerOf } from '@counterfoil/kit/web/call.ts'
import { DateTime } from '@counterfoil/kit/web/dates.tsx'
import { SearchField } from '@counterfoil/kit/web/filters/search-field.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { type ListState, useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { Section } from '@counterfoil/kit/web/page.tsx'
import type { CallProblem } from '@counterfoil/kit/web/problem.ts'
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { InviteDialog } from './invite-dialog.tsx'
import type { UserKind } from './user-list.tsx'
import { UserStatus } from './user-status.tsx'
import { userTexts } from './users.messages.ts'

const filters = ['searchKey'] as const

/** The people of one tenant or merchant, on its page. */
export function PeopleSection(props: {
  list: ListState<(typeof filters)[number]>
  people: {
    readonly data: AnswerOf<typeof listPeople> | undefined
    readonly isFetching: boolean
    readonly error: CallProblem | null
    refetch(): unknown
  }
  kind: UserKind
  /** The tenant's or merchant's id. */
  of: string
  /** Where a person's own page is. */
  base: string
}) {
  const t = useTexts(userTexts)
  const { list, people } = props
  const { searchKey } = list.filters
  const [isInviting, setInviting] = useState(false)
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
        id={`users-of-${props.kind}`}
        label={t.own}
        columns={columns}
        rows={people.data?.data}
        rowId={(row) => row.id}
        rowLink={(row) => `${props.base}/${row.id}`}
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
        <InviteDialog kind={props.kind} into={props.of} onClose={() => setInviting(false)} />
      )}
    </Section>
  )
}

/** The list's part of the address, and what it asks for. */
export function usePeopleList() {
  const list = useListState({ filters, pageSize: 50 })
  const { searchKey } = list.filters
  const query = {
    pageIndex: list.pageIndex,
    pageSize: list.pageSize,
    ...(searchKey === undefined ? {} : { searchKey }),
  }
  return { list, query }
}
