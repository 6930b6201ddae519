import { createContext, useContext, useSyncExternalStore } from 'react'
import type { AppState } from './app-state.rules.ts'
import type { AppStore } from './app-store.ts'

const Context = createContext<AppStore | null>(null)
export const AppStoreProvider = Context.Provider

export function useAppStore(): AppStore {
  const store = useContext(Context)
  if (store === null) throw new Error('useAppStore needs the portal around it')
  return store
}

export function useAppState(): AppState {
  const store = useAppStore()
  return useSyncExternalStore(store.subscribe, () => store.current)
}
