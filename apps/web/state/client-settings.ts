import type { ClientSettings } from '@counterfoil/kit/web/calls/call.ts'
import { keepDrafts } from '@counterfoil/kit/web/form/draft-store.ts'
import { leaveView } from '@counterfoil/kit/web/session/view-as.ts'
import { useMemo } from 'react'
import type { Session } from '../session/session.ts'
import { useSession } from '../session/session-context.tsx'
import { useAppStore } from './app-state-context.tsx'

/** Connects the portal's calls to the session: their token, and what follows when the API refuses it. */
export function useClientSettings(): Omit<ClientSettings, 'mode'> {
  const session = useSession()
  const store = useAppStore()
  return useMemo(
    () => ({
      ...clientSettingsOf(session),
      viewAs: () => store.current.viewAs?.id,
      onViewChanged: leaveView,
    }),
    [session, store],
  )
}

export function clientSettingsOf(session: Session): Omit<ClientSettings, 'mode'> {
  return {
    token: () => session.current?.accessToken,
    renew: async () => {
      const result = await session.renew()
      // The user is signed out at the provider. The guard of the pages leads to the sign-in.
      if (result === 'refused') endSession(session, null)
      return result === 'renewed'
    },
    // Also a fresh token is refused: the user was deactivated, and signing in again would end the same.
    onRefused: ({ message }) => endSession(session, message),
  }
}

function endSession(session: Session, refusal: string | null) {
  if (session.current === null) return
  keepDrafts()
  void session.clear(refusal)
}
