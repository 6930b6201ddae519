import { draftPlace } from '@counterfoil/kit/web/form/draft-store.ts'
import { draftsOnlyOf } from '@counterfoil/kit/web/form/left-drafts.ts'
import { showSnackbar, snackbarMs } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { sessionTexts } from '../session/session.messages.ts'

/** A drawer that its address opens is there by then. */
const formComesWithinMs = 2000

/** Shows, after signing in again, where the draft of an enforced sign-out is. */
export function DraftNotice() {
  const { id } = useUser()
  const navigate = useNavigate()
  const t = useTexts(sessionTexts)
  useEffect(() => {
    const latest = draftsOnlyOf(id).at(-1)
    if (latest === undefined) return
    const durationMs = snackbarMs.newNotification
    if (latest.path !== draftPlace()) {
      const action = { label: t.open, run: () => navigate(latest.path) }
      return showSnackbar({ message: t.draftElsewhere, durationMs, action })
    }
    const timer = setTimeout(() => {
      // on a phone the message would stand over the offer, and ask for what is done
      if (document.querySelector('[data-draft-offer]') !== null) return
      showSnackbar({ message: t.draftHere, durationMs })
    }, formComesWithinMs)
    return () => clearTimeout(timer)
  }, [id])
  return null
}
