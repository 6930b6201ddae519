import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import compile from 'icu-minify/compile'
import { sourceLanguage } from './languages.ts'
import type { AnyText, TextsOf } from './texts.ts'

/** Messages in English: ICU message syntax, by the names that the code gives them. */
export interface MessageTable {
  readonly [name: string]: string | MessageTable
}

export interface Messages {
  <const English extends string>(english: English): TextsOf<English>
  <const Table extends MessageTable>(table: Table): TextsOf<Table>
}

/**
 * Declares texts: `const msg = messagesOf(import.meta.url)`, then `msg('Name')` or `msg({ rows: '{count} rows' })`.
 * The English is in the code. Each other language is a catalog of the folder, `messages.tr.json`, by the English.
 * The browser's build puts the compiled texts in the place of these calls (`apps/web/building/attach-texts.ts`).
 */
export function messagesOf(url: string): Messages {
  const folder = dirname(fileURLToPath(url))
  const withTranslations = (of: string | MessageTable, name: string): unknown =>
    typeof of === 'string'
      ? readText(folder, of, name)
      : Object.fromEntries(
          Object.entries(of).map(([key, value]) => [key, withTranslations(value, key)]),
        )
  return ((of: string | MessageTable) => withTranslations(of, '')) as Messages
}

/** Translations by their English; where one English text has several, by the names in the code. */
export type Catalog = Readonly<Record<string, string | Readonly<Record<string, string>>>>

const catalogsByFolder = new Map<string, ReadonlyMap<string, Catalog>>()

/** The catalogs of a folder by their language. */
export function catalogsIn(folder: string): ReadonlyMap<string, Catalog> {
  const known = catalogsByFolder.get(folder)
  if (known !== undefined) return known
  const catalogs = new Map(
    readdirSync(folder)
      .map((name) => /^messages\.(\w+)\.json$/.exec(name))
      .filter((match) => match !== null)
      .map(([name, language = '']) => [
        language,
        JSON.parse(readFileSync(join(folder, name), 'utf8')) as Catalog,
      ]),
  )
  catalogsByFolder.set(folder, catalogs)
  return catalogs
}

/** A text with the translations that the folder's catalogs have of it. */
export function readText(folder: string, english: string, name: string): AnyText {
  const translations = [...catalogsIn(folder)].flatMap(([language, catalog]) => {
    const found = catalog[english]
    const translation = typeof found === 'object' ? found[name] : found
    return translation === undefined ? [] : [[language, compile(translation)] as const]
  })
  return Object.fromEntries([[sourceLanguage, compile(english)], ...translations]) as AnyText
}
