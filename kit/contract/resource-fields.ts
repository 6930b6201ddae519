import { z } from 'zod'
import {
  currencyCode,
  emailAddress,
  id,
  instant as instantField,
  maxAmountMinor,
  pickedDay,
} from './fields.ts'
import { languageCodes } from './languages.ts'
import { oneLine, withoutCredentials } from './plain-text.ts'
import type {
  Choice,
  ChoicesOf,
  Field,
  FieldKind,
  OnlyFor,
  ReferenceTarget,
  VariablesOf,
} from './resource-field.ts'
import type { Text } from './texts.ts'

interface Common {
  readonly hint?: Text
  readonly part?: Text
  readonly isFixed?: boolean
  /** Of a field that is optional in itself. */
  readonly onlyFor?: OnlyFor
}
interface ChoiceOptions extends Common {
  /** The hint says so too, where the field is optional. */
  readonly emptyMeansAll?: boolean
}
interface TextOptions extends Common {
  readonly min?: number
  readonly max?: number
  /** The field's hint explains it, in both languages. */
  readonly pattern?: RegExp
  readonly example?: string
  readonly isUpperCase?: boolean
  readonly variables?: VariablesOf
}

const field = <T>(
  kind: FieldKind,
  label: Text,
  schema: z.ZodType<T>,
  { hint, part, isFixed = false, emptyMeansAll = false, onlyFor }: ChoiceOptions,
  more: Partial<Field<T>> = {},
): Field<T> => ({
  kind,
  label,
  hint,
  part,
  schema,
  isFixed,
  emptyMeansAll,
  isOptional: false,
  ...(onlyFor === undefined ? {} : { onlyFor }),
  ...more,
})

function textSchema(
  { min = 1, max = 200, pattern, example, isUpperCase }: TextOptions,
  readsAs: (schema: z.ZodString) => z.ZodString = (schema) => schema,
) {
  let schema = readsAs(z.string().trim()).min(min).max(max)
  if (isUpperCase === true) schema = schema.toUpperCase()
  if (pattern !== undefined) schema = schema.regex(pattern)
  return example === undefined ? schema : schema.meta({ examples: [example] })
}

/** One line. */
export const text = (label: Text, options: TextOptions = {}): Field<string> =>
  field('text', label, textSchema(options, oneLine), options, {
    maxLength: options.max ?? 200,
    ...(options.variables === undefined ? {} : { variables: options.variables }),
  })

/** Several lines. */
export const multiline = (label: Text, options: TextOptions = {}): Field<string> =>
  field('multiline', label, textSchema({ max: 2000, ...options }), options, {
    maxLength: options.max ?? 2000,
  })

export const maxRichTextLength = 100_000

/** Formatted text. It is kept as HTML of a few elements; the server removes everything else. */
export const richText = (
  label: Text,
  options: Common & { readonly variables?: VariablesOf } = {},
): Field<string> =>
  field(
    'richText',
    label,
    z
      .string()
      .trim()
      .min(1)
      .max(maxRichTextLength)
      .meta({ examples: ['<p>A text</p>'] }),
    options,
    options.variables === undefined ? {} : { variables: options.variables },
  )

export const email = (label: Text, options: Common = {}): Field<string> =>
  field('email', label, emailAddress, options)

/** As people write it: with spaces, hyphens, brackets and a plus. */
export const phone = (label: Text): Field<string> => ({
  ...text(label, { max: 20, pattern: /^[+0-9 ()-]+$/, example: '+44 20 7946 0000' }),
  input: 'tel',
})

/** The code of a bank, and of its branch. */
export const swiftCode = (label: Text, options: Common = {}): Field<string> => ({
  ...text(label, {
    ...options,
    max: 11,
    isUpperCase: true,
    pattern: /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/,
    example: 'BUKBGB22',
  }),
  input: 'swift',
})

export const url = (label: Text, options: Common = {}): Field<string> =>
  field(
    'url',
    label,
    withoutCredentials(z.url({ protocol: /^https?$/ }).max(2048)).meta({
      examples: ['https://example.com/hook'],
    }),
    options,
  )

