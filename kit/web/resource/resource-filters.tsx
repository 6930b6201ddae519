import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { AnyField } from '@counterfoil/kit/contract/resource-fields.ts'
import { ChoiceFilter } from '@counterfoil/kit/web/filters/choice-filter.tsx'
import { FilterBar } from '@counterfoil/kit/web/filters/filter-bar.tsx'
import { SearchField } from '@counterfoil/kit/web/filters/search-field.tsx'
import { TextFilter } from '@counterfoil/kit/web/filters/text-filter.tsx'
import type { ListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { useTexts, useTranslate } from '@counterfoil/kit/web/i18n.tsx'
import { useCall } from '@counterfoil/kit/web/use-call.ts'
import { useUserContext } from '@counterfoil/kit/web/user.tsx'
import { resourceTexts } from './resource.messages.ts'

type List = ListState<string>

/** Search, whether it is on, and what the declaration filters by; all of it in the address. */
export function ResourceFilters({ of, list }: { of: Resource; list: List }) {
  const t = useTexts(resourceTexts)
  const { user, tenants } = useUserContext()
  const { filters, setFilters } = list
  return (
    <FilterBar
      hasFilters={list.hasFilters}
      onClear={list.clearFilters}
      lead={
        <SearchField
          value={filters.searchKey}
          placeholder={t.search}
          onSearch={(searchKey) => setFilters({ searchKey })}
        />
      }
    >
      {(of.filters ?? []).map((name) => (
        <OneFilter key={name} of={of} name={name} list={list} />
      ))}
      <ChoiceFilter
        label={t.status}
        choices={[
          { value: 'true', label: t.active },
          { value: 'false', label: t.inactive },
        ]}
        value={filters.isActive === undefined ? [] : [filters.isActive]}
        onChange={(chosen) => setFilters({ isActive: chosen.at(-1) })}
      />
      {user.audience === 'platform' && of.owner === 'tenant' && (
        <ChoiceFilter
          label={t.tenant}
          choices={tenants.map(({ id, name }) => ({ value: id, label: name }))}
          value={filters.tenantId === undefined ? [] : [filters.tenantId]}
          onChange={(chosen) => setFilters({ tenantId: chosen.at(-1) })}
        />
      )}
    </FilterBar>
  )
}

function OneFilter({ of, name, list }: { of: Resource; name: string; list: List }) {
  const t = useTexts(resourceTexts)
  const translate = useTranslate()
  const field = of.fields[name] as AnyField
  const value = list.filters[name]
  const set = (chosen: string | undefined) => list.setFilters({ [name]: chosen })
  if (field.target !== undefined) return <ReferenceFilter {...{ of, name, list }} />
  if (field.choices === undefined && field.kind !== 'yesNo') {
    return <TextFilter label={translate(field.label)} value={value} onChange={set} />
  }
  const choices = field.choices?.map((one) => ({
    value: one.value,
    label: translate(one.label),
  })) ?? [
    { value: 'true', label: t.yes },
    { value: 'false', label: t.no },
  ]
  return (
    <ChoiceFilter
      label={translate(field.label)}
      choices={choices}
      value={value === undefined ? [] : [value]}
      onChange={(chosen) => set(chosen.at(-1))}
    />
  )
}

function ReferenceFilter({ of, name, list }: { of: Resource; name: string; list: List }) {
  const translate = useTranslate()
  const { calls } = of
  if (calls.options === undefined) throw new Error(`${of.id} refers to nothing`)
  const options = useCall(
    calls.options,
    { params: { field: name }, query: {} },
    { quiet: true, staleMs: 60_000 },
  )
  const value = list.filters[name]
  return (
    <ChoiceFilter
      label={translate(of.fields[name]?.label ?? [name, name])}
      choices={(options.data ?? []).map((one) => ({ value: one.id, label: one.name }))}
      value={value === undefined ? [] : [value]}
      onChange={(chosen) => list.setFilters({ [name]: chosen.at(-1) })}
    />
  )
}
