import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { useEmptyList } from '@counterfoil/kit/web/filters/list-filters.tsx'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { gridState } from '@counterfoil/kit/web/grid/grid-state.ts'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { useOpenedRecord } from '@counterfoil/kit/web/grid/opened-record.ts'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { ReportForm, useReport } from '@counterfoil/kit/web/reports/report-form.tsx'
import { useMay, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { AlertDrawer } from './alert-drawer.tsx'
import { Severity, State } from './alert-figures.tsx'
import { alertReport } from './alert-report.schema.ts'
import {
  type Alert,
  allAlerts,
  listPlatformAlerts,
  listTenantAlerts,
  ownAlerts,
} from './alerts.contract.ts'
import { alertTexts, kindTexts } from './alerts.messages.ts'

const filterNames = ['searchKey', 'state', 'severity', 'type', 'ruleId', 'tenantId'] as const
const openedParameter = 'alert'
const askedEveryMs = 30_000

/** The alerts of the operator's tenant; for platform staff those of all tenants. */
export default function AlertList() {
  const t = useTexts(alertTexts)
  const { audience } = useUser()
  const { form, title } = useReport(alertReport.id, useTranslate()(alertReport.title))
  const mayAll = useMay(allAlerts)
  const maySetRules = useMay(ownAlerts)
  const isOfAll = audience === 'platform' && mayAll
  const list = useListState({ filters: filterNames })
  const query = { ...(list.filters as object), pageIndex: list.pageIndex, pageSize: list.pageSize }
  const alerts = useCall(
    isOfAll ? listPlatformAlerts : listTenantAlerts,
    { query },
    { keepPrevious: true, refetchEveryMs: askedEveryMs },
  )
  const opened = useOpenedRecord(openedParameter)
  const columns = useAlertColumns(isOfAll)
  const empty = useEmptyList(list, t)
  return (
    <Page
      title={title}
      description={t.description}
      actions={
        maySetRules && (
          <Button size="xs" variant="default" component={Link} to="/crm/reports/alert-rules">
            {t.rules}
          </Button>
        )
      }
    >
      <DataGrid<Alert>
        id="alerts"
        label={title}
        columns={columns}
        {...gridState(alerts, list)}
        rowId={(row) => row.id}
        rowLink={(row) => opened.linkTo(row.id)}
        toolbar={<ReportForm form={form} list={list} />}
        empty={empty}
      />
      {opened.id !== null && <AlertDrawer id={opened.id} onClose={opened.close} />}
    </Page>
  )
}

function useAlertColumns(isOfAll: boolean): GridColumn<Alert>[] {
  const t = useTexts(alertTexts)
  const kinds = useTexts(kindTexts)
  const tenant: GridColumn<Alert> = {
    id: 'tenant',
    title: t.tenant,
    width: 140,
    cell: (row) => row.tenantName,
  }
  return [
    {
      id: 'firedAt',
      title: t.firedAt,
      width: 140,
      isFixed: true,
      narrow: '1',
      cell: (row) => <DateTime value={row.firedAt} />,
    },
    {
      id: 'severity',
      title: t.severity,
      width: 120,
      narrow: '2',
      cell: (row) => <Severity of={row} />,
    },
    { id: 'message', title: t.message, width: 380, narrow: '3', cell: (row) => row.message },
    {
      id: 'state',
      title: t.state,
      width: 130,
      narrow: '1 end',
      cell: (row) => <State of={row} />,
    },
    { id: 'type', title: t.type, width: 110, cell: (row) => kinds[row.type] },
    {
      id: 'merchant',
      title: t.merchant,
      width: 150,
      cell: (row) => row.merchantName ?? t.allMerchants,
    },
    ...(isOfAll ? [tenant] : []),
  ]
}
