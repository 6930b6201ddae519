import type { GetICUArgs } from '@schummar/icu-type-parser'
import format, { type CompiledMessage } from 'icu-minify/format'
import { languageCodes, localeOf, sourceLanguage } from './languages.ts'
import { once } from './once.ts'

/** A text in each language that has it. */
export interface Text {
  readonly en: string
  readonly [language: string]: string
}

declare const valuesOf: unique symbol

/** A text with values in it: a compiled ICU message in each language that has it. */
export interface Template<Values> {
  readonly en: CompiledMessage
  readonly [language: string]: CompiledMessage
  readonly [valuesOf]?: Values
}

// biome-ignore lint/suspicious/noExplicitAny: templates of all values stand in one table
export type AnyText = Text | Template<any>

/** What a table of messages becomes: a text for each, by its English ICU message. */
export type TextsOf<T> = T extends string ? TextOf<T> : { readonly [K in keyof T]: TextsOf<T[K]> }

type TextOf<English extends string> = English extends `${string}{${string}`
  ? keyof GetICUArgs<English> extends never
    ? Text
    : Template<GetICUArgs<English, ArgumentTypes>>
  : Text

interface ArgumentTypes {
  ICUArgument: string | number
  ICUNumberArgument: number
  ICUDateArgument: Date
}

/** One language's texts: strings, and functions of their values. */
export type InOneLanguage<T> = {
  readonly [K in keyof T]: T[K] extends Text
    ? string
    : T[K] extends Template<infer Values>
      ? (values: Values) => string
      : InOneLanguage<T[K]>
}

const formatters = {
  getDateTimeFormat: once(
    (...options: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
      new Intl.DateTimeFormat(...options),
  ),
  getNumberFormat: once(
    (...options: ConstructorParameters<typeof Intl.NumberFormat>) =>
      new Intl.NumberFormat(...options),
  ),
  getPluralRules: once(
    (...options: ConstructorParameters<typeof Intl.PluralRules>) =>
      new Intl.PluralRules(...options),
  ),
}

/** The text in a language, in English where that one has none. */
export function textIn(text: Text, language: string): string
export function textIn<Values extends object>(
  text: Template<Values>,
  language: string,
  values: Values,
): string
export function textIn(text: AnyText, language: string, values?: object): string {
  const locale = (localeOf as Readonly<Record<string, string>>)[language] ?? localeOf.en
  const message = text[language] ?? text[sourceLanguage]
  return format(message, locale, values as Record<string, string>, { formatters }) as string
}

/** The template filled in, in every language; a value that is a text itself is said in the same one. */
export function textWith<Values extends object>(
  template: Template<Values>,
  values: { readonly [K in keyof Values]: Values[K] | Text },
): Text {
  const valuesIn = (language: string) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        isText(value) ? textIn(value as Text, language) : value,
      ]),
    ) as Values
  return inEachLanguage((language) => textIn(template, language, valuesIn(language)))
}

/** A text that is put together, in every language of the product. */
export const inEachLanguage = (say: (language: string) => string): Text =>
  Object.fromEntries(languageCodes.map((language) => [language, say(language)])) as unknown as Text

/** Says texts in one language, for a mail that is put together of several. */
export function sayIn(language: string): Say {
  return (text: AnyText, values = {}) => textIn(text, language, values)
}

export interface Say {
  (text: Text): string
  <Values extends object>(text: Template<Values>, values: Values): string
}

const isText = (value: unknown): value is AnyText =>
  typeof value === 'object' && value !== null && sourceLanguage in value

/** The names of the values that a text has in it, wherever in it they are. */
export function valueNames({ en }: AnyText): string[] {
  const namesIn = (node: unknown): string[] => {
    if (!Array.isArray(node)) return []
    const [name, , options] = node
    return [String(name), ...Object.values(options ?? {}).flatMap(branchNames)]
  }
  const branchNames = (branch: unknown) => (Array.isArray(branch) ? branch.flatMap(namesIn) : [])
  return [...new Set(branchNames(en))]
}

/** A whole table of texts in a language; what has values in it is a function of them. */
export function inLanguage<T extends object>(texts: T, language: string): InOneLanguage<T> {
  const inIt = (value: unknown): unknown => {
    if (!isText(value)) return inLanguage(value as object, language)
    return typeof value.en === 'string'
      ? textIn(value as Text, language)
      : (values: object) => textIn(value, language, values)
  }
  return Object.fromEntries(
    Object.entries(texts).map(([key, value]) => [key, inIt(value)]),
  ) as InOneLanguage<T>
}
