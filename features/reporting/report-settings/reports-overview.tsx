import type { Text } from '@counterfoil/kit/contract/texts.ts'
import { byItself } from '@counterfoil/kit/web/formats/status.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { useLanguage, useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useSearchParams } from 'react-router'
import { ReportDrawer } from './report-drawer.tsx'
import type { ReportSetting } from './report-settings.contract.ts'
import { overviewTexts } from './report-settings.messages.ts'
import { SettingsPage, useReportSettings } from './settings-page.tsx'
import { useTenant } from './use-tenant.tsx'

/** Every report of a tenant with what is set of it; one opens to be changed. */
export default function ReportsOverview() {
  const t = useTexts(overviewTexts)
  const { query } = useTenant()
  const settings = useReportSettings()
  const [search, setSearch] = useSearchParams()
  const columns = useSettingColumns()
  const opened = settings.data?.reports.find(({ id }) => id === search.get('report'))
  const withOpened = (id: string | undefined) => {
    const next = new URLSearchParams(search)
    if (id === undefined) next.delete('report')
    else next.set('report', id)
    return next
  }
  return (
    <SettingsPage
      id="report-settings"
      title={t.title}
      about={t.about}
      other={{ path: '/crm/settings/reports/table', label: t.toTable }}
      columns={columns}
      rowLink={({ id }) => `?${withOpened(id)}`}
    >
      {opened !== undefined && settings.data !== undefined && (
        <ReportDrawer
          key={`${opened.id} ${opened.version}`}
          report={opened}
          roles={settings.data.roles}
          query={query}
          onClose={() => setSearch(withOpened(undefined), { replace: true })}
        />
      )}
    </SettingsPage>
  )
}

function useSettingColumns(): GridColumn<ReportSetting>[] {
  const t = useTexts(overviewTexts)
  const translate = useTranslate()
  const { locale } = useLanguage()
  const whom = { platform: t.platform, tenant: t.operators, merchant: t.merchants }
  return [
    {
      ...{ id: 'report', title: t.report, isFixed: true, width: 260, narrow: '1' },
      cell: ({ ownName, name }) => ownName ?? translate(name as Text),
    },
    {
      ...{ id: 'state', title: t.state, width: 110, narrow: '1 end' },
      cell: ({ isAvailable, isOn }) => <SettingState isAvailable={isAvailable} isOn={isOn} />,
    },
    {
      ...{ id: 'for', title: t.for, width: 120, narrow: '2' },
      cell: ({ audience }) => audience.map((one) => whom[one]).join(', '),
    },
    {
      ...{ id: 'hidden', title: t.hidden, width: 170 },
      cell: ({ columns, hiddenColumns }) =>
        columns
          .filter(({ id }) => hiddenColumns.includes(id))
          .map(({ title }) => translate(title as Text))
          .join(', ') || '–',
    },
    {
      ...{ id: 'maxDays', title: t.maxDays, align: 'right', width: 100 },
      cell: ({ maxDays, longest }) => (maxDays ?? longest)?.toLocaleString(locale) ?? '–',
    },
    {
      ...{ id: 'roles', title: t.otherwise, width: 130, narrow: '2 end' },
      cell: ({ roles }) => t.otherwiseCount({ count: roles.length }),
    },
  ]
}

function SettingState({ isAvailable, isOn }: Pick<ReportSetting, 'isAvailable' | 'isOn'>) {
  const t = useTexts(overviewTexts)
  if (!isAvailable) return <StatusPill status="hold" map={byItself} label={t.kept} />
  const status = isOn ? 'positive' : 'neutral'
  return <StatusPill status={status} map={byItself} label={isOn ? t.on : t.off} />
}
