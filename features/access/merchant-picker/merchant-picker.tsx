import '@counterfoil/kit/web/theme/input-styles.ts'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { FoundFilter, FoundPanel } from '@counterfoil/kit/web/filters/found-filter.tsx'
import { type FieldProps, useField } from '@counterfoil/kit/web/form/fields.tsx'
import type { NamedId } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { MultiSelect, Select, type SelectProps } from '@mantine/core'
import { useState } from 'react'
import { useMerchantNames, useMerchantSearch } from './use-merchants.tsx'

const msg = messagesOf(import.meta.url)

const texts = msg({ noMatch: 'No match' })

interface PickerProps {
  readonly label: string
  /** The tenant whose merchants are offered; undefined: all that the user sees. */
  readonly tenantId?: string | undefined
}

/** The picker of one merchant, for pages and for forms. */
function OneMerchant({
  tenantId,
  ...props
}: Omit<SelectProps, 'value' | 'data'> & { tenantId: string | undefined; value: string | null }) {
  const t = useTexts(texts)
  const [typed, setTyped] = useState('')
  const chosen = props.value === null ? [] : [props.value]
  const names = useMerchantNames(chosen, tenantId)
  // the input shows the chosen name, which is no search text
  const searchText = chosen.some((id) => names.nameOf(id) === typed) ? '' : typed
  const { withChosen } = useMerchantSearch(searchText, tenantId, names)
  return (
    <Select
      searchable
      // a refused form moves the focus here, and an open list would cover the error
      openOnFocus={false}
      data={withChosen(chosen)}
      // the server has filtered already
      filter={({ options }) => options}
      nothingFoundMessage={t.noMatch}
      onSearchChange={setTyped}
      {...props}
    />
  )
}

/** One merchant. */
export function MerchantSelect({
  tenantId,
  ...props
}: PickerProps & {
  value: string | null
  placeholder?: string
  onChange(id: string | null): void
}) {
  return <OneMerchant clearable tenantId={tenantId} {...props} />
}

/** One merchant, as a field of a form. */
export function MerchantField({ tenantId, ...props }: FieldProps & PickerProps) {
  const { field, shared } = useField(props)
  return (
    <OneMerchant
      {...shared}
      ref={field.ref}
      name={field.name}
      tenantId={tenantId}
      value={typeof field.value === 'string' && field.value !== '' ? field.value : null}
      onChange={(chosen) => field.onChange(chosen ?? undefined)}
      onBlur={field.onBlur}
    />
  )
}

/** Any number of merchants. */
export function MerchantsSelect(
  props: PickerProps & {
    value: readonly string[]
    /** Names that are here already. */
    known?: readonly NamedId[]
    description?: string
    placeholder: string
    isDisabled: boolean
    problem: string | undefined
    onChange(ids: string[]): void
  },
) {
  const t = useTexts(texts)
  const [typed, setTyped] = useState('')
  const ids = [...props.value]
  const names = useMerchantNames(ids, props.tenantId, props.known)
  const { withChosen } = useMerchantSearch(typed, props.tenantId, names)
  return (
    <MultiSelect
      label={props.label}
      description={props.description}
      placeholder={ids.length === 0 ? props.placeholder : ''}
      searchable
      hidePickedOptions
      data={withChosen(ids)}
      filter={({ options }) => options}
      nothingFoundMessage={t.noMatch}
      value={ids}
      searchValue={typed}
      onSearchChange={setTyped}
      disabled={props.isDisabled}
      error={props.problem}
      onChange={props.onChange}
    />
  )
}

/** Any number of merchants, as a field of a form. */
export function MerchantsField({
  tenantId,
  ...props
}: FieldProps & PickerProps & { description: string; placeholder: string }) {
  const { field, shared } = useField(props)
  return (
    <MerchantsSelect
      {...props}
      tenantId={tenantId}
      value={field.value ?? []}
      isDisabled={shared.disabled}
      problem={shared.error}
      onChange={field.onChange}
    />
  )
}

interface FilterProps extends PickerProps {
  readonly value: readonly string[]
  onChange(ids: string[]): void
}

/** A list's filter by merchant; `severalOf` or `oneOf` of the list says how many can be chosen. */
export function MerchantFilter(props: FilterProps) {
  const names = useMerchantNames(props.value, props.tenantId)
  return (
    <FoundFilter label={props.label} value={props.value} nameOf={names.nameOf}>
      <FoundMerchants {...props} names={names} />
    </FoundFilter>
  )
}

function FoundMerchants(props: FilterProps & { names: ReturnType<typeof useMerchantNames> }) {
  const { names, tenantId, ...filter } = props
  const [typed, onType] = useState('')
  const found = useMerchantSearch(typed, tenantId, names)
  return <FoundPanel {...filter} found={found} search={{ typed, onType }} />
}
