import { canReach } from '@counterfoil/kit/web/calls/reachability.ts'
import { keepDrafts } from '@counterfoil/kit/web/form/draft-store.ts'
import { hideAlert, showAlert } from '@counterfoil/kit/web/overlays/alert-banner.tsx'
import { followViews } from '@counterfoil/kit/web/session/view-as.ts'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useEffect, useState } from 'react'
import { followOtherTabs } from './cross-tab.ts'
import { IdleWatch } from './idle-watch.tsx'
import { keepRenewed, noticeExpiry } from './renewal.ts'
import { sessionTexts } from './session.messages.ts'
import { useSession } from './session-context.tsx'
import classes from './session-keeper.module.css'

/**
 * Renews and ends the session while a user is signed in. In the last minute of a token a small line at the edge of the page
 * says that it is being renewed; if the server cannot be reached then, a warning says that the session ends.
 */
export function SessionKeeper() {
  const session = useSession()
  const t = useTexts(sessionTexts)
  const [isExpiring, setExpiring] = useState(false)

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

  // its code comes after the first page's
  useEffect(() => {
    const stop = import('@counterfoil/kit/web/form/hidden-drafts.ts').then(
      ({ keepWhileHidden }) => keepWhileHidden(),
      () => undefined,
    )
    return () => void stop.then((end) => end?.())
  }, [])

  useEffect(() => {
    let isWarned = false
    return noticeExpiry(
      session,
      async () => {
        setExpiring(true)
        if (await canReach()) return
        isWarned = true
        showAlert({ severity: 'warning', message: t.expiring, isPersistent: true })
      },
      () => {
        setExpiring(false)
        if (isWarned) hideAlert()
        isWarned = false
      },
    )
  }, [session, t])
  return (
    <>
      {/* not announced: it comes with every token, and asks for nothing */}
      {isExpiring && <div className={classes.note}>{t.renewing}</div>}
      <IdleWatch />
    </>
  )
}
