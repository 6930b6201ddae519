import { FilterBar } from '@counterfoil/kit/web/filters/filter-bar.tsx'
import { DaysFilter } from '@counterfoil/kit/web/filters/list-filters.tsx'
import type { ListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import type { PaymentFilterName } from './filter-names.schema.ts'
import { FurtherFilters, further, KindFilters, OperatorFilters } from './payment-filters.tsx'
import { listTexts } from './payment-list.messages.ts'

/** The filters of the lookup without its search: what a report counts is found by the same filters in the list. */
export function ReportFilters({ list }: { list: ListState<PaymentFilterName> }) {
  const t = useTexts(listTexts)
  const hasFurther = further.some((name) => list.filters[name] !== undefined)
  return (
    <FilterBar
      hasFilters={list.hasFilters}
      onClear={list.clearFilters}
      further={<FurtherFilters list={list} />}
      hasFurther={hasFurther}
    >
      <DaysFilter list={list} label={t.date} from="dateFrom" to="dateTo" />
      <KindFilters list={list} />
      <OperatorFilters list={list} />
    </FilterBar>
  )
}
