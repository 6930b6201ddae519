import { maxAmountMinor } from '@counterfoil/kit/contract/fields.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { decimalPlacesOf, formatAmount } from '@counterfoil/kit/contract/money.ts'
import type { InOneLanguage } from '@counterfoil/kit/contract/texts.ts'
import { Checkbox, NativeSelect } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { type FieldError, useController, useFormContext } from 'react-hook-form'
import { isBeyondNumbers, parseAmount, typedAmount, withOtherDecimals } from '../formats/money.tsx'
import { useCurrencies } from '../session/user.tsx'
import { useLanguage, useTexts } from '../texts/i18n.tsx'
import { useTypedFault } from './form.tsx'
import { inputRules, type RuledKind } from './input-kinds.ts'
import { RuledInput, RuledTextarea } from './ruled-input.tsx'

const msg = messagesOf(import.meta.url)

export interface FieldProps {
  /** Path in the form's values: `method.number`. */
  readonly name: string
  readonly label: string
  readonly description?: ReactNode
  readonly isRequired?: boolean
  readonly isDisabled?: boolean
  /** Why nothing can be chosen or typed, which is no fault of what was. */
  readonly problem?: string | undefined
}

const texts = msg({
  noAmount: 'Enter an amount',
  amountTooLarge: 'This amount is too large',
  aboveZero: 'Enter an amount above zero',
  notAnAmount:
    '{places, plural, =0 {Enter a whole amount, like {example}} other {Enter an amount with up to # decimals, like {example}}}',
})

const common = (props: FieldProps, error: string | undefined) => ({
  label: props.label,
  description: props.description,
  withAsterisk: props.isRequired === true,
  'aria-required': props.isRequired === true,
  disabled: props.isDisabled === true,
  error: props.problem ?? error,
})

export function useField(props: FieldProps) {
  const { control, getValues } = useFormContext()
  const { field, fieldState } = useController({ name: props.name, control })
  // a field that was emptied would be given its default again, which the form does not send
  const value = getValues(props.name)
  return { field: { ...field, value }, shared: common(props, messageOf(fieldState.error)) }
}

/** Of a list it is one entry that is wrong: which of them is said too. */
function messageOf(error: FieldError | undefined): string | undefined {
  if (!Array.isArray(error)) return error?.message
  const at = error.findIndex((one) => one !== undefined && one !== null)
  return at < 0 ? undefined : `${at + 1}: ${(error as FieldError[])[at]?.message}`
}

/** One line. The kind decides what may be typed and how much; plain text is cleaned when the field is left. */
export function TextField(props: FieldProps & { kind?: RuledKind; autoComplete?: string }) {
  const { field, shared } = useField(props)
  return (
    <RuledInput
      {...shared}
      rule={inputRules[props.kind ?? 'other']}
      ref={field.ref}
      name={field.name}
      autoComplete={props.autoComplete ?? 'off'}
      value={field.value ?? ''}
      onValue={field.onChange}
      onLeave={field.onBlur}
    />
  )
}

/** Several lines. */
export function TextAreaField(props: FieldProps & { maxLength?: number; rows?: [number, number] }) {
  const { field, shared } = useField(props)
  const [least, most] = props.rows ?? [3, 7]
  return (
    <RuledTextarea
      {...shared}
      ref={field.ref}
      name={field.name}
      minRows={least}
      maxRows={most}
      maxLength={props.maxLength}
      value={field.value ?? ''}
      onValue={field.onChange}
      onLeave={field.onBlur}
    />
  )
}

/** One of a few values. */
export function ChoiceField(
  props: FieldProps & { choices: readonly { value: string; label: string }[]; none?: string },
) {
  const { field, shared } = useField(props)
  const none = props.none === undefined ? [] : [{ value: '', label: props.none }]
  return (
    <NativeSelect
      {...field}
      {...shared}
      value={field.value ?? ''}
      data={[...none, ...props.choices]}
      onChange={(event) => field.onChange(event.currentTarget.value || undefined)}
    />
  )
}

export function CheckField(props: FieldProps) {
  const { field, shared } = useField(props)
  // a tick is no answer that is missing
  const { withAsterisk: _, ...ofTick } = shared
  return (
    <Checkbox
      {...ofTick}
      ref={field.ref}
      name={field.name}
      checked={field.value === true}
      onBlur={field.onBlur}
      onChange={(event) => field.onChange(event.currentTarget.checked)}
    />
  )
}

