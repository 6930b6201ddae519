import { z } from 'zod'
import { calendarDay, currencyCode, id, maxAmountMinor, timestamp } from './fields.ts'
import { languageCodes } from './languages.ts'
import { oneLine, withoutCredentials } from './plain-text.ts'

/** English and Turkish, in this order. */
export type BothLanguages = readonly [english: string, turkish: string]

export interface Choice {
  readonly value: string
  readonly label: BothLanguages
  /** Whoever gives it must hold one of these permissions: nobody hands on what they may not do themselves. */
  readonly anyOf?: readonly string[]
}

/** Where the values of a reference are found: a table with a key and a name, of the tenant's or of everybody. */
export interface ReferenceTarget {
  readonly table: string
  readonly key: string
  readonly name: string
  /** What the product lists itself has a name in Turkish too. */
  readonly nameTr?: string
  readonly owner: 'shared' | 'tenant'
  /** The column by which an operator limited to some merchants is limited here too. */
  readonly merchantColumn?: string
  /** Rows that are switched off are not offered. */
  readonly hasActivity?: boolean
  /** The tenant's own people and roles, who are no merchant's: also operators limited to merchants see all of them. */
  readonly isStaff?: boolean
  /** Rows alone whose columns hold one of these. */
  readonly only?: Readonly<Record<string, readonly string[]>>
  /** A shared list of which a tenant can switch values off for itself. */
  readonly switches?: string
  /** Shown by its name: its code alone says little to people. */
  readonly isNamed?: boolean
  /** Parts of what another field of the same record refers to: those of that one alone. */
  readonly partOf?: string
}

export type FieldKind =
  | 'text'
  | 'multiline'
  | 'richText'
  | 'email'
  | 'url'
  | 'number'
  | 'amount'
  | 'yesNo'
  | 'choice'
  | 'choices'
  | 'list'
  | 'reference'
  | 'references'
  | 'instant'
  | 'day'

/** What `{{name}}` in a text stands for. */
export interface TextVariable {
  readonly name: string
  readonly label: BothLanguages
  /** An address becomes a link, lines stay lines, and HTML was made by the product itself. */
  readonly kind?: 'text' | 'address' | 'lines' | 'html'
  /** A rich text without it would be of no use. */
  readonly isNeeded?: boolean
}

/** The variables that a text takes, as the record's other values have it. */
export type VariablesOf = (values: Readonly<Record<string, unknown>>) => readonly TextVariable[]

/** One field of a resource: what it is called, what it takes, and so how it is shown, typed, filtered and stored. */
export interface Field<T> {
  readonly kind: FieldKind
  readonly label: BothLanguages
  readonly hint?: BothLanguages
  /** The part of a long form that begins with it. */
  readonly part?: BothLanguages
  readonly schema: z.ZodType<T>
  /** May be left empty; then it is null, or an empty list. */
  readonly isOptional: boolean
  /** Left empty it means all of them; else nothing. */
  readonly emptyMeansAll: boolean
  /** Asked for one choice of another field alone: needed with it, and empty with all others. */
  readonly onlyFor?: OnlyFor
  /** Said when the record is made, and never changed. */
  readonly isFixed: boolean
  readonly choices?: readonly Choice[]
  readonly target?: ReferenceTarget
  /** Of an amount: the field that says in which currency. */
  readonly currencyField?: string
  /** Of a text or a rich text: what may stand in it in double braces. */
  readonly variables?: VariablesOf
  /** For the form: the most that can be typed. */
  readonly maxLength?: number
}

/** Another field of the record, and its choice. */
export interface OnlyFor {
  readonly field: string
  readonly is: string
}

/** A field, whatever it takes. */
// biome-ignore lint/suspicious/noExplicitAny: fields of all types stand in one record
export type AnyField = Field<any>

/** Whether the field says anything in a record with these values. */
export const isAsked = (
  { onlyFor }: Pick<AnyField, 'onlyFor'>,
  values: Readonly<Record<string, unknown>>,
): boolean => onlyFor === undefined || values[onlyFor.field] === onlyFor.is

/** The fields that refer to parts of what this one refers to. */
export const partsOf = (fields: Readonly<Record<string, AnyField>>, name: string): string[] =>
  Object.keys(fields).filter((one) => fields[one]?.target?.partOf === name)

interface Common {
  readonly hint?: BothLanguages
  readonly part?: BothLanguages
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
  /** What it asks for is said in the hint, in both languages. */
  readonly pattern?: RegExp
  readonly example?: string
  readonly isUpperCase?: boolean
  readonly variables?: VariablesOf
}

