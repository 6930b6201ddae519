import '@counterfoil/kit/web/theme/input-styles.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import type { AnswerOf } from '@counterfoil/kit/web/calls/call.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { useMay, useMayCall } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Anchor, Checkbox } from '@mantine/core'
import { Link } from 'react-router'
import { giveReport, readGivenReports, settingsPermission } from './report-settings.contract.ts'
import { givenTexts, overviewTexts } from './report-settings.messages.ts'

type Given = AnswerOf<typeof readGivenReports>
type Report = Given['reports'][number]

/** Reports by tenants: a box is ticked where the platform gives the report to the tenant. */
export default function GivenReportsPage() {
  const t = useTexts(givenTexts)
  const given = useCall(readGivenReports, {})
  const maySettings = useMay(settingsPermission)
  const columns = useTenantColumns(given.data?.tenants ?? [])
  const tenants = given.data?.tenants ?? []
  return (
    <Page title={t.title} description={t.about}>
      <DataGrid<Report>
        id="given-reports"
        label={t.title}
        columns={columns}
        rows={given.data?.reports}
        rowId={({ id }) => id}
        isRefreshing={given.isFetching}
        problem={given.error}
        onRetry={() => given.refetch()}
        empty={{ title: t.noTenants }}
      />
      {maySettings && tenants.length > 0 && (
        <ul>
          {tenants.map(({ tenantId, name }) => (
            <li key={tenantId}>
              <Anchor component={Link} to={`/crm/settings/reports/overview?tenantId=${tenantId}`}>
                {t.tenantSettings({ tenant: name })}
              </Anchor>
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}

function useTenantColumns(tenants: Given['tenants']): GridColumn<Report>[] {
  const t = useTexts(givenTexts)
  const texts = useTexts(overviewTexts)
  const translate = useTranslate()
  const may = useMayCall(giveReport)
  const give = useAction(giveReport, {
    onDone: () => showSnackbar({ message: t.saved, tone: 'success' }),
  })
  const whom = { platform: texts.platform, tenant: texts.operators, merchant: texts.merchants }
  return [
    {
      ...{ id: 'report', title: texts.report, isFixed: true, width: 240, narrow: '1' },
      cell: ({ name }) => translate(name as Text),
    },
    {
      ...{ id: 'for', title: texts.for, width: 140, narrow: '2' },
      cell: ({ audience }) =>
        audience
          .filter((one) => one !== 'platform')
          .map((one) => whom[one])
          .join(', '),
    },
    ...tenants.map(
      ({ tenantId, name, kept }): GridColumn<Report> => ({
        ...{ id: tenantId, title: name, width: 130 },
        cell: (report) => (
          <Checkbox
            size="xs"
            aria-label={t.isAvailable({ report: translate(report.name as Text), tenant: name })}
            checked={!kept.includes(report.id)}
            disabled={!may || give.isRunning}
            onChange={({ currentTarget }) =>
              void give.run({
                params: { tenantId, report: report.id },
                body: { isAvailable: currentTarget.checked },
              })
            }
          />
        ),
      }),
    ),
  ]
}
