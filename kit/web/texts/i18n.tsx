import { type LanguageCode, languageCodes, localeOf } from '@counterfoil/kit/contract/languages.ts'
import {
  type InOneLanguage,
  inLanguage,
  type Text,
  textIn,
} from '@counterfoil/kit/contract/texts.ts'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react'

export type Language = LanguageCode

/** The texts in the language that the page is in now, for what is said from outside of components. */
export function inPageLanguage<T extends object>(texts: T): InOneLanguage<T> {
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
  return languageCodes.includes(value as Language)
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

/** The texts in the user's language: `const t = useTexts(texts)`, then `t.title`, `t.found({ count: 3 })`. */
export function useTexts<T extends object>(texts: T): InOneLanguage<T> {
  const { language } = useContext(LanguageContext)
  return useMemo(() => inLanguage(texts, language), [texts, language])
}

/** For single texts that travel as values, like a screen's title. */
export function useTranslate(): (text: Text) => string {
  const { language } = useContext(LanguageContext)
  return useCallback((text: Text) => textIn(text, language), [language])
}
