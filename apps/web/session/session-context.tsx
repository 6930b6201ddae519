import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Session, SignedIn } from './session.ts'

const SessionContext = createContext<Session | null>(null)
export const SessionProvider = SessionContext.Provider

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('useSession needs the portal around it')
  return session
}

/** The signed-in user of this page, or null. */
export function useSignedIn(): SignedIn | null {
  const session = useSession()
  return useSyncExternalStore(session.subscribe, () => session.current)
}
