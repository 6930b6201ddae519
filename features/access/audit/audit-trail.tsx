import { readableStatus } from '@counterfoil/kit/contract/status-names.ts'
import type { AnswerOf } from '@counterfoil/kit/web/calls/call.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { useDownload } from '@counterfoil/kit/web/calls/use-download.ts'
import { ExportMenu } from '@counterfoil/kit/web/exports/export-menu.tsx'
import {
  choiceOf,
  DaysFilter,
  ListFilters,
  OneFilter,
  useEmptyList,
} from '@counterfoil/kit/web/filters/list-filters.tsx'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { gridState } from '@counterfoil/kit/web/grid/grid-state.ts'
import { type ListState, useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { SideDrawer } from '@counterfoil/kit/web/overlays/side-drawer.tsx'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { useUser, useUserContext } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { trailTexts } from './audit.messages.ts'
import { AuditEntryText } from './audit-entry.tsx'
import { actionText, actionWords } from './audit-labels.messages.ts'
import {
  exportTrail,
  listTrail,
  listTrailActions,
  type TrailEntry,
} from './audit-trail.contract.ts'

const filterNames = ['searchKey', 'dateFrom', 'dateTo', 'action', 'recordType', 'tenantId'] as const
type List = ListState<(typeof filterNames)[number]>

/** The list of all entries; the changes of an entry open beside it. */
export default function AuditTrail() {
  const t = useTexts(trailTexts)
  const list = useListState({ filters: filterNames })
  const [opened, setOpened] = useState<TrailEntry>()
  const filterChoices = useCall(listTrailActions, {}, { staleMs: 60_000 }).data
  const translate = useTranslate()
  const recordName = (type: string) => {
    const name = filterChoices?.recordNames[type]
    return name === undefined ? readableStatus(type) : translate(name)
  }
  const columns = useTrailColumns(setOpened, recordName)
  const entries = useCall(
    listTrail,
    { query: { ...list.filters, pageIndex: list.pageIndex, pageSize: list.pageSize } },
    { keepPrevious: true },
  )
  const download = useDownload(exportTrail)
  const empty = useEmptyList(list, t)
  return (
    <Page title={t.title} description={t.description}>
      <DataGrid<TrailEntry>
        id="audit-trail"
        label={t.title}
        columns={columns}
        {...gridState(entries, list)}
        rowId={(row) => row.id}
        toolbar={<TrailFilters list={list} kinds={filterChoices} recordName={recordName} />}
        actions={() => (
          <ExportMenu
            source="audit-trail"
            query={list.filters as Record<string, unknown>}
            now={{
              isRunning: download.isRunning,
              start: () => void download.start({ query: list.filters }),
            }}
          />
        )}
        empty={empty}
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

type RecordName = (type: string) => string

function useTrailColumns(
  onOpen: (entry: TrailEntry) => void,
  recordName: RecordName,
): GridColumn<TrailEntry>[] {
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
    { id: 'who', title: t.who, cell: (row) => row.actorName, width: 140 },
    { id: 'action', title: t.action, cell: (row) => actionText(row.action, words), width: 160 },
    {
      id: 'record',
      title: t.record,
      cell: (row) => (
        <>
          {recordName(row.recordType)}{' '}
          {row.recordLabel ?? (row.recordId !== null && <code>{row.recordId}</code>)}
        </>
      ),
      width: 260,
    },
    {
      id: 'recordId',
      title: t.recordId,
      cell: (row) => (row.recordId === null ? '–' : <code>{row.recordId}</code>),
      isOptional: true,
      width: 280,
    },
    { id: 'from', title: t.from, cell: (row) => row.ip ?? '–', width: 110 },
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
      isKept: true,
      width: 90,
    },
  ]
}

function TrailFilters(props: {
  list: List
  kinds: AnswerOf<typeof listTrailActions> | undefined
  recordName: RecordName
}) {
  const { list, kinds: filterChoices, recordName } = props
  const t = useTexts(trailTexts)
  const words = useTexts(actionWords)
  const isPlatform = useUser().audience === 'platform'
  const { tenants } = useUserContext()
  return (
    <ListFilters list={list} search={t.search}>
      <DaysFilter list={list} label={t.date} from="dateFrom" to="dateTo" />
      <OneFilter
        list={list}
        name="action"
        label={t.action}
        choices={(filterChoices?.actions ?? []).map((value) => ({
          value,
          label: `${actionText(value, words)} (${value})`,
        }))}
      />
      <OneFilter
        list={list}
        name="recordType"
        label={t.record}
        choices={(filterChoices?.recordTypes ?? []).map((value) => ({
          value,
          label: recordName(value),
        }))}
      />
      {isPlatform && (
        <OneFilter list={list} name="tenantId" label={t.tenant} choices={tenants.map(choiceOf)} />
      )}
    </ListFilters>
  )
}
