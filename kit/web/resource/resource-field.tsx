import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import type { AnyField } from '@counterfoil/kit/contract/resource-field.ts'
import { inBraces } from '@counterfoil/kit/contract/rich-text.ts'
import { DateField, DateTimeField } from '@counterfoil/kit/web/form/date-fields.tsx'
import {
  AmountField,
  CheckField,
  ChoiceField,
  type FieldProps,
  TextAreaField,
  TextField,
  useField,
} from '@counterfoil/kit/web/form/fields.tsx'
import { sanitise } from '@counterfoil/kit/web/form/input-rules.ts'
import {
  DecimalTextField,
  NumberField,
  PercentageField,
} from '@counterfoil/kit/web/form/number-fields.tsx'
import { Checkbox, Textarea } from '@mantine/core'
import { type ComponentProps, lazy, Suspense } from 'react'
import { useFormContext } from 'react-hook-form'
import { LoadingLines } from '../page/states.tsx'
import { holdsAny, useUser } from '../session/user.tsx'
import { useTexts, useTranslate } from '../texts/i18n.tsx'
import { ReferenceField, ReferencesField } from './reference-fields.tsx'
import { resourceTexts } from './resource.messages.ts'
import classes from './resource.module.css'

// the editor is large, and few records have formatted text
const RichTextField = lazy(() =>
  import('@counterfoil/kit/web/form/rich-text-field.tsx').then((part) => ({
    default: part.RichTextField,
  })),
)

interface ResourceFieldProps {
  readonly of: Resource
  readonly name: string
  /** Undefined for a new one. */
  readonly row: ResourceRow | undefined
  readonly tenantId: string | undefined
  readonly isDisabled: boolean
}

/** The control for one field, by its kind. */
export function ResourceField({ of, name, row, tenantId, isDisabled }: ResourceFieldProps) {
  const translate = useTranslate()
  const t = useTexts(resourceTexts)
  const field = { ...of.fields, ...of.createOnlyFields }[name] as AnyField
  const props: FieldProps = {
    name,
    label: translate(field.label),
    ...(field.hint === undefined ? {} : { description: translate(field.hint) }),
    isRequired:
      isNeeded(field) || (field.onlyFor !== undefined && field.onlyFor.isOptional !== true),
    isDisabled: isDisabled || (field.isFixed && row !== undefined),
  }
  const choices = useOffered(field, row?.[name]).map(({ value, label }) => ({
    value,
    label: translate(label),
  }))
  switch (field.kind) {
    case 'multiline':
      return <TextAreaField {...props} maxLength={field.maxLength ?? 2000} />
    case 'email':
      return <TextField {...props} kind="email" />
    case 'url':
      return <TextField {...props} kind="url" />
    case 'number':
      return field.input === undefined ? (
        <NumberField {...props} />
      ) : (
        <PercentageField {...props} has100 scale={field.input === 'basisPoints' ? 100 : 1} />
      )
    case 'amount':
      return <AmountOfCurrency {...props} currencyField={field.currencyField ?? ''} />
    case 'yesNo':
      return <CheckField {...props} />
    case 'choice':
      return <ChoiceField {...props} choices={choices} none={field.emptyMeansAll ? t.all : '–'} />
    case 'choices':
      return <ChoicesField {...props} choices={choices} />
    case 'list':
      return <ListField {...props} />
    case 'reference':
      return (
        <PartReference
          {...props}
          of={of}
          names={row?.names ?? {}}
          tenantId={tenantId}
          whole={field.target?.partOf}
        />
      )
    case 'references':
      return <ReferencesField {...props} of={of} names={row?.names ?? {}} tenantId={tenantId} />
    case 'instant':
      return <DateTimeField {...props} />
    case 'day':
      return <DateField {...props} />
    case 'richText':
      return (
        <Suspense fallback={<LoadingLines lines={5} />}>
          <RichTextWithVariables {...props} field={field} />
        </Suspense>
      )
    default:
      if (field.input === 'decimal') return <DecimalTextField {...props} />
      return field.variables === undefined ? (
        <TextField {...props} kind={textKind(field)} />
      ) : (
        <TextWithVariables {...props} field={field} />
      )
  }
}

const textKind = ({ input }: AnyField) => (input === 'tel' || input === 'swift' ? input : 'text')

/** What may not be left as it is before anything is typed. */
const isNeeded = ({ isOptional, kind, schema }: AnyField) =>
  !isOptional && kind !== 'yesNo' && !schema.safeParse('').success

/** Typed in the decimals of the currency that another field of the form says. */
function AmountOfCurrency({ currencyField, ...props }: FieldProps & { currencyField: string }) {
  const currency = useFormContext().watch(currencyField)
  const code = typeof currency === 'string' ? currency : ''
  return <AmountField {...props} currency={code} />
}

/** Of the parts of a record, those of the one that another field of the form says. */
function PartReference({
  whole,
  ...props
}: ComponentProps<typeof ReferenceField> & { whole: string | undefined }) {
  if (whole === undefined) return <ReferenceField {...props} />
  return <PartOf {...props} whole={whole} />
}

function PartOf({ whole, ...props }: ComponentProps<typeof ReferenceField> & { whole: string }) {
  const chosen = useFormContext().watch(whole)
  return <ReferenceField {...props} partOf={typeof chosen === 'string' && chosen ? chosen : null} />
}

type WithVariables = FieldProps & { field: AnyField }

/** Which variables there are follows from what else the form says. */
const useVariables = ({ field }: WithVariables) => field.variables?.(useFormContext().watch()) ?? []

function RichTextWithVariables(props: WithVariables) {
  return <RichTextField {...props} variables={useVariables(props)} />
}

function TextWithVariables(props: WithVariables) {
  const names = useVariables(props).filter(({ kind }) => kind === 'text')
  return (
    <TextField
      {...props}
      kind="text"
      description={names.map(({ name }) => inBraces(name)).join(' ')}
    />
  )
}

/** What one may not hand on is not offered, unless the record has it already. */
function useOffered({ choices = [] }: AnyField, had: unknown) {
  const user = useUser()
  const kept = [had].flat()
  return choices.filter(({ value, anyOf = [] }) => kept.includes(value) || holdsAny(user, anyOf))
}

function ChoicesField(
  props: FieldProps & { choices: readonly { value: string; label: string }[] },
) {
  const { field, shared } = useField(props)
  // ARIA has no aria-required for a group
  const { 'aria-required': _, ...group } = shared
  const first = props.choices[0]?.value
  return (
    <Checkbox.Group
      {...group}
      value={Array.isArray(field.value) ? field.value : []}
      onChange={field.onChange}
    >
      <div className={classes.choices}>
        {props.choices.map(({ value, label }) => (
          <Checkbox
            key={value}
            // a refused form moves to its first field that is wrong
            {...(value === first ? { ref: field.ref } : {})}
            size="xs"
            value={value}
            label={label}
            disabled={shared.disabled}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}

/** Texts, one a line. */
function ListField(props: FieldProps) {
  const t = useTexts(resourceTexts)
  const { field, shared } = useField({ ...props, description: props.description ?? t.onePerLine })
  return (
    <Textarea
      {...shared}
      ref={field.ref}
      name={field.name}
      autosize
      minRows={3}
      maxRows={10}
      value={Array.isArray(field.value) ? field.value.join('\n') : ''}
      onChange={(event) => field.onChange(event.currentTarget.value.split('\n'))}
      onBlur={() => {
        const lines: string[] = Array.isArray(field.value) ? field.value : []
        field.onChange(lines.map(sanitise).filter((line) => line !== ''))
        field.onBlur()
      }}
    />
  )
}
