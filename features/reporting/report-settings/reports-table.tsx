import '@counterfoil/kit/web/theme/input-styles.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useMayCall } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Checkbox } from '@mantine/core'
import {
  changeReportSetting,
  type ReportRole,
  type ReportSetting,
} from './report-settings.contract.ts'
import { overviewTexts, tableTexts } from './report-settings.messages.ts'
import { SettingsPage, useReportSettings } from './settings-page.tsx'
import { useTenant } from './use-tenant.tsx'

/** Reports by roles: a box is ticked where the role has the report. */
export default function ReportsTable() {
  const t = useTexts(tableTexts)
  const { query } = useTenant()
  const settings = useReportSettings()
  const columns = useRoleColumns(settings.data?.roles ?? [], query)
  return (
    <SettingsPage
      id="reports-table"
      title={t.title}
      about={t.about}
      other={{ path: '/crm/settings/reports/overview', label: t.toOverview }}
      columns={columns}
    />
  )
}

type Query = ReturnType<typeof useTenant>['query']

function useRoleColumns(roles: readonly ReportRole[], query: Query): GridColumn<ReportSetting>[] {
  const t = useTexts(tableTexts)
  const texts = useTexts(overviewTexts)
  const translate = useTranslate()
  const may = useMayCall(changeReportSetting)
  const whom = { platform: texts.platform, tenant: texts.operators, merchant: texts.merchants }
  const save = useAction(changeReportSetting, {
    onDone: () => showSnackbar({ message: texts.saved, tone: 'success' }),
  })
  const nameOf = ({ ownName, name }: ReportSetting) => ownName ?? translate(name as Text)
  const change = (report: ReportSetting, more: Partial<ReportSetting>) => {
    const { isOn, ownName, hiddenColumns, maxDays, roles: own, version } = { ...report, ...more }
    const body = { isOn, ownName, hiddenColumns, maxDays, roles: own, version }
    void save.run({ params: { report: report.id }, query, body })
  }
  const isDisabled = ({ isAvailable }: ReportSetting) => !may || !isAvailable || save.isRunning
  return [
    {
      ...{ id: 'report', title: texts.report, isFixed: true, width: 240, narrow: '1' },
      cell: nameOf,
    },
    {
      ...{ id: 'for', title: texts.for, width: 110, narrow: '2' },
      cell: ({ audience }) => audience.map((one) => whom[one]).join(', '),
    },
    {
      ...{ id: 'all', title: t.all, width: 90, narrow: '1 end' },
      cell: (report) => (
        <Checkbox
          size="xs"
          aria-label={t.isOn({ report: nameOf(report), role: t.all })}
          checked={report.isAvailable && report.isOn}
          disabled={isDisabled(report)}
          onChange={({ currentTarget }) => change(report, { isOn: currentTarget.checked })}
        />
      ),
    },
    ...roles.map(
      (role): GridColumn<ReportSetting> => ({
        ...{ id: role.id, title: role.name, width: 120 },
        cell: (report) => {
          if (!role.reports.includes(report.id)) return '–'
          const own = report.roles.find(({ roleId }) => roleId === role.id)
          const others = report.roles.filter(({ roleId }) => roleId !== role.id)
          const usual = { roleId: role.id, isOn: true, hiddenColumns: [], maxDays: null }
          return (
            <Checkbox
              size="xs"
              aria-label={t.isOn({ report: nameOf(report), role: role.name })}
              checked={report.isAvailable && report.isOn && own?.isOn !== false}
              disabled={isDisabled(report) || !report.isOn}
              onChange={({ currentTarget }) =>
                change(report, {
                  roles: [...others, { ...(own ?? usual), isOn: currentTarget.checked }],
                })
              }
            />
          )
        },
      }),
    ),
  ]
}
