import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import { type AnyField, partsOf } from '@counterfoil/kit/contract/resource-field.ts'
import { FoundFilter, FoundPanel } from '@counterfoil/kit/web/filters/found-filter.tsx'
import {
  choiceOf,
  ListFilters,
  OneFilter,
  oneOf,
  YesNoFilter,
} from '@counterfoil/kit/web/filters/list-filters.tsx'
import { TextFilter } from '@counterfoil/kit/web/filters/text-filter.tsx'
import type { ListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { useState } from 'react'
import { useUserContext } from '../session/user.tsx'
import { useTexts, useTranslate } from '../texts/i18n.tsx'
import { resourceTexts } from './resource.messages.ts'
import { useOptionNames, useOptionSearch } from './use-options.ts'

type List = ListState<string>

/** Search, whether it is on, and what the declaration filters by; all of it in the address. */
export function ResourceFilters({ of, list: whole }: { of: Resource; list: List }) {
  const t = useTexts(resourceTexts)
  const translate = useTranslate()
  const { user, tenants } = useUserContext()
  const list = withoutFormerParts(of, whole)
  // merchants see their own alone
  const named = (of.filters ?? []).filter(
    (name) => user.audience !== 'merchant' || name !== of.merchantField,
  )
  return (
    <ListFilters list={list} search={of.beginnings === undefined ? t.search : t.searchBeginnings}>
      {named.map((name) => (
        <FieldFilter key={name} of={of} name={name} list={list} />
      ))}
      {Object.entries(of.relationFilters ?? {}).map(([name, { label, choices }]) => (
        <OneFilter
          key={name}
          list={list}
          name={name}
          label={translate(label)}
          choices={Object.entries(choices).map(([value, one]) => ({
            value,
            label: translate(one),
          }))}
        />
      ))}
      <OneFilter
        list={list}
        name="isActive"
        label={t.status}
        choices={[
          { value: 'true', label: t.active },
          { value: 'false', label: t.inactive },
        ]}
      />
      {user.audience === 'platform' && of.owner === 'tenant' && (
        <OneFilter list={list} name="tenantId" label={t.tenant} choices={tenants.map(choiceOf)} />
      )}
    </ListFilters>
  )
}

/** Of another record, the parts of the one before are none. */
const withoutFormerParts = (of: Resource, list: List): List => ({
  ...list,
  setFilters: (change) => {
    const parts = Object.keys(change).flatMap((name) => partsOf(of.fields, name))
    const none = Object.fromEntries(parts.map((name) => [name, undefined]))
    list.setFilters({ ...none, ...change })
  },
})

function FieldFilter({ of, name, list }: { of: Resource; name: string; list: List }) {
  const translate = useTranslate()
  const field = of.fields[name] as AnyField
  const label = translate(field.label)
  const whole = field.target?.partOf
  // the parts of everything at once tell nobody anything
  if (whole !== undefined && list.filters[whole] === undefined) return null
  if (field.target !== undefined) return <ReferenceFilter {...{ of, name, list, label }} />
  if (field.kind === 'yesNo') return <YesNoFilter list={list} name={name} label={label} />
  if (field.choices === undefined) {
    const set = (chosen: string | undefined) => list.setFilters({ [name]: chosen })
    return <TextFilter label={label} value={list.filters[name]} onChange={set} />
  }
  const choices = field.choices.map((one) => ({ value: one.value, label: translate(one.label) }))
  return <OneFilter list={list} name={name} label={label} choices={choices} />
}

interface ReferenceFilterProps {
  readonly of: Resource
  readonly name: string
  readonly list: List
  readonly label: string
}

/** Also by what is switched off: records refer to it still. */
function ReferenceFilter(props: ReferenceFilterProps) {
  const { of, name, list, label } = props
  const { value } = oneOf(list, name)
  const names = useOptionNames({ of, name }, value, {})
  return (
    <FoundFilter label={label} value={value} nameOf={names.nameOf}>
      <FoundReferences {...props} names={names} />
    </FoundFilter>
  )
}

function FoundReferences(
  props: ReferenceFilterProps & { readonly names: ReturnType<typeof useOptionNames> },
) {
  const { of, name, list, label, names } = props
  const partOf = list.filters[of.fields[name]?.target?.partOf ?? '']
  const [typed, onType] = useState('')
  const options = { of, name, tenantId: list.filters.tenantId, partOf, which: 'all' } as const
  const found = useOptionSearch(options, typed, names)
  return (
    <FoundPanel label={label} {...oneOf(list, name)} found={found} search={{ typed, onType }} />
  )
}
