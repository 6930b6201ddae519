import { createContext, useContext } from 'react'
import type { Language } from '../texts/i18n.tsx'

/** What a user set up for itself. It is kept on the server, so it is the same on every device; null: nothing chosen. */
export interface Preferences {
  readonly layout: string | null
  readonly colourScheme: 'auto' | 'light' | 'dark' | null
  readonly density: 'comfortable' | 'compact' | null
  readonly language: Language | null
  /** Which notifications are also mailed; null: important ones. */
  readonly noticeMails: 'important' | 'all' | 'none' | null
  /** The columns of lists, by the lists' names, in order; no columns: the usual ones. */
  readonly columns: Readonly<Record<string, readonly string[]>>
}

export const noPreferences: Preferences = {
  layout: null,
  colourScheme: null,
  density: null,
  language: null,
  noticeMails: null,
  columns: {},
}

interface PreferencesState {
  readonly preferences: Preferences
  /** Takes effect at once and is sent to the server. */
  change(part: Partial<Preferences>): void
}

const Context = createContext<PreferencesState>({ preferences: noPreferences, change: () => {} })

/** Given by the shell; without it nothing is chosen. */
export const PreferencesProvider = Context.Provider

export function usePreferences(): PreferencesState {
  return useContext(Context)
}
