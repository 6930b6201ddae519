import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type ReportSetting, readReportSettings } from './report-settings.contract.ts'
import { overviewTexts } from './report-settings.messages.ts'
import { TenantSelect, useTenant } from './use-tenant.tsx'

/** What is set of the reports of the tenant that is chosen. */
export const useReportSettings = () => useCall(readReportSettings, { query: useTenant().query })

/** The reports of a tenant, one in a row; the overview and the table by role are two faces of it. */
export function SettingsPage(props: {
  id: string
  title: string
  about: string
  /** The other face. */
  other: { readonly path: string; readonly label: string }
  columns: readonly GridColumn<ReportSetting>[]
  rowLink?: (report: ReportSetting) => string
  children?: ReactNode
}) {
  const t = useTexts(overviewTexts)
  const { suffix } = useTenant()
  const settings = useReportSettings()
  const { id, title, about, other, columns, rowLink, children } = props
  return (
    <Page
      title={title}
      description={about}
      actions={
        <Button size="xs" variant="default" component={Link} to={`${other.path}${suffix}`}>
          {other.label}
        </Button>
      }
    >
      <TenantSelect />
      <DataGrid<ReportSetting>
        id={id}
        label={title}
        columns={columns}
        rows={settings.data?.reports}
        rowId={(report) => report.id}
        {...(rowLink === undefined ? {} : { rowLink })}
        isRefreshing={settings.isFetching}
        problem={settings.error}
        onRetry={() => settings.refetch()}
        empty={{ title: t.nothing, text: t.nothingYet }}
      />
      {children}
    </Page>
  )
}
