import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { useMay, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Anchor, Group } from '@mantine/core'
import '@mantine/core/styles/Group.layer.css'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { type RetentionPeriod, type RetentionRun, readRetention } from './retention.contract.ts'
import { recordTexts, retentionTexts } from './retention.messages.ts'

const variablesPath = '/crm/settings/systemvariables'
const ownPath = '/crm/settings/tenant-retention'

/** How long records are kept, and what the last run deleted. */
export default function RetentionPage() {
  const t = useTexts(retentionTexts)
  const mayReadOwn = useMay('Settings.GeneralSettings.Retention.View')
  const retention = useCall(readRetention, {})
  return (
    <Page title={t.title} description={t.about}>
      <Group gap="lg">
        <Anchor component={Link} to={variablesPath}>
          {t.change}
        </Anchor>
        {mayReadOwn && (
          <Anchor component={Link} to={ownPath}>
            {t.changeOwn}
          </Anchor>
        )}
      </Group>
      <Periods rows={retention.data?.periods} />
      <Runs rows={retention.data?.runs} retention={retention} />
    </Page>
  )
}

function Periods({ rows }: { rows: readonly RetentionPeriod[] | undefined }) {
  const t = useTexts(retentionTexts)
  const names = useTexts(recordTexts)
  // a tenant may keep records longer than the platform: to the platform both periods are one
  const isPlatform = useUser().audience === 'platform'
  const columns = useMemo(
    (): GridColumn<RetentionPeriod>[] => [
      { id: 'what', title: t.what, isFixed: true, cell: ({ what }) => names[what] },
      { id: 'days', title: t.periods, align: 'right', cell: ({ days }) => t.days({ count: days }) },
      ...(isPlatform
        ? []
        : [
            {
              ...{ id: 'platformDays', title: t.platformDays, align: 'right' as const },
              cell: ({ platformDays }: RetentionPeriod) => t.days({ count: platformDays }),
            },
          ]),
      {
        ...{ id: 'least', title: t.least, align: 'right' },
        cell: ({ minDays }) => t.days({ count: minDays }),
      },
    ],
    [t, names, isPlatform],
  )
  return (
    <DataGrid<RetentionPeriod>
      id="retention-periods"
      label={t.periods}
      columns={columns}
      rows={rows}
      rowId={({ what }) => what}
    />
  )
}

function Runs({
  rows,
  retention,
}: {
  rows: readonly RetentionRun[] | undefined
  retention: Pick<ReturnType<typeof useCall>, 'isFetching' | 'error' | 'refetch'>
}) {
  const t = useTexts(retentionTexts)
  const names = useTexts(recordTexts)
  const { audience } = useUser()
  const { locale } = useLanguage()
  const columns = useMemo((): GridColumn<RetentionRun>[] => {
    const number = new Intl.NumberFormat(locale)
    return [
      { id: 'what', title: t.what, isFixed: true, cell: ({ what }) => names[what] },
      ...(audience === 'platform'
        ? [{ id: 'tenant', title: t.tenant, cell: (row: RetentionRun) => row.tenantName }]
        : []),
      { id: 'run', title: t.run, cell: ({ runAt }) => <DateTime value={runAt} /> },
      {
        ...{ id: 'olderThan', title: t.olderThan },
        cell: ({ olderThan }) => <DateTime value={olderThan} />,
      },
      {
        ...{ id: 'deleted', title: t.deleted, align: 'right' },
        cell: ({ deleted }) => number.format(deleted),
      },
      {
        ...{ id: 'deletedInAll', title: t.deletedInAll, align: 'right' },
        cell: ({ deletedInAll }) => number.format(deletedInAll),
      },
    ]
  }, [t, names, audience, locale])
  return (
    <DataGrid<RetentionRun>
      id="retention-runs"
      label={t.runs}
      columns={columns}
      rows={rows}
      rowId={({ tenantName, what }) => `${tenantName} ${what}`}
      isRefreshing={retention.isFetching}
      problem={retention.error}
      onRetry={() => retention.refetch()}
      empty={{ title: t.none, text: t.noneText }}
    />
  )
}
