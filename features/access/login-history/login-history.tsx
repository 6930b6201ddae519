import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { useDownload } from '@counterfoil/kit/web/calls/use-download.ts'
import { ExportMenu } from '@counterfoil/kit/web/exports/export-menu.tsx'
import { useEmptyList } from '@counterfoil/kit/web/filters/list-filters.tsx'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { byItself } from '@counterfoil/kit/web/formats/status.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { gridState } from '@counterfoil/kit/web/grid/grid-state.ts'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { ReportForm, useReport } from '@counterfoil/kit/web/reports/report-form.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { exportLogins, type Login, listLogins } from './login-history.contract.ts'
import { loginTexts, outcomeTexts, reasonTexts } from './login-history.messages.ts'
import { loginReport } from './login-report.schema.ts'

const filterNames = ['searchKey', 'dateFrom', 'dateTo', 'outcome', 'tenantId'] as const

/** Every sign-in of every tenant, for platform staff. */
export default function LoginHistory() {
  const t = useTexts(loginTexts)
  const { form, title, visible } = useReport(loginReport.id, useTranslate()(loginReport.title))
  const list = useListState({ filters: filterNames })
  const columns = useLoginColumns()
  const filter = list.filters as object
  const logins = useCall(
    listLogins,
    { query: { ...filter, pageIndex: list.pageIndex, pageSize: list.pageSize } },
    { keepPrevious: true },
  )
  const download = useDownload(exportLogins)
  const empty = useEmptyList(list, t)
  return (
    <Page
      title={title}
      description={t.description}
      actions={
        <ExportMenu
          source="login-history"
          canSchedule
          query={filter as Record<string, unknown>}
          now={{
            isRunning: download.isRunning,
            start: () => void download.start({ query: filter }),
          }}
        />
      }
    >
      <DataGrid<Login>
        id="login-history"
        label={title}
        columns={visible(columns)}
        {...gridState(logins, list)}
        rowId={(row) => row.id}
        toolbar={<ReportForm form={form} list={list} />}
        empty={empty}
      />
    </Page>
  )
}

const colours: Readonly<Record<Login['outcome'], string>> = {
  'signed-in': 'positive',
  'sign-in-refused': 'negative',
  'confirmation-refused': 'negative',
  locked: 'hold',
  'signed-out': 'neutral',
}

function useLoginColumns(): GridColumn<Login>[] {
  const t = useTexts(loginTexts)
  const outcomes = useTexts(outcomeTexts)
  const reasons: Readonly<Record<string, string>> = useTexts(reasonTexts)
  return [
    {
      id: 'time',
      title: t.time,
      isFixed: true,
      width: 150,
      narrow: '1',
      cell: (row) => <DateTime value={row.createdAt} seconds />,
    },
    {
      id: 'outcome',
      title: t.outcome,
      width: 150,
      narrow: '2 end',
      cell: ({ outcome, reason }) => (
        <>
          <StatusPill status={colours[outcome]} map={byItself} label={outcomes[outcome]} />
          {reason !== null && ` ${reasons[reason] ?? reason}`}
        </>
      ),
    },
    { id: 'user', title: t.user, width: 140, narrow: '2', cell: (row) => row.userName },
    { id: 'email', title: t.email, width: 200, cell: (row) => row.email ?? '–' },
    { id: 'tenant', title: t.tenant, width: 140, cell: (row) => row.tenantName },
    { id: 'ip', title: t.ip, width: 120, cell: (row) => row.ip ?? '–' },
    { id: 'device', title: t.device, width: 140, cell: (row) => row.device ?? '–' },
    {
      id: 'through',
      title: t.through,
      isOptional: true,
      cell: (row) => (row.outcome === 'signed-in' ? (row.identityProvider ?? t.ours) : '–'),
    },
  ]
}
