import '@counterfoil/kit/web/theme/input-styles.ts'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import { partsOf } from '@counterfoil/kit/contract/resource-field.ts'
import { type FieldProps, useField } from '@counterfoil/kit/web/form/fields.tsx'
import { MultiSelect, Select } from '@mantine/core'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTexts } from '../texts/i18n.tsx'
import { resourceTexts } from './resource.messages.ts'
import { useOptionNames, useOptionSearch } from './use-options.ts'

interface ReferenceFieldProps extends FieldProps {
  readonly of: Resource
  /** Names of what is chosen already, by key. */
  readonly names: Readonly<Record<string, string>>
  readonly tenantId: string | undefined
  /** Of parts: of which record; null while none is chosen. */
  readonly partOf?: string | null
}

function useOptions(
  { of, name, names, tenantId, partOf }: ReferenceFieldProps,
  chosen: readonly string[],
  typed: (nameOf: (key: string) => string) => string,
) {
  const known = useOptionNames({ of, name }, chosen, names)
  const options = { of, name, tenantId, partOf, which: 'inUse' } as const
  return useOptionSearch(options, typed(known.nameOf), known).withChosen(chosen)
}

export function ReferenceField(props: ReferenceFieldProps) {
  const t = useTexts(resourceTexts)
  const { field, shared } = useField(props)
  const { setValue } = useFormContext()
  const choose = (chosen: string | null) => {
    field.onChange(chosen ?? undefined)
    // of another record, the parts of the one before are none
    const { fields, createOnlyFields } = props.of
    for (const part of partsOf({ ...fields, ...createOnlyFields }, props.name)) {
      setValue(part, '', { shouldDirty: true })
    }
  }
  const value = typeof field.value === 'string' && field.value !== '' ? field.value : null
  const [typed, setTyped] = useState('')
  const chosen = value === null ? [] : [value]
  // the field shows what is chosen where one types, and that is no search
  const data = useOptions(props, chosen, (nameOf) =>
    chosen.some((key) => nameOf(key) === typed) ? '' : typed,
  )
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
      onSearchChange={setTyped}
      onChange={choose}
      onBlur={field.onBlur}
    />
  )
}

export function ReferencesField(props: ReferenceFieldProps) {
  const t = useTexts(resourceTexts)
  const { field, shared } = useField(props)
  const value = Array.isArray(field.value) ? (field.value as string[]) : []
  const [typed, setTyped] = useState('')
  const data = useOptions(props, value, () => typed)
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
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={field.onChange}
      onBlur={field.onBlur}
    />
  )
}
