import '@counterfoil/kit/web/theme/input-styles.ts'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import { type FieldProps, useField } from '@counterfoil/kit/web/form/fields.tsx'
import { useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { useCall } from '@counterfoil/kit/web/use-call.ts'
import { MultiSelect, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { resourceTexts } from './resource.messages.ts'

interface ReferenceFieldProps extends FieldProps {
  readonly of: Resource
  /** Names of what is chosen already, by key. */
  readonly names: Readonly<Record<string, string>>
  readonly tenantId: string | undefined
}

const restsMs = 250

/** Choices come from the server as they are searched for, so that any of them can be found. */
function useOptions({ of, name, names, tenantId }: ReferenceFieldProps, chosen: readonly string[]) {
  const [search, setSearch] = useState('')
  const [searchKey] = useDebouncedValue(search, restsMs)
  const { calls } = of
  if (calls.options === undefined) throw new Error(`${of.id} refers to nothing`)
  const answer = useCall(
    calls.options,
    { params: { field: name }, query: { searchKey, ...(tenantId ? { tenantId } : {}) } },
    { keepPrevious: true, staleMs: 30_000 },
  )
  const found = answer.data ?? []
  const missing = chosen
    .filter((key) => !found.some(({ id }) => id === key))
    .map((key) => ({ id: key, name: names[key] ?? key }))
  const data = [...missing, ...found].map((one) => ({ value: one.id, label: one.name }))
  return { data, search, setSearch }
}

export function ReferenceField(props: ReferenceFieldProps) {
  const t = useTexts(resourceTexts)
  const { field, shared } = useField(props)
  const value = typeof field.value === 'string' && field.value !== '' ? field.value : null
  const { data, setSearch } = useOptions(props, value === null ? [] : [value])
  return (
    <Select
      {...shared}
      ref={field.ref}
      name={field.name}
      searchable
      // a refused form moves here, and what was wrong is not to be covered
      openOnFocus={false}
      clearable={props.isRequired !== true}
      data={data}
      filter={({ options }) => options}
      nothingFoundMessage={t.noMatch}
      value={value}
      onSearchChange={(text) => setSearch(data.some(({ label }) => label === text) ? '' : text)}
      onChange={(chosen) => field.onChange(chosen ?? undefined)}
      onBlur={field.onBlur}
    />
  )
}

export function ReferencesField(props: ReferenceFieldProps) {
  const t = useTexts(resourceTexts)
  const { field, shared } = useField(props)
  const value = Array.isArray(field.value) ? (field.value as string[]) : []
  const { data, search, setSearch } = useOptions(props, value)
  return (
    <MultiSelect
      {...shared}
      ref={field.ref}
      name={field.name}
      searchable
      // a refused form moves here, and what was wrong is not to be covered
      openOnFocus={false}
      clearable
      data={data}
      filter={({ options }) => options}
      nothingFoundMessage={t.noMatch}
      value={value}
      searchValue={search}
      onSearchChange={setSearch}
      onChange={field.onChange}
      onBlur={field.onBlur}
    />
  )
}
