import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { useState } from 'react'
import { hasDecimalPoint, parseNumber, typedNumber } from '../formats/money.tsx'
import { useLanguage, useTexts } from '../texts/i18n.tsx'
import { type FieldProps, useField } from './fields.tsx'
import { useTypedFault } from './form.tsx'
import {
  decimalTextRule,
  digitRule,
  type InputRule,
  inputRules,
  numberWithCommaRule,
  percentageRule,
} from './input-kinds.ts'
import type { DigitOptions } from './input-rules.ts'
import { RuledInput } from './ruled-input.tsx'

const msg = messagesOf(import.meta.url)

const texts = msg({
  notANumber: 'This can be read as more than one number, or as none. Enter it like {example}.',
})

/**
 * A number of any sign; the form's value is the number, or undefined while it is none. Where the reader's decimal mark is a
 * point, digits, one point and a leading minus can be typed; where it is a comma the text is read as amounts are, and refused
 * rather than made another number.
 */
export function NumberField(props: FieldProps) {
  const { locale } = useLanguage()
  return hasDecimalPoint(locale) ? (
    <Typed {...props} rule={inputRules.number} />
  ) : (
    <WithComma {...props} locale={locale} />
  )
}

// shows what both marks mean
const example = 1500.25

function WithComma({ locale, ...props }: FieldProps & { locale: string }) {
  const t = useTexts(texts)
  const { field, shared } = useField(props)
  const { value } = field
  const shown = typeof value === 'number' ? typedNumber(value, locale) : ''
  const [typed, setTyped] = useState(shown)
  // a value that was set from outside takes the place of what was typed
  const text = parseNumber(typed, locale) === (value ?? undefined) ? typed : shown
  const isNone = text !== '' && parseNumber(text, locale) === undefined
  const fault = isNone
    ? t.notANumber({ example: new Intl.NumberFormat(locale).format(example) })
    : undefined
  useTypedFault(props.name, fault)
  return (
    <RuledInput
      {...shared}
      rule={numberWithCommaRule}
      ref={field.ref}
      name={field.name}
      // a minus is the beginning of a number
      error={text === '-' ? shared.error : (fault ?? shared.error)}
      value={text}
      onLeave={field.onBlur}
      onValue={(next) => {
        setTyped(next)
        field.onChange(parseNumber(next, locale))
      }}
    />
  )
}

/**
 * Per cent with up to two decimals; the form's value is the number, times `scale`. `has100` where the whole can be meant.
 */
export function PercentageField(props: FieldProps & { has100?: boolean; scale?: number }) {
  const { has100, ...rest } = props
  const { locale } = useLanguage()
  return <Typed {...rest} rule={percentageRule(has100, !hasDecimalPoint(locale))} unit="%" />
}

/** A number with as many decimals as it needs, like a rate: the form's value is its text, with a point. */
export function DecimalTextField(props: FieldProps) {
  const { locale } = useLanguage()
  const { field, shared } = useField(props)
  return (
    <RuledInput
      {...shared}
      rule={decimalTextRule(!hasDecimalPoint(locale))}
      ref={field.ref}
      name={field.name}
      value={field.value ?? ''}
      onValue={field.onChange}
      onLeave={field.onBlur}
    />
  )
}

/** Digits that are no quantity, like the end of a card: the form's value is the text, with its leading zeros. */
export function DigitsField(props: FieldProps & DigitOptions) {
  const { field, shared } = useField(props)
  return (
    <RuledInput
      {...shared}
      rule={digitRule(props)}
      ref={field.ref}
      name={field.name}
      value={field.value ?? ''}
      onValue={field.onChange}
      onLeave={field.onBlur}
    />
  )
}

const numberOf = (text: string) =>
  text === '' || !Number.isFinite(Number(text)) ? undefined : Number(text)

// decimals that binary numbers only come near to are rounded off
const scaled = (value: number | undefined, scale: number) =>
  value === undefined || scale === 1 ? value : Math.round(value * scale)

interface TypedProps extends FieldProps {
  readonly rule: InputRule
  readonly unit?: string
  readonly scale?: number
}

function Typed({ rule, unit, scale = 1, ...props }: TypedProps) {
  const { field, shared } = useField(props)
  const [typed, setTyped] = useState('')
  // a value that was set from outside takes the place of what was typed
  const isTyped = scaled(numberOf(typed), scale) === field.value
  const shown = typeof field.value === 'number' ? String(field.value / scale) : ''
  const text = isTyped ? typed : shown
  return (
    <RuledInput
      {...shared}
      rule={rule}
      ref={field.ref}
      name={field.name}
      {...(unit === undefined ? {} : { rightSection: <span aria-hidden>{unit}</span> })}
      value={text}
      onLeave={field.onBlur}
      onValue={(next) => {
        setTyped(next)
        field.onChange(scaled(numberOf(next), scale))
      }}
    />
  )
}