/** A whole number. */
export const wholeNumber = (
  label: Text,
  options: Common & { readonly min?: number; readonly max?: number } = {},
): Field<number> => {
  const { min = 0, max = 2_147_483_647 } = options
  const schema = z.int().min(min).max(max)
  return field('number', label, schema, options)
}

/** A share, in whole per cent; 100 is the whole. */
export const percentage = (
  label: Text,
  options: Common & { readonly min?: number; readonly max?: number } = {},
): Field<number> => ({ ...wholeNumber(label, { max: 100, ...options }), input: 'percentage' })

/** A share, kept in hundredths of a per cent and typed in per cent. */
export const basisPoints = (label: Text, options: Common = {}): Field<number> => ({
  ...wholeNumber(label, { max: 10_000, ...options }),
  input: 'basisPoints',
})

/** Minor units of the currency that another field names. */
export const amount = (
  label: Text,
  options: Common & {
    readonly currencyField: string
    readonly min?: number
    readonly max?: number
  },
): Field<number> => {
  const { currencyField, min = 0, max = maxAmountMinor } = options
  return field('amount', label, z.int().min(min).max(max), options, { currencyField })
}

export const yesNo = (label: Text, options: Common = {}): Field<boolean> =>
  field('yesNo', label, z.boolean(), options)

const choicesOf = (of: ChoicesOf): Choice[] =>
  Object.entries(of).map(([value, label]) => ({ value, label }))

/** One of a few values. */
export const choice = <const C extends ChoicesOf>(
  label: Text,
  of: C,
  options: ChoiceOptions = {},
): Field<keyof C & string> =>
  field('choice', label, z.enum(Object.keys(of) as [keyof C & string]), options, {
    choices: choicesOf(of),
  })

/** Any of a few values. */
export const choices = <const C extends ChoicesOf>(
  label: Text,
  of: C,
  options: ChoiceOptions & {
    readonly min?: number
    readonly anyOf?: Readonly<Partial<Record<keyof C & string, readonly string[]>>>
  } = {},
): Field<(keyof C & string)[]> => {
  const { min = 0, anyOf } = options
  const one = z.enum(Object.keys(of) as [keyof C & string])
  return field('choices', label, z.array(one).min(min).max(100), options, {
    choices: choicesOf(of).map((each) => {
      const rights = anyOf?.[each.value]
      return rights === undefined ? each : { ...each, anyOf: rights }
    }),
    isOptional: min === 0,
  })
}

/** Texts of one's own, one a line. */
export const list = (
  label: Text,
  options: Common & { readonly pattern?: RegExp } = {},
): Field<string[]> =>
  field(
    'list',
    label,
    z
      .array(
        z
          .string()
          .trim()
          .min(1)
          .max(200)
          .regex(options.pattern ?? /^/),
      )
      .max(500),
    options,
    { isOptional: true },
  )

/** A record of another kind. */
export const reference = (
  label: Text,
  target: ReferenceTarget,
  options: ChoiceOptions = {},
): Field<string> => field('reference', label, keySchema(target), options, { target })

/** Any number of records of another kind. */
export const references = (
  label: Text,
  target: ReferenceTarget,
  options: ChoiceOptions = {},
): Field<string[]> =>
  field('references', label, z.array(keySchema(target)).max(300), options, {
    target,
    isOptional: true,
  })

function keySchema(target: ReferenceTarget) {
  if (target.key === 'id') return id
  if (target.table === 'language') return z.enum(languageCodes)
  return target.table === 'currency' ? currencyCode : z.string().trim().min(1).max(64)
}

/** A moment. */
export const instant = (label: Text, options: Common = {}): Field<string> =>
  field('instant', label, instantField, options)

/** A day of the calendar, YYYY-MM-DD. */
export const day = (label: Text, options: Common = {}): Field<string> =>
  field('day', label, pickedDay, options)

/** The same field, which may be left empty. */
export const optional = <T>(of: Field<T>): Field<T | null> => ({
  ...of,
  schema: of.schema.nullable().default(null),
  isOptional: true,
})

/** The same field, which a new record need not say: it starts as this. */
export const startingAs = <T>(of: Field<T>, value: NoInfer<T>): Field<T> => ({
  ...of,
  // it is no function and never undefined: zod's default takes it as it is
  schema: of.schema.default(value as Parameters<typeof of.schema.default>[0]),
  startsAs: value,
})
