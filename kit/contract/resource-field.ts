import type { z } from 'zod'
import type { Text } from './texts.ts'

export interface Choice {
  readonly value: string
  readonly label: Text
  /** Whoever gives it must hold one of these permissions: nobody hands on what they may not do themselves. */
  readonly anyOf?: readonly string[]
}

/** The choices of a field, by their values. */
export type ChoicesOf = Readonly<Record<string, Text>>

/** Where the values of a reference are found: a table with a key and a name, of the tenant's or of everybody. */
export interface ReferenceTarget {
  readonly table: string
  readonly key: string
  readonly name: string
  /** People: shown by first and last name where these are known, and found by `name` too. */
  readonly isPerson?: boolean
  /** What the product lists itself has a name in Turkish too. */
  readonly nameTr?: string
  readonly owner: 'shared' | 'tenant'
  /** The column by which an operator limited to some merchants is limited here too. */
  readonly merchantColumn?: string
  /** Rows that are switched off are not offered. */
  readonly hasActivity?: boolean
  /**
   * The tenant's own people and roles: also who is limited to merchants sees those that are no merchant's, and with a
   * `merchantColumn` those of these merchants.
   */
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

/** Telephone numbers, Swift codes, numbers kept as text, shares in per cent, and shares in hundredths of a per cent. */
export type FieldInput = 'tel' | 'swift' | 'decimal' | 'percentage' | 'basisPoints'

/** What `{{name}}` in a text stands for. */
export interface TextVariable {
  readonly name: string
  readonly label: Text
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
  readonly label: Text
  readonly hint?: Text
  /** The part of a long form that begins with it. */
  readonly part?: Text
  readonly schema: z.ZodType<T>
  /** May be left empty; then it is null, or an empty list. */
  readonly isOptional: boolean
  /** Left empty it means all of them; else nothing. */
  readonly emptyMeansAll: boolean
  /** Shown only for some choices of another field: required with them, and empty with all others. */
  readonly onlyFor?: OnlyFor
  /** Said when the record is made, and never changed. */
  readonly isFixed: boolean
  readonly choices?: readonly Choice[]
  readonly target?: ReferenceTarget
  /** How the value is typed and shown, where its kind alone does not say. */
  readonly input?: FieldInput
  /** Of an amount: the field that says in which currency. */
  readonly currencyField?: string
  /** Of a text or a rich text: what may stand in it in double braces. */
  readonly variables?: VariablesOf
  /** What a new record has unless it says otherwise. */
  readonly startsAs?: T
  /** For the form: the most that can be typed. */
  readonly maxLength?: number
}

/** Another field of the record, and its choice. */
export interface OnlyFor {
  readonly field: string
  readonly is: string | readonly string[]
  /** May be left empty there too. */
  readonly isOptional?: boolean
}

/** A field, whatever it takes. */
// biome-ignore lint/suspicious/noExplicitAny: fields of all types stand in one record
export type AnyField = Field<any>

/** Whether the field says anything in a record with these values. */
export const isAsked = (
  { onlyFor }: Pick<AnyField, 'onlyFor'>,
  values: Readonly<Record<string, unknown>>,
): boolean => onlyFor === undefined || [onlyFor.is].flat().includes(String(values[onlyFor.field]))

/** The fields that refer to parts of what this one refers to. */
export const partsOf = (fields: Readonly<Record<string, AnyField>>, name: string): string[] =>
  Object.keys(fields).filter((one) => fields[one]?.target?.partOf === name)
