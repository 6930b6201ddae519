import { type AnyText, type Text, textIn, valueNames } from '@counterfoil/kit/contract/texts.ts'
import { useSyncExternalStore } from 'react'
import { pageLanguage } from '../texts/i18n.tsx'

/** Compiled texts by a problem's stable code, or by `*.` and its last part: a refusal that several actions give. */
export type ProblemTexts = Readonly<Record<string, AnyText['en']>>

const known = new Map<string, ProblemTexts>()
const listeners = new Set<() => void>()

/** Makes these texts known: whoever shows a language loads them. */
export function addProblemTexts(language: string, texts: ProblemTexts): void {
  known.set(language, texts)
  for (const listen of listeners) listen()
}

/**
 * The text for a code in the page's language, with the values that the refusal names; undefined in English, which the
 * server speaks itself, for unknown codes, and where the text names a value that did not come.
 */
export function translatedProblem(code: string, params?: unknown): string | undefined {
  const language = pageLanguage()
  const texts = known.get(language)
  const message = texts?.[code] ?? texts?.[`*.${code.slice(code.lastIndexOf('.') + 1)}`]
  if (message === undefined) return undefined
  const text = { en: message }
  const given = new Map(Object.entries(typeof params === 'object' && params !== null ? params : {}))
  const names = valueNames(text)
  if (!names.every((name) => given.has(name))) return undefined
  const values = names.map((name) => [name, valueIn(given.get(name), language)])
  return textIn(text, language, Object.fromEntries(values))
}

const valueIn = (value: string | number | Text, language: string) =>
  typeof value === 'object' ? textIn(value, language) : value

/** The same in a component, which is shown again once the texts of its language have come. */
export function useTranslatedProblem(): typeof translatedProblem {
  useSyncExternalStore(
    (listen) => {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    () => known.get(pageLanguage()),
  )
  return translatedProblem
}
