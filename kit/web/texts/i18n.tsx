import { type LanguageCode, languageCodes } from '@counterfoil/kit/contract/languages.ts'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react'

export const languages = languageCodes
export type Language = LanguageCode

/** What each language is called in itself. */
export const languageNames: Record<Language, string> = { en: 'English', tr: 'Türkçe' }

/** Formats follow the language; English means British (the default locale of the product). */
export const localeOf: Record<Language, string> = { en: 'en-GB', tr: 'tr-TR' }

/** A text in English and Turkish, in this order. A missing one is a type error. */
export type Text = readonly [english: string, turkish: string]
// biome-ignore lint/suspicious/noExplicitAny: a phrase takes whatever its author declares; callers see its own type
type Phrase = (...values: any[]) => string
type Pair = Text | readonly [english: Phrase, turkish: Phrase]
type Texts = Record<string, Pair>
export type InOneLanguage<T extends Texts> = { readonly [K in keyof T]: T[K][0] }

/**
 * Declares the texts of a feature, both languages side by side; what varies is a function of its values:
 * `messages({ title: ['Payments', 'Ödemeler'], found: [(n: number) => `${n} found`, (n: number) => `${n} bulundu`] })`.
 */
export function messages<const T extends Texts>(texts: T): T {
  return texts
}

/** One language's texts, for use outside of components. */
export function inLanguage<T extends Texts>(texts: T, language: Language): InOneLanguage<T> {
  const place = languages.indexOf(language)
  return Object.fromEntries(
    Object.entries(texts).map(([key, pair]) => [key, pair[place]]),
  ) as InOneLanguage<T>
}

/** The texts in the language that the page is in now, for what is said from outside of components. */
export function inPageLanguage<T extends Texts>(texts: T): InOneLanguage<T> {
  return inLanguage(texts, pageLanguage())
}

export function pageLanguage(): Language {
  const said = globalThis.document?.documentElement.lang
  return isLanguage(said) ? said : 'en'
}

interface LanguageState {
  readonly language: Language
  readonly locale: string
  /** The user's choice, remembered on this device. */
  setLanguage(language: Language): void
  /** What to use as long as nothing is chosen; not remembered. */
  preferLanguage(language: Language): void
}

const LanguageContext = createContext<LanguageState>({
  language: 'en',
  locale: localeOf.en,
  setLanguage: () => {},
  preferLanguage: () => {},
})

const storageKey = 'Language'

function isLanguage(value: unknown): value is Language {
  return languages.includes(value as Language)
}

/** What the user chose on this device; else what the browser prefers among the languages that exist. */
export function initialLanguage(): Language {
  const stored = localStorage.getItem(storageKey)
  if (isLanguage(stored)) return stored
  const preferred = navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage)
  return preferred ?? 'en'
}

/** Whether this device remembers a choice that is in use; without one the user's own setting decides after sign-in. */
export function hasChosenLanguage(inUse: string): boolean {
  const stored = localStorage.getItem(storageKey)
  return isLanguage(stored) && inUse.includes(stored)
}

/** Holds the language, remembers the choice, and tells the document, on which casing (i/İ) in CSS depends. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setState] = useState<Language>(initialLanguage)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const setLanguage = useCallback((chosen: Language) => {
    localStorage.setItem(storageKey, chosen)
    setState(chosen)
  }, [])
  const state = useMemo(
    () => ({ language, locale: localeOf[language], setLanguage, preferLanguage: setState }),
    [language, setLanguage],
  )
  return <LanguageContext value={state}>{children}</LanguageContext>
}

export function useLanguage(): LanguageState {
  return useContext(LanguageContext)
}

/** The texts in the user's language: `const t = useTexts(texts)`, then `t.title`, `t.found(3)`. */
export function useTexts<T extends Texts>(texts: T): InOneLanguage<T> {
  const { language } = useContext(LanguageContext)
  return useMemo(() => inLanguage(texts, language), [texts, language])
}

/** For single texts that travel as values, like a screen's title. */
export function useTranslate(): (text: Text) => string {
  const { language } = useContext(LanguageContext)
  return useCallback((text: Text) => text[languages.indexOf(language)] ?? text[0], [language])
}
