import { canReach } from '@counterfoil/kit/web/calls/reachability.ts'
import { keepDrafts } from '@counterfoil/kit/web/form/draft-store.ts'
import { hideAlert, showAlert } from '@counterfoil/kit/web/overlays/alert-banner.tsx'
import { followViews } from '@counterfoil/kit/web/session/view-as.ts'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useEffect } from 'react'
import { followOtherTabs } from './cross-tab.ts'
import { IdleWatch } from './idle-watch.tsx'
import { keepRenewed, noticeExpiry } from './renewal.ts'
import { sessionTexts } from './session.messages.ts'
import { useSession } from './session-context.tsx'

/** Renews and ends the session while a user is signed in. */
export function SessionKeeper() {
  const session = useSession()
  const t = useTexts(sessionTexts)

  useEffect(() => {
    // Without a session the guard of the pages starts a new sign-in.
    const end = () => {
      keepDrafts()
      void session.clear()
    }
    const stops = [keepRenewed(session, end), followOtherTabs(session, end), followViews()]
    return () => {
      for (const stop of stops) stop()
    }
  }, [session])

  useEffect(() => {
    let isShown = false
    return noticeExpiry(
      session,
      async () => {
        // Usually not shown: the token is renewed in time.
        if (await canReach()) return
        isShown = true
        showAlert({ severity: 'warning', message: t.expiring, isPersistent: true })
      },
      () => {
        if (isShown) hideAlert()
        isShown = false
      },
    )
  }, [session, t])
  return <IdleWatch />
}
