import { modeNames } from '@counterfoil/kit/contract/mode-names.ts'
import '@mantine/core/styles/Group.layer.css'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { useEmptyList } from '@counterfoil/kit/web/filters/list-filters.tsx'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { byItself } from '@counterfoil/kit/web/formats/status.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button, Group } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type Opened, ReportDrawer } from './automated-report-form.tsx'
import {
  type AutomatedReport,
  activateConfiguration,
  deactivateConfiguration,
  listAutomatedReports,
  runAutomatedReport,
} from './automated-reports.contract.ts'
import {
  automatedTexts,
  frequencyTexts,
  pausedTexts,
  runStateTexts,
} from './automated-reports.messages.ts'

const askedEveryMs = 5_000

/** One's own reports that come by themselves. */
export default function AutomatedReports() {
  const t = useTexts(automatedTexts)
  const list = useListState({ filters: [] })
  const query = { pageIndex: list.pageIndex, pageSize: list.pageSize }
  const reports = useCall(
    listAutomatedReports,
    { query },
    { keepPrevious: true, refetchEveryMs: askedEveryMs },
  )
  // Schedule on a report brings it along
  const brought = useBrought()
  const [opened, setOpened] = useState<Opened | undefined>(
    brought?.source === undefined ? undefined : { brought },
  )
  const columns = useReportColumns((report) => setOpened({ report }))
  const empty = useEmptyList(list, t)
  return (
    <Page
      title={t.title}
      description={t.description}
      actions={
        <Button size="xs" onClick={() => setOpened({})}>
          {t.add}
        </Button>
      }
    >
      <DataGrid<AutomatedReport>
        id="automated-reports"
        label={t.title}
        columns={columns}
        rows={reports.data?.data}
        rowId={(row) => row.id}
        isRefreshing={false}
        isOutdated={reports.isPlaceholderData}
        problem={reports.error}
        onRetry={() => reports.refetch()}
        paging={list.indexPaging(reports.data)}
        empty={empty}
      />
      {opened !== undefined && (
        <ReportDrawer opened={opened} onClose={() => setOpened(undefined)} />
      )}
    </Page>
  )
}

/** Taken once: a reload of the page opens no form again. */
function useBrought(): Opened['brought'] | null {
  const navigate = useNavigate()
  const { state, search } = useLocation()
  const [brought] = useState(state as Opened['brought'] | null)
  useEffect(() => {
    if (state !== null) void navigate({ search }, { replace: true, state: null })
  }, [state, search, navigate])
  return brought
}

function useReportColumns(
  onEdit: (report: AutomatedReport) => void,
): GridColumn<AutomatedReport>[] {
  const t = useTexts(automatedTexts)
  const frequencies = useTexts(frequencyTexts)
  const modes = useTexts(modeNames)
  const translate = useTranslate()
  return [
    { id: 'name', title: t.name, isFixed: true, width: 160, narrow: '1', cell: (row) => row.name },
    {
      id: 'report',
      title: t.report,
      width: 160,
      narrow: '2',
      cell: (row) => translate(row.sourceName),
    },
    {
      id: 'mode',
      title: t.mode,
      width: 70,
      narrow: '2',
      cell: (row) => (row.hasModes ? modes[row.mode] : '–'),
    },
    {
      id: 'frequency',
      title: t.frequency,
      width: 160,
      cell: (row) =>
        [frequencies[row.frequency], row.day, row.atTime, row.timeZone]
          .filter((part) => part !== null)
          .join(' · '),
    },
    {
      id: 'state',
      title: t.state,
      width: 170,
      narrow: '1 end',
      cell: (row) => <ReportState row={row} />,
    },
    {
      id: 'next',
      title: t.next,
      width: 130,
      cell: (row) => (row.nextRunAt === null ? '–' : <DateTime value={row.nextRunAt} />),
    },
    { id: 'last', title: t.last, width: 150, cell: (row) => <LastRun row={row} /> },
    {
      id: 'actions',
      title: t.actions,
      isFixed: true,
      width: 220,
      narrow: '2 end',
      cell: (row) => <RowActions row={row} onEdit={onEdit} />,
    },
  ]
}

function ReportState({ row }: { row: AutomatedReport }) {
  const t = useTexts(automatedTexts)
  const paused = useTexts(pausedTexts)
  const label =
    row.pausedFor === null ? (row.isActive ? t.active : t.stopped) : paused[row.pausedFor]
  const colour = row.pausedFor === null ? (row.isActive ? 'positive' : 'neutral') : 'hold'
  return <StatusPill status={colour} map={byItself} label={label} />
}

function LastRun({ row }: { row: AutomatedReport }) {
  const states = useTexts(runStateTexts)
  if (row.lastRun === null) return '–'
  return (
    <>
      {states[row.lastRun.state]} · <DateTime value={row.lastRun.at} />
    </>
  )
}

function RowActions(props: { row: AutomatedReport; onEdit: (report: AutomatedReport) => void }) {
  const t = useTexts(automatedTexts)
  const { row, onEdit } = props
  const params = { id: row.id }
  const activate = useAction(activateConfiguration)
  const deactivate = useAction(deactivateConfiguration)
  const runNow = useAction(runAutomatedReport, {
    onDone: () => showSnackbar({ message: t.started, tone: 'success' }),
  })
  const button = (label: string, isRunning: boolean, onClick: () => unknown) => (
    <Button
      size="compact-xs"
      variant="subtle"
      loading={isRunning}
      aria-label={`${label}: ${row.name}`}
      onClick={onClick}
    >
      {label}
    </Button>
  )
  return (
    <Group gap={2} wrap="nowrap">
      {button(t.edit, false, () => onEdit(row))}
      {row.isActive && button(t.run, runNow.isRunning, () => runNow.run({ params }))}
      {row.isActive
        ? button(t.stop, deactivate.isRunning, () => deactivate.run({ params }))
        : button(t.start, activate.isRunning, () => activate.run({ params }))}
    </Group>
  )
}
