import { modeNames } from '@counterfoil/kit/contract/mode-names.ts'
import '@mantine/core/styles/Progress.layer.css'
import {
  cancelExport,
  type DataExport,
  downloadExport,
  type ExportState,
  listExports,
} from '@counterfoil/kit/contract/exports.ts'
import { useTranslatedProblem } from '@counterfoil/kit/web/calls/problem-translations.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { useDownload } from '@counterfoil/kit/web/calls/use-download.ts'
import { useEmptyList } from '@counterfoil/kit/web/filters/list-filters.tsx'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { byItself } from '@counterfoil/kit/web/formats/status.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { useLanguage, useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button, Progress } from '@mantine/core'
import { exportListTexts, stateTexts } from './exports.messages.ts'
import classes from './exports.module.css'

/** The same in every language. */
const formatNames = { csv: 'CSV', xlsx: 'XLSX', pdf: 'PDF' }

const askedEveryMs = 2_000

const isOpen = ({ state }: DataExport) => state === 'waiting' || state === 'running'

/** One's own exports: how far they are, and their files. */
export default function Exports() {
  const t = useTexts(exportListTexts)
  const list = useListState({ filters: [] })
  const query = { pageIndex: list.pageIndex, pageSize: list.pageSize }
  const exports = useCall(
    listExports,
    { query },
    { keepPrevious: true, refetchEveryMs: askedEveryMs },
  )
  const columns = useExportColumns()
  const empty = useEmptyList(list, t)
  return (
    <Page title={t.title} description={t.description}>
      <DataGrid<DataExport>
        id="exports"
        label={t.title}
        columns={columns}
        rows={exports.data?.data}
        rowId={(row) => row.id}
        isRefreshing={false}
        isOutdated={exports.isPlaceholderData}
        problem={exports.error}
        onRetry={() => exports.refetch()}
        paging={list.indexPaging(exports.data)}
        empty={empty}
      />
    </Page>
  )
}

const colours: Readonly<Record<ExportState, string>> = {
  waiting: 'neutral',
  running: 'ongoing',
  done: 'positive',
  failed: 'negative',
  cancelled: 'hold',
}

function useExportColumns(): GridColumn<DataExport>[] {
  const t = useTexts(exportListTexts)
  const states = useTexts(stateTexts)
  const modes = useTexts(modeNames)
  const translate = useTranslate()
  const reasonOf = useTranslatedProblem()
  const { locale } = useLanguage()
  return [
    {
      id: 'report',
      title: t.report,
      isFixed: true,
      width: 200,
      narrow: '1',
      cell: (row) => `${translate(row.name)}${row.isAutomated ? ` (${t.automated})` : ''}`,
    },
    {
      id: 'filters',
      title: t.filters,
      width: 220,
      narrow: '3',
      cell: (row) => row.filters.map(({ name, value }) => `${name}: ${value}`).join(' · ') || '–',
    },
    {
      id: 'mode',
      title: t.mode,
      width: 70,
      narrow: '2',
      cell: (row) => (row.mode === null ? '–' : modes[row.mode]),
    },
    {
      id: 'format',
      title: t.format,
      width: 80,
      narrow: '2',
      cell: (row) => formatNames[row.format],
    },
    {
      id: 'state',
      title: t.state,
      width: 150,
      narrow: '2 end',
      cell: (row) => (
        <>
          <StatusPill status={colours[row.state]} map={byItself} label={states[row.state]} />
          {isOpen(row) && <RowProgress row={row} />}
          {row.failure !== null && (
            <p className={classes.failure}>
              {reasonOf(row.failure, row.failureParams) ?? row.failureMessage ?? row.failure}
            </p>
          )}
        </>
      ),
    },
    {
      id: 'rows',
      title: t.rows,
      align: 'right',
      width: 90,
      cell: (row) =>
        row.state === 'running' && row.rowsTotal !== null
          ? t.rowsOf({ rows: row.rows, all: row.rowsTotal })
          : row.rows.toLocaleString(locale),
    },
    {
      id: 'size',
      title: t.size,
      align: 'right',
      width: 90,
      cell: (row) => (row.bytes === 0 ? '–' : sizeText(row.bytes, locale)),
    },
    {
      id: 'created',
      title: t.created,
      width: 140,
      narrow: '1 end',
      cell: (row) => <DateTime value={row.createdAt} />,
    },
    {
      id: 'expires',
      title: t.expires,
      isOptional: true,
      cell: (row) => (row.state === 'done' ? <DateTime value={row.expiresAt} /> : '–'),
    },
    {
      id: 'file',
      title: t.download,
      isFixed: true,
      width: 110,
      narrow: '2 end',
      cell: (row) => <RowAction row={row} name={translate(row.name)} />,
    },
  ]
}

function sizeText(bytes: number, locale: string): string {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'kB'] : [bytes / 1_000_000, 'MB']
  return `${value.toLocaleString(locale, { maximumFractionDigits: value < 10 ? 1 : 0 })} ${unit}`
}

function RowProgress({ row }: { row: DataExport }) {
  const t = useTexts(exportListTexts)
  const share = row.rowsTotal === null || row.rowsTotal === 0 ? 0 : row.rows / row.rowsTotal
  return <Progress mt={4} size="sm" value={share * 100} aria-label={t.progress} />
}

function RowAction({ row, name }: { row: DataExport; name: string }) {
  const t = useTexts(exportListTexts)
  const download = useDownload(downloadExport)
  const cancel = useAction(cancelExport)
  const params = { id: row.id }
  if (isOpen(row)) {
    return (
      <Button
        size="compact-xs"
        variant="subtle"
        loading={cancel.isRunning}
        aria-label={t.cancelOf({ name })}
        onClick={() => cancel.run({ params })}
      >
        {t.cancel}
      </Button>
    )
  }
  if (row.state !== 'done') return '–'
  return (
    <Button
      size="compact-xs"
      variant="light"
      loading={download.isRunning}
      aria-label={t.downloadOf({ name })}
      onClick={() => download.start({ params })}
    >
      {t.download}
    </Button>
  )
}
