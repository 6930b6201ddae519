import { foldText } from '@counterfoil/kit/contract/fold-text.ts'
import '@counterfoil/kit/web/theme/input-styles.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { Autocomplete, type ComboboxItem, type OptionsFilter, Select } from '@mantine/core'
import { useCurrencyChoices } from '../formats/names-of-codes.ts'
import { useTexts } from '../texts/i18n.tsx'
import { type FieldProps, useField } from './fields.tsx'
import { maxLengths, sanitise } from './input-rules.ts'

const msg = messagesOf(import.meta.url)

const texts = msg({ noMatch: 'No match' })

/** One of many values, found by typing. The list is at most 250 px high (theme). */
export function SelectField(
  props: FieldProps & { choices: readonly { value: string; label: string }[] },
) {
  const t = useTexts(texts)
  const { field, shared } = useField(props)
  return (
    <Select
      {...shared}
      ref={field.ref}
      name={field.name}
      searchable
      clearable={props.isRequired !== true}
      data={[...props.choices]}
      filter={byPart}
      nothingFoundMessage={t.noMatch}
      value={field.value ?? null}
      onChange={(value) => field.onChange(value ?? undefined)}
      onBlur={field.onBlur}
    />
  )
}

/** One of the currencies in use, by its code and its name. */
export function CurrencyField(props: FieldProps) {
  return <SelectField {...props} choices={useCurrencyChoices()} />
}

/** One line of free text, with what is usually said to choose from. */
export function SuggestionField(props: FieldProps & { suggestions: readonly string[] }) {
  const { field, shared } = useField(props)
  const value: string = field.value ?? ''
  return (
    <Autocomplete
      {...shared}
      ref={field.ref}
      name={field.name}
      autoComplete="off"
      maxLength={maxLengths.other}
      data={[...new Set(props.suggestions)]}
      filter={byPart}
      value={value}
      onChange={field.onChange}
      onBlur={() => {
        const left = sanitise(value)
        if (left !== value) field.onChange(left)
        field.onBlur()
      }}
    />
  )
}

/** On any keyboard: `ist` finds İstanbul, `isik` Işık, and `inr` the currency, in Turkish too. */
const byPart: OptionsFilter = ({ options, search }) => {
  const wanted = foldText(search.trim())
  return (options as ComboboxItem[]).filter(({ label }) => foldText(label).includes(wanted))
}
