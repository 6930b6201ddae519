import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { SearchList, useListSearch } from '@counterfoil/kit/web/grid/search-list.tsx'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useMemo } from 'react'
import { JobName, Outcome } from './job-name.tsx'
import { listProcessLogs, type ProcessLog } from './scheduler.contract.ts'
import { schedulerTexts } from './scheduler.messages.ts'

const outcomes = ['succeeded', 'failed'] as const

/** Finished runs, newest first. */
export default function ProcessLogs() {
  const t = useTexts(schedulerTexts)
  const search = useListSearch({ choice: { name: 'outcome', values: outcomes } })
  const logs = useCall(
    listProcessLogs,
    { query: search.query },
    { keepPrevious: true, quiet: true },
  )
  const columns = useColumns()
  return (
    <Page title={t.logs} description={t.logsAbout}>
      <SearchList
        id="process-logs"
        label={t.logs}
        columns={columns}
        rowId={(row) => row.id}
        search={search}
        answer={logs}
        searchLabel={t.search}
        choiceLabel={t.result}
        labelOf={(outcome) => t[outcome]}
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
        cell: (row) => <JobName work={row} />,
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
