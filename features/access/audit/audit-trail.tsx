import {
  exportTrail,
  listTrail,
  listTrailActions,
  type TrailEntry,
} from '@counterfoil/features/access/audit-trail/audit-trail.contract.ts'
import { DateTime } from '@counterfoil/kit/web/dates.tsx'
import { ChoiceFilter } from '@counterfoil/kit/web/filters/choice-filter.tsx'
import { DateRangeFilter } from '@counterfoil/kit/web/filters/date-range-filter.tsx'
import { FilterBar } from '@counterfoil/kit/web/filters/filter-bar.tsx'
import { SearchField } from '@counterfoil/kit/web/filters/search-field.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { type ListState, useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { Page } from '@counterfoil/kit/web/page.tsx'
import { SideDrawer } from '@counterfoil/kit/web/side-drawer.tsx'
import { readableStatus } from '@counterfoil/kit/web/status.ts'
import { useCall, useDownload } from '@counterfoil/kit/web/use-call.ts'
import { useUser, useUserContext } from '@counterfoil/kit/web/user.tsx'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { actionWords, trailTexts } from './audit.messages.ts'
import { AuditEntryText, actionText } from './audit-entry.tsx'

const filterNames = ['searchKey', 'dateFrom', 'dateTo', 'action', 'recordType', 'tenantId'] as const
type List = ListState<(typeof filterNames)[number]>

/** Who did what, from where; a row's changes open beside the list. */
export default function AuditTrail() {
  const t = useTexts(trailTexts)
  const list = useListState({ filters: filterNames })
  const [opened, setOpened] = useState<TrailEntry>()
  const columns = useTrailColumns(setOpened)
  const entries = useCall(
    listTrail,
    { query: { ...list.filters, pageIndex: list.pageIndex, pageSize: list.pageSize } },
    { keepPrevious: true },
  )
  const download = useDownload(exportTrail)
  return (
    <Page title={t.title} description={t.description}>
      <DataGrid<TrailEntry>
        id="audit-trail"
        label={t.title}
        columns={columns}
        rows={entries.data?.data}
        rowId={(row) => row.id}
        isRefreshing={entries.isFetching}
        problem={entries.error}
        onRetry={() => (entries.error?.status === 400 ? list.clearFilters() : entries.refetch())}
        paging={list.indexPaging(entries.data)}
        toolbar={<TrailFilters list={list} />}
        actions={() => (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={15} stroke={1.75} />}
            loading={download.isRunning}
            onClick={() => download.start({ query: list.filters })}
          >
            {t.export}
          </Button>
        )}
        empty={
          list.hasFilters
            ? {
                title: t.nothing,
                text: t.widen,
                action: (
                  <Button variant="default" size="xs" onClick={list.clearFilters}>
                    {t.clear}
                  </Button>
                ),
              }
            : { title: t.nothing, text: t.nothingYet }
        }
      />
      <SideDrawer
        isOpen={opened !== undefined}
        onClose={() => setOpened(undefined)}
        title={t.changes}
      >
        {opened && <AuditEntryText entry={opened} />}
      </SideDrawer>
    </Page>
  )
}

function useTrailColumns(onOpen: (entry: TrailEntry) => void): GridColumn<TrailEntry>[] {
  const t = useTexts(trailTexts)
  const words = useTexts(actionWords)
  const isPlatform = useUser().audience === 'platform'
  const tenant: GridColumn<TrailEntry> = {
    id: 'tenant',
    title: t.tenant,
    cell: (row) => row.tenantName,
    width: 150,
  }
  return [
    {
      id: 'when',
      title: t.when,
      cell: (row) => <DateTime value={row.createdAt} seconds />,
      isFixed: true,
      width: 160,
    },
    ...(isPlatform ? [tenant] : []),
    { id: 'who', title: t.who, cell: (row) => row.actorName, width: 160 },
    { id: 'action', title: t.action, cell: (row) => actionText(row.action, words), width: 180 },
    {
      id: 'record',
      title: t.record,
      cell: (row) => (
        <>
          {readableStatus(row.recordType)} {row.recordId !== null && <code>{row.recordId}</code>}
        </>
      ),
      width: 320,
    },
    { id: 'from', title: t.from, cell: (row) => row.ip ?? '–', width: 120 },
    {
      id: 'request',
      title: t.request,
      cell: (row) => <code>{row.requestId}</code>,
      isOptional: true,
      width: 280,
    },
    {
      id: 'changes',
      title: t.changes,
      cell: (row) => (
        <Button variant="subtle" size="compact-xs" onClick={() => onOpen(row)}>
          {t.show}
        </Button>
      ),
      isFixed: true,
      width: 100,
    },
  ]
}

function TrailFilters({ list }: { list: List }) {
  const t = useTexts(trailTexts)
  const words = useTexts(actionWords)
  const { filters, setFilters } = list
  const isPlatform = useUser().audience === 'platform'
  const { tenants } = useUserContext()
  const kinds = useCall(listTrailActions, {}, { staleMs: 60_000 }).data
  const chosen = (value: string | undefined) => (value === undefined ? [] : [value])
  return (
    <FilterBar
      hasFilters={list.hasFilters}
      onClear={list.clearFilters}
      lead={
        <SearchField
          value={filters.searchKey}
          placeholder={t.search}
          onSearch={(searchKey) => setFilters({ searchKey })}
        />
      }
    >
      <DateRangeFilter
        label={t.date}
        value={{ from: filters.dateFrom, to: filters.dateTo }}
        onChange={({ from, to }) => setFilters({ dateFrom: from, dateTo: to })}
      />
      <ChoiceFilter
        label={t.action}
        choices={(kinds?.actions ?? []).map((value) => ({
          value,
          label: `${actionText(value, words)} (${value})`,
        }))}
        value={chosen(filters.action)}
        onChange={(values) => setFilters({ action: values.at(-1) })}
      />
      <ChoiceFilter
        label={t.record}
        choices={(kinds?.recordTypes ?? []).map((value) => ({
          value,
          label: readableStatus(value),
        }))}
        value={chosen(filters.recordType)}
        onChange={(values) => setFilters({ recordType: values.at(-1) })}
      />
      {isPlatform && (
        <ChoiceFilter
          label={t.tenant}
          choices={tenants.map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen(filters.tenantId)}
          onChange={(values) => setFilters({ tenantId: values.at(-1) })}
        />
      )}
    </FilterBar>
  )
}
