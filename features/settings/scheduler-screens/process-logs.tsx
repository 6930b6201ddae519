import {
  listProcessLogs,
  type ProcessLog,
} from '@counterfoil/features/settings/scheduler/scheduler.contract.ts'
import { DateTime } from '@counterfoil/kit/web/dates.tsx'
import { ChoiceFilter } from '@counterfoil/kit/web/filters/choice-filter.tsx'
import { FilterBar } from '@counterfoil/kit/web/filters/filter-bar.tsx'
import { SearchField } from '@counterfoil/kit/web/filters/search-field.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { useLanguage, useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { Page } from '@counterfoil/kit/web/page.tsx'
import { useCall } from '@counterfoil/kit/web/use-call.ts'
import { useMemo } from 'react'
import { schedulerTexts } from './scheduler.messages.ts'
import { Outcome, WorkName } from './work-name.tsx'

const outcomes = ['succeeded', 'failed'] as const

/** Runs that ended, newest first. */
export default function ProcessLogs() {
  const t = useTexts(schedulerTexts)
  const list = useListState({ filters: ['searchKey', 'outcome'] })
  const { searchKey } = list.filters
  const outcome = outcomes.find((one) => one === list.filters.outcome)
  const logs = useCall(
    listProcessLogs,
    {
      query: {
        pageIndex: list.pageIndex,
        pageSize: list.pageSize,
        ...(searchKey === undefined ? {} : { searchKey }),
        ...(outcome === undefined ? {} : { outcome }),
      },
    },
    { keepPrevious: true, quiet: true },
  )
  const columns = useColumns()
  return (
    <Page title={t.logs} description={t.logsAbout}>
      <DataGrid<ProcessLog>
        id="process-logs"
        label={t.logs}
        columns={columns}
        rows={logs.data?.data}
        rowId={(row) => row.id}
        isRefreshing={logs.isFetching}
        problem={logs.error}
        onRetry={() => logs.refetch()}
        paging={list.indexPaging(logs.data)}
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
              label={t.result}
              choices={outcomes.map((value) => ({ value, label: t[value] }))}
              value={outcome === undefined ? [] : [outcome]}
              onChange={(chosen) => list.setFilters({ outcome: chosen.at(-1) })}
            />
          </FilterBar>
        }
        empty={{ title: t.noLogs }}
      />
    </Page>
  )
}

function useColumns(): GridColumn<ProcessLog>[] {
  const t = useTexts(schedulerTexts)
  const { locale } = useLanguage()
  return useMemo(() => {
    const seconds = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
    const took = (row: ProcessLog) =>
      `${seconds.format((Date.parse(row.finishedAt) - Date.parse(row.startedAt)) / 1000)} s`
    return [
      { id: 'started', title: t.started, cell: (row) => <DateTime value={row.startedAt} /> },
      {
        ...{ id: 'name', title: t.job, isFixed: true, width: 240 },
        cell: (row) => <WorkName name={row.name} />,
      },
      { id: 'outcome', title: t.result, cell: (row) => <Outcome outcome={row.outcome} /> },
      { id: 'took', title: t.took, align: 'right', cell: took },
      {
        ...{ id: 'cause', title: t.cause },
        cell: (row) => (row.isRequested ? t.byHand : t.byClock),
      },
      { id: 'output', title: t.output, width: 320, cell: (row) => row.output ?? '–' },
    ]
  }, [t, locale])
}