interface TypedAmount {
  readonly text: string
  readonly amount: number | undefined
  readonly places: number
  readonly locale: string
  readonly isRefused: boolean
}

/** 1,250.00: shows how the reader's language writes thousands and decimals. */
const exampleOf = (places: number, locale: string) =>
  formatAmount(1250 * 10 ** places, places, locale)

/** What is wrong with what was typed: the messages of schemas are about minor units, and people type amounts in major units. */
function faultOf(t: InOneLanguage<typeof texts>, typed: TypedAmount): string | undefined {
  const { text, amount, places, locale, isRefused } = typed
  if (text === '') return isRefused ? t.noAmount : undefined
  if (amount === undefined) {
    if (/^[-\u2212]/.test(text.trim())) return t.aboveZero
    return isBeyondNumbers(text, places, locale)
      ? t.amountTooLarge
      : t.notAnAmount({ places, example: exampleOf(places, locale) })
  }
  if (!isRefused) return undefined
  if (amount > maxAmountMinor) return t.amountTooLarge
  return amount === 0 ? t.aboveZero : undefined
}

/** What is wrong with an amount as it is typed outside a form; undefined: nothing, or there is none. Without a currency it has two decimals. */
export function useAmountFault(currency: string | undefined): (text: string) => string | undefined {
  const t = useTexts(texts)
  const { locale } = useLanguage()
  const places = decimalPlacesOf(currency ?? '', useCurrencies())
  return (text) => {
    const amount = parseAmount(text, places, locale)
    // in a form its schema says how much is too much, which is more for the limits of a MID
    const isRefused = amount !== undefined && amount > maxAmountMinor
    return faultOf(t, { text, amount, places, locale, isRefused })
  }
}

/**
 * An amount in the reader's format; the form's value is minor units, or undefined while it is none. In another currency the
 * number stays as it was typed: 500 pounds become 500 yen, and not the 50,000 that as many minor units are.
 */
export function AmountField(props: FieldProps & { currency: string }) {
  const t = useTexts(texts)
  const { locale } = useLanguage()
  const { field, shared } = useField(props)
  const places = decimalPlacesOf(props.currency, useCurrencies())
  const shown = (amount: unknown) =>
    typeof amount === 'number' ? typedAmount(amount, places, locale) : ''
  // an object: the field is drawn anew for the same text too, where the form's value is none any more
  const [{ typed }, setTyped] = useState(() => ({ typed: shown(field.value) }))
  const { currency } = props
  const before = useRef({ currency, places, value: field.value as unknown })
  useLayoutEffect(() => {
    const was = before.current
    before.current = { currency, places, value: field.value }
    // a value that came together with its currency is of that currency already
    if (currency === was.currency || field.value !== was.value) return
    const isAmount = typeof field.value === 'number'
    const next = isAmount
      ? withOtherDecimals(field.value, places - was.places)
      : parseAmount(typed, places, locale)
    if (isAmount && next === undefined) {
      setTyped({ typed: typedAmount(field.value, was.places, locale) })
    }
    if (next !== field.value) field.onChange(next)
    before.current.value = next
  })
  const parsed = parseAmount(typed, places, locale)
  // A value that was set from outside (all that is left) takes the place of what was typed.
  const isSetOutside = typeof field.value === 'number' && parsed !== field.value
  const text = isSetOutside ? shown(field.value) : typed
  const wrong = faultOf(t, {
    text,
    amount: parseAmount(text, places, locale),
    places,
    locale,
    isRefused: shared.error !== undefined,
  })
  useTypedFault(props.name, text.trim() === '' ? undefined : wrong)
  return (
    <RuledInput
      {...shared}
      rule={inputRules.money}
      ref={field.ref}
      name={field.name}
      rightSection={<span aria-hidden>{props.currency}</span>}
      rightSectionWidth={56}
      value={text}
      error={wrong ?? shared.error}
      onLeave={field.onBlur}
      // what is typed takes the place of a zero, wherever in it the finger or the mouse has put the caret
      onClick={({ currentTarget }) => {
        if (parsed === 0) currentTarget.select()
      }}
      onValue={(next) => {
        setTyped({ typed: next })
        field.onChange(parseAmount(next, places, locale))
      }}
    />
  )
}
