import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { ChoiceFilter } from '@counterfoil/kit/web/filters/choice-filter.tsx'
import { FilterBar } from '@counterfoil/kit/web/filters/filter-bar.tsx'
import { SearchField } from '@counterfoil/kit/web/filters/search-field.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { gridState } from '@counterfoil/kit/web/grid/grid-state.ts'
import { type ListState, useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { useMayEdit } from '@counterfoil/kit/web/resource/may-edit.ts'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button, SegmentedControl } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { DoneCheckbox } from './done-checkbox.tsx'
import { About, Due, Kind } from './task-cells.tsx'
import { TaskDrawer } from './task-drawer.tsx'
import { dueStates, listToDo, type Task } from './tasks.contract.ts'
import { taskTexts } from './tasks.messages.ts'
import { tasks } from './tasks.resource.ts'

const names = ['whose', 'state', 'searchKey'] as const
type List = ListState<(typeof names)[number]>

/** The user's own tasks or all of them, the most urgent first. */
export default function TaskList() {
  const t = useTexts(taskTexts)
  const translate = useTranslate()
  const [search, setSearch] = useSearchParams()
  const list = useListState({ filters: names })
  const whose = list.filters.whose === 'all' ? 'all' : 'mine'
  const state = dueStates.find((one) => one === list.filters.state) ?? 'open'
  const { searchKey } = list.filters
  const found = useCall(
    listToDo,
    {
      query: {
        ...{ whose, state, pageIndex: list.pageIndex, pageSize: list.pageSize },
        ...(searchKey === undefined ? {} : { searchKey }),
      },
    },
    { keepPrevious: true },
  )
  const columns = useTaskColumns()
  const mayEdit = useMayEdit(tasks)
  const addressOf = (record: string | undefined) => {
    const next = new URLSearchParams(search)
    if (record === undefined) next.delete('record')
    else next.set('record', record)
    return next
  }
  const opened = search.get('record')
  return (
    <Page
      title={translate(tasks.many)}
      description={t.about}
      actions={
        mayEdit && (
          <Button
            size="xs"
            leftSection={<IconPlus size={15} stroke={1.75} aria-hidden />}
            onClick={() => setSearch(addressOf('new'))}
          >
            {t.add}
          </Button>
        )
      }
    >
      <DataGrid<Task>
        id="tasks"
        label={translate(tasks.many)}
        columns={columns}
        {...gridState(found, list)}
        rowId={(row) => row.id}
        rowLink={(row) => `?${addressOf(row.id)}`}
        toolbar={<TaskFilters list={list} whose={whose} />}
        empty={{ title: t.none, text: t.noneHint }}
      />
      {opened !== null && (
        <TaskDrawer
          key={opened}
          id={opened === 'new' ? undefined : opened}
          onClose={() => setSearch(addressOf(undefined))}
        />
      )}
    </Page>
  )
}

function TaskFilters({ list, whose }: { list: List; whose: string }) {
  const t = useTexts(taskTexts)
  const { filters, setFilters } = list
  return (
    <FilterBar
      hasFilters={list.hasFilters}
      onClear={list.clearFilters}
      lead={
        <>
          <SegmentedControl
            size="xs"
            aria-label={t.whose}
            data={[
              { value: 'mine', label: t.mine },
              { value: 'all', label: t.all },
            ]}
            value={whose}
            onChange={(chosen) => setFilters({ whose: chosen === 'all' ? chosen : undefined })}
          />
          <SearchField
            value={filters.searchKey}
            placeholder={t.search}
            onSearch={(searchKey) => setFilters({ searchKey })}
          />
        </>
      }
    >
      <ChoiceFilter
        label={t.state}
        choices={dueStates.map((value) => ({ value, label: t[value] }))}
        value={filters.state === undefined ? [] : [filters.state]}
        onChange={(chosen) => setFilters({ state: chosen.at(-1) })}
      />
    </FilterBar>
  )
}

function useTaskColumns(): GridColumn<Task>[] {
  const t = useTexts(taskTexts)
  const translate = useTranslate()
  return useMemo(
    () => [
      { id: 'name', title: t.name, isFixed: true, cell: (row) => row.name },
      {
        id: 'tick',
        title: t.done,
        width: 70,
        isFixed: true,
        cell: (row) => <DoneCheckbox task={row} />,
      },
      { id: 'due', title: t.due, width: 170, cell: (row) => <Due task={row} /> },
      {
        id: 'kind',
        title: translate(tasks.fields.kind?.label ?? { en: '' }),
        cell: (row) => <Kind task={row} />,
      },
      { id: 'assignee', title: t.by, cell: (row) => row.assigneeName ?? t.nobody },
      { id: 'about', title: t.for, cell: (row) => <About task={row} /> },
      { id: 'merchant', title: t.customer, cell: (row) => row.merchantName ?? '–' },
    ],
    [t, translate],
  )
}