const field = <T>(
  kind: FieldKind,
  label: BothLanguages,
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
export const text = (label: BothLanguages, options: TextOptions = {}): Field<string> =>
  field('text', label, textSchema(options, oneLine), options, {
    maxLength: options.max ?? 200,
    ...(options.variables === undefined ? {} : { variables: options.variables }),
  })

/** Several lines. */
export const multiline = (label: BothLanguages, options: TextOptions = {}): Field<string> =>
  field('multiline', label, textSchema({ max: 2000, ...options }), options, {
    maxLength: options.max ?? 2000,
  })

export const mostRichText = 100_000

/** Formatted text. It is kept as HTML of a few elements; the server removes everything else. */
export const richText = (
  label: BothLanguages,
  options: Common & { readonly variables?: VariablesOf } = {},
): Field<string> =>
  field(
    'richText',
    label,
    z
      .string()
      .trim()
      .min(1)
      .max(mostRichText)
      .meta({ examples: ['<p>A text</p>'] }),
    options,
    options.variables === undefined ? {} : { variables: options.variables },
  )

export const email = (label: BothLanguages, options: Common = {}): Field<string> =>
  field('email', label, z.email().max(254), options)

/** As people write it: with blanks, brackets and a plus. */
export const phone = (label: BothLanguages): Field<string> =>
  text(label, { max: 40, pattern: /^[+0-9 ()./-]+$/, example: '+44 20 7946 0000' })

export const url = (label: BothLanguages, options: Common = {}): Field<string> =>
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
  label: BothLanguages,
  options: Common & { readonly min?: number; readonly max?: number } = {},
): Field<number> => {
  const { min = 0, max = 2_147_483_647 } = options
  const schema = z.int().min(min).max(max)
  return field('number', label, schema, options)
}

/** Minor units of the currency that another field names. */
export const amount = (
  label: BothLanguages,
  options: Common & {
    readonly currencyField: string
    readonly min?: number
    readonly max?: number
  },
): Field<number> => {
  const { currencyField, min = 0, max = maxAmountMinor } = options
  return field('amount', label, z.int().min(min).max(max), options, { currencyField })
}

export const yesNo = (label: BothLanguages, options: Common = {}): Field<boolean> =>
  field('yesNo', label, z.boolean(), options)

export type ChoicesOf = Readonly<Record<string, BothLanguages>>

const choicesOf = (of: ChoicesOf): Choice[] =>
  Object.entries(of).map(([value, label]) => ({ value, label }))

/** One of a few values. */
export const choice = <const C extends ChoicesOf>(
  label: BothLanguages,
  of: C,
  options: ChoiceOptions = {},
): Field<keyof C & string> =>
  field('choice', label, z.enum(Object.keys(of) as [keyof C & string]), options, {
    choices: choicesOf(of),
  })

/** Any of a few values. */
export const choices = <const C extends ChoicesOf>(
  label: BothLanguages,
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
  label: BothLanguages,
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
  label: BothLanguages,
  target: ReferenceTarget,
  options: ChoiceOptions = {},
): Field<string> => field('reference', label, keySchema(target), options, { target })

/** Any number of records of another kind. */
export const references = (
  label: BothLanguages,
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
export const instant = (label: BothLanguages, options: Common = {}): Field<string> =>
  field('instant', label, timestamp, options)

/** A day of the calendar, YYYY-MM-DD. */
export const day = (label: BothLanguages, options: Common = {}): Field<string> =>
  field('day', label, calendarDay, options)

/** The same field, which may be left empty. */
export const optional = <T>(of: Field<T>): Field<T | null> => ({
  ...of,
  schema: of.schema.nullable().default(null),
  isOptional: true,
})

/** The tenant's own records of one table, those in use. */
export const ownRecords = (table: string, name = 'name') =>
  ({
    table,
    key: 'id',
    name,
    owner: 'tenant',
    hasActivity: true,
  }) as const satisfies ReferenceTarget

/** What references lead to that is no resource of its own. */
export const targets = {
  merchant: {
    table: 'merchant',
    key: 'id',
    name: 'legal_business_name',
    owner: 'tenant',
    merchantColumn: 'id',
  },
  currency: {
    table: 'currency',
    key: 'code',
    name: 'name',
    nameTr: 'name_tr',
    owner: 'shared',
    hasActivity: true,
    switches: 'currency',
  },
  industryType: {
    table: 'industry_type',
    key: 'code',
    name: 'name',
    owner: 'shared',
    hasActivity: true,
    switches: 'industry_type',
  },
  riskLevel: {
    table: 'risk_level',
    key: 'id',
    name: 'name',
    owner: 'tenant',
    hasActivity: true,
  },
  country: {
    table: 'country',
    key: 'code',
    name: 'name',
    nameTr: 'name_tr',
    owner: 'shared',
    hasActivity: true,
    switches: 'country',
  },
  language: {
    table: 'language',
    key: 'code',
    name: 'name',
    owner: 'shared',
    hasActivity: true,
    switches: 'language',
    isNamed: true,
  },
  paymentMethod: {
    table: 'payment_method',
    key: 'code',
    name: 'name',
    nameTr: 'name_tr',
    owner: 'shared',
    hasActivity: true,
    switches: 'payment_method',
  },
  paymentChannel: {
    table: 'payment_channel',
    key: 'code',
    name: 'name',
    nameTr: 'name_tr',
    owner: 'shared',
    hasActivity: true,
  },
  /** Of the tenant or the platform, not of merchants. */
  operator: {
    table: 'app_user',
    key: 'id',
    name: 'email',
    owner: 'tenant',
    isStaff: true,
    hasActivity: true,
    only: { user_type: ['tenant', 'platform'] },
  },
  operatorRole: {
    table: 'role',
    key: 'id',
    name: 'name',
    owner: 'tenant',
    isStaff: true,
    only: { user_type: ['tenant', 'platform'] },
  },
  serviceProvider: {
    table: 'service_provider',
    key: 'code',
    name: 'name',
    owner: 'shared',
    hasActivity: true,
    switches: 'service_provider',
    isNamed: true,
  },
} as const satisfies Record<string, ReferenceTarget>
