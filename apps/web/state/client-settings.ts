import type { ClientSettings } from '@counterfoil/kit/web/calls/call.ts'
import { keepDrafts } from '@counterfoil/kit/web/form/draft-store.ts'
import { useMemo } from 'react'
import type { Session } from '../session/session.ts'
import { useSession } from '../session/session-context.tsx'

/** How the portal's calls stand to the session: whose token they carry, and what follows when it opens nothing. */
export function useClientSettings(): Omit<ClientSettings, 'mode'> {
  const session = useSession()
  return useMemo(() => clientSettingsOf(session), [session])
}

export function clientSettingsOf(session: Session): Omit<ClientSettings, 'mode'> {
  return {
    token: () => session.current?.accessToken,
    renew: async () => {
      const result = await session.renew()
      // Nobody is signed in there any more. The guard of the pages leads to the sign-in.
      if (result === 'refused') endSession(session, null)
      return result === 'renewed'
    },
    // A fresh token that opens nothing: the user was deactivated, and signing in again would end the same.
    onRefused: ({ message }) => endSession(session, message),
  }
}

function endSession(session: Session, refusal: string | null) {
  if (session.current === null) return
  keepDrafts()
  void session.clear(refusal)
}
