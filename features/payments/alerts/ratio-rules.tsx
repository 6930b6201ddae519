import { measureNames } from '@counterfoil/features/reporting/figures/measure-names.schema.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { useLanguage, useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { alertRules } from './alert-rules.resource.ts'
import { ratioTexts } from './alerts.messages.ts'

const rulesPath = alertRules.screen?.path ?? ''
const ratios = ['declinedShare', 'undecidedShare'] as const
const most = 200

/** The alert rules for shares of declined or undecided payments; one opens where all rules are. */
export default function RatioRules() {
  const t = useTexts(ratioTexts)
  const [declined, undecided] = [useRules(ratios[0]), useRules(ratios[1])]
  const columns = useRatioColumns()
  const rows = declined.data && undecided.data && [...declined.data.data, ...undecided.data.data]
  return (
    <Page
      title={t.title}
      description={t.about}
      actions={
        <Button size="xs" component={Link} to={`${rulesPath}?record=new`}>
          {t.add}
        </Button>
      }
    >
      <DataGrid<ResourceRow>
        id="ratio-rules"
        label={t.title}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowLink={({ id }) => `${rulesPath}?record=${id}`}
        isRefreshing={declined.isFetching || undecided.isFetching}
        problem={declined.error ?? undecided.error}
        onRetry={() => Promise.all([declined.refetch(), undecided.refetch()])}
        empty={{ title: t.nothing, text: t.nothingYet }}
      />
    </Page>
  )
}

const useRules = (measure: (typeof ratios)[number]) =>
  useCall(alertRules.calls.list, { query: { measure, pageSize: most } as never })

function useRatioColumns(): GridColumn<ResourceRow>[] {
  const t = useTexts(ratioTexts)
  const translate = useTranslate()
  const { locale } = useLanguage()
  const field = (name: string) => translate(alertRules.fields[name]?.label as Text)
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  const states = alertRules.computedFields?.state?.choices ?? []
  const stateName = (value: unknown) => {
    const found = states.find((one) => one.value === value)
    return found === undefined ? '–' : translate(found.label)
  }
  return [
    {
      ...{ id: 'name', title: t.rule, isFixed: true, width: 200, narrow: '1' },
      cell: (row) => String(row.name),
    },
    {
      ...{ id: 'measure', title: field('measure'), width: 200, narrow: '2' },
      cell: (row) => translate(measureNames[row.measure as 'declinedShare']),
    },
    {
      ...{ id: 'threshold', title: field('thresholdBasisPoints'), align: 'right', width: 110 },
      cell: ({ thresholdBasisPoints: at }) =>
        typeof at === 'number' ? percent.format(at / 10_000) : '–',
    },
    {
      ...{ id: 'minutes', title: field('windowMinutes'), align: 'right', width: 100 },
      cell: ({ windowMinutes }) => (windowMinutes === null ? '–' : String(windowMinutes)),
    },
    {
      ...{ id: 'state', title: translate(alertRules.computedFields?.state?.label as Text) },
      width: 150,
      narrow: '1 end',
      cell: (row) => stateName(row.state),
    },
  ]
}
