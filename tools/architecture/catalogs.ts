import { type AnyText, valueNames } from '@counterfoil/kit/contract/texts.ts'
import compile from 'icu-minify/compile'
import { sameInAll } from './texts.ts'

/** A text that the code declares: its English, and the name that a table gives it. */
export interface DeclaredText {
  readonly english: string
  readonly name: string
}

type Catalog = Readonly<Record<string, string | Readonly<Record<string, string>>>>

/**
 * What is wrong with the catalogs of a folder, by language: texts that they lack or that the code has no more, empty
 * ones, ICU messages that cannot be read, values that the English does not have, and English that was left standing.
 */
export function catalogFindings(
  declared: readonly DeclaredText[],
  catalogs: Readonly<Record<string, Catalog>>,
): string[] {
  const namesByEnglish = Map.groupBy(declared, ({ english }) => english)
  return [
    ...[...namesByEnglish.keys()].flatMap(englishFindings),
    ...Object.entries(catalogs).flatMap(([language, catalog]) => {
      const missing = declared.filter((one) => translationOf(catalog, one) === undefined)
      const texts = declared.flatMap((one) => {
        const translation = translationOf(catalog, one)
        return translation === undefined ? [] : translationFindings(one.english, translation)
      })
      return [
        ...new Set(missing.map(({ english }) => `“${english}” is missing`)),
        ...new Set(superfluous(namesByEnglish, catalog)),
        ...new Set(texts),
      ].map((finding) => `${language}: ${finding}`)
    }),
  ]
}

function translationOf(catalog: Catalog, { english, name }: DeclaredText): string | undefined {
  const found = catalog[english]
  return typeof found === 'object' ? found[name] : found
}

function superfluous(
  declared: ReadonlyMap<string, readonly DeclaredText[]>,
  catalog: Catalog,
): string[] {
  return Object.entries(catalog).flatMap(([english, found]) => {
    const names = declared.get(english)?.map(({ name }) => name)
    if (names === undefined) return [`“${english}” is in no file of the folder`]
    if (typeof found === 'string') return []
    return Object.keys(found)
      .filter((name) => !names.includes(name))
      .map((name) => `“${english}” is nowhere called ${name}`)
  })
}

function englishFindings(english: string): string[] {
  if (english.trim() === '') return ['an English text is empty']
  return typeof valuesOf(english) === 'string' ? [`“${english}” ${valuesOf(english)}`] : []
}

function translationFindings(english: string, translation: string): string[] {
  if (translation.trim() === '') return [`“${english}” is empty`]
  const [own, its] = [valuesOf(english), valuesOf(translation)]
  if (typeof its === 'string') return [`“${translation}” ${its}`]
  if (typeof own !== 'string' && own.join() !== its.join()) {
    return [`“${english}” has the values ${own.join(', ')}, its translation ${its.join(', ')}`]
  }
  const isSame = english === translation && /\p{L}{2}/u.test(english.replace(/\{[^{}]*\}/g, ''))
  return isSame && !sameInAll.has(english) ? [`“${english}” is the same in both languages`] : []
}

/** The names of an ICU message's values in order; or why it is none. */
export function valuesOf(message: string): string[] | string {
  try {
    return valueNames({ en: compile(message) } as AnyText).toSorted()
  } catch (error) {
    return `is no ICU message: ${(error as Error).message}`
  }
}
